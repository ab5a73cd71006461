import type { Approval } from '../hooks/approval.ts'
import type { Hooks } from '../hooks/create-hooks.ts'
import type { HookSession } from '../hooks/hook-session.ts'
import type { ModelMessage, ModelProvider, Usage } from '../models/model-types.ts'
import type { PermissionMode } from '../protocol/common-input.ts'
import { type EventInput, HookEvent } from '../protocol/event-types.ts'
import type { ObservedStep } from '../protocol/ports.ts'
import { hookContext } from './feedback.ts'
import { IdleWatch } from './idle-watch.ts'
import type { PromptInput, PromptPart, SessionConfig } from './session-options.ts'
import { MessageQueue, type StreamBody, type StreamMessage } from './stream-messages.ts'
import type { ToolBox } from './tool-box.ts'
import { SessionToolState } from './tool-state.ts'
import type { ToolContext } from './tools/tool-types.ts'
import type { Transcript } from './transcript.ts'
import { runTurn, type TurnResult } from './turn.ts'

/** What a session is put together from. */
export interface SessionParts {
  id: string
  config: SessionConfig
  hooks: Hooks
  hookSession: HookSession
  provider: ModelProvider
  tools: ToolBox
  system: string
  transcript: Transcript | null
  cwd: string
}

/** An agent at work: prompts go in, messages come out, and every event fires on the way. */
export class Session {
  readonly id: string
  readonly #parts: SessionParts
  readonly #queue = new MessageQueue()
  readonly #messages: ModelMessage[] = []
  readonly #prompts: PromptPart[][] = []
  readonly #state: SessionToolState
  readonly #idle: IdleWatch
  readonly #usage: Usage = { inputTokens: 0, outputTokens: 0 }
  #model: string
  #cwd: string
  #turns = 0
  #work: Promise<void> | null = null
  #turnAbort: AbortController | null = null
  #halted: string | null = null
  #ended: Promise<void> | null = null

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.id = parts.id
    this.#model = parts.config.model ?? parts.provider.defaultModel
    this.#cwd = parts.cwd
    this.#state = new SessionToolState(parts)
    this.#idle = new IdleWatch(parts.config, {
      notice: () => void this.notify('idle_prompt', 'Waiting for input.'),
      end: () => void this.close('idle_timeout'),
    })
  }

  /** @internal Fires SessionStart; called once, before the session is handed out. */
  async start(source: EventInput<typeof HookEvent.SessionStart>['source']): Promise<void> {
    const verdict = await this.#parts.hookSession.fire(HookEvent.SessionStart, {
      source,
      isResume: source === 'resume',
    })
    if (verdict.context.length > 0)
      this.#add({ role: 'user', content: [{ type: 'text', text: hookContext(verdict.context) }] })
    if (verdict.halt) await this.#halt(verdict.halt.reason)
    this.#idle.start()
  }

  /** Gives the agent a prompt; it starts at once, or when the turn before it has ended. Rejects when the session has ended. */
  async send(prompt: PromptInput): Promise<void> {
    if (this.#ended && this.#halted === null) throw new Error('the session has ended')
    this.#idle.stop()
    this.#prompts.push(typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : [...prompt])
    this.#work ??= this.#workOff()
  }

  /** The messages of a turn as they come; ends after `result` or `error`. */
  stream(): AsyncGenerator<StreamMessage> {
    return this.#queue.readTurn()
  }

  /** Interrupts the turn that is under way: hooks and tools stop, the result says `interrupted`. */
  abort(): void {
    this.#turnAbort?.abort()
  }

  /** Sends a notice to the user, through the Notification hooks. */
  async notify(
    notificationType: EventInput<typeof HookEvent.Notification>['notificationType'],
    message: string,
    title?: string,
  ): Promise<void> {
    await this.#parts.hookSession.fire(HookEvent.Notification, {
      notificationType,
      message,
      ...(title !== undefined && { title }),
    })
  }

  setModel(model: string): void {
    this.#model = model
  }

  setPermissionMode(mode: PermissionMode): void {
    this.#parts.hookSession.setPermissionMode(mode)
  }

  /** Tokens used so far. */
  get usage(): Usage {
    return { ...this.#usage }
  }

  /** Turns so far. */
  get turns(): number {
    return this.#turns
  }

  /** File with the conversation; undefined when nothing is stored. */
  get transcriptPath(): string | undefined {
    return this.#parts.transcript?.path
  }

  /** Ends the session: interrupts what is under way, fires SessionEnd once, waits a bounded time for hooks still running. */
  close(reason: EventInput<typeof HookEvent.SessionEnd>['reason'] = 'user_exit'): Promise<void> {
    this.#ended ??= this.#close(reason)
    return this.#ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  /** @internal What hooks do becomes part of the stream. */
  observe(step: ObservedStep): void {
    if (step.type === 'hookStart' && !step.recheck) {
      const { event, hook, statusMessage } = step
      this.#emit({
        type: 'hook',
        event,
        hook: hook.id,
        phase: 'start',
        ...(statusMessage !== undefined && { statusMessage }),
      })
    } else if (step.type === 'hookEnd') {
      const { event, hook, decision, reason, ms } = step
      this.#emit({
        type: 'hook',
        event,
        hook: hook.id,
        phase: 'end',
        ms,
        ...(decision && { decision }),
        ...(reason !== null && { reason }),
      })
    }
  }

  async #workOff(): Promise<void> {
    for (let prompt = this.#prompts.shift(); prompt; prompt = this.#prompts.shift()) {
      const result = this.#halted === null ? await this.#runTurn(prompt) : haltedResult(this.#halted)
      if (result.kind === 'result' && result.subtype === 'halted' && this.#halted === null)
        await this.#halt(result.reason ?? '')
      this.#emit(toMessage(result))
    }
    this.#work = null
    this.#idle.start()
  }

  async #runTurn(prompt: PromptPart[]): Promise<TurnResult> {
    const { config, hooks, hookSession, provider, tools, system } = this.#parts
    const abort = new AbortController()
    this.#turnAbort = abort
    this.#turns++
    try {
      return await runTurn(prompt, {
        hooks: hookSession,
        tools,
        signal: abort.signal,
        emit: (body) => this.#emit(body),
        provider,
        model: () => this.#model,
        system,
        turn: this.#turns,
        maxSteps: config.maxTurns ?? Number.POSITIVE_INFINITY,
        stopCap: config.stopCap ?? 8,
        messages: () => this.#messages,
        add: (message, usage) => this.#add(message, usage),
        cwd: () => this.#cwd,
        context: (toolUseId, approval) => this.#toolContext(toolUseId, approval, abort.signal),
        dialectOf: (id) => hooks.list().find((hook) => hook.id === id)?.dialect.name,
      })
    } finally {
      this.#turnAbort = null
    }
  }

  #toolContext(toolUseId: string, approval: Approval, signal: AbortSignal): ToolContext {
    return this.#state.contextFor({
      toolUseId,
      approval,
      signal,
      cwd: this.#cwd,
      setCwd: (directory) => {
        this.#cwd = directory
      },
    })
  }

  #add(message: ModelMessage, usage?: Usage): void {
    this.#messages.push(message)
    this.#parts.transcript?.append(message, { model: this.#model, ...(usage && { usage }) })
    if (!usage) return
    this.#usage.inputTokens += usage.inputTokens
    this.#usage.outputTokens += usage.outputTokens
  }

  // A halt ends the session for good; prompts that still come are answered with its reason.
  async #halt(reason: string): Promise<void> {
    this.#halted = reason
    this.#ended ??= this.#finish('other')
    await this.#ended
  }

  async #close(reason: EventInput<typeof HookEvent.SessionEnd>['reason']): Promise<void> {
    this.#prompts.length = 0
    this.abort()
    await this.#work
    await this.#finish(reason)
  }

  async #finish(reason: EventInput<typeof HookEvent.SessionEnd>['reason']): Promise<void> {
    this.#idle.stop()
    const { inputTokens, outputTokens } = this.#usage
    await this.#parts.hookSession.end(reason, { totalTurns: this.#turns, totalTokens: inputTokens + outputTokens })
    await this.#state.close()
    await this.#parts.hooks.close()
  }

  #emit(body: StreamBody): void {
    this.#queue.push({ sessionId: this.id, ...body })
  }
}

function toMessage(result: TurnResult): StreamBody {
  if (result.kind === 'error') return { type: 'error', code: result.code, message: result.message }
  const { subtype, content, reason } = result
  return { type: 'result', subtype, content, ...(reason !== undefined && { reason }) }
}

function haltedResult(reason: string): TurnResult {
  return { kind: 'result', subtype: 'halted', content: '', reason }
}
