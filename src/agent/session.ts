import type { Hooks } from '../hooks/create-hooks.ts'
import type { HookSession } from '../hooks/hook-session.ts'
import { addUsage } from '../models/add-usage.ts'
import type { ModelMessage, ModelProvider, Usage } from '../models/model-types.ts'
import type { PermissionMode } from '../protocol/common-input.ts'
import { type EventInput, HookEvent } from '../protocol/event-types.ts'
import type { Hook } from '../protocol/hook.ts'
import type { ObservedStep } from '../protocol/ports.ts'
import type { Verdict } from '../protocol/verdict.ts'
import { addContext } from './add-context.ts'
import { Agent, type AgentParts } from './agent.ts'
import { type CompactionResult, Compactor } from './compaction/compactor.ts'
import { HookTexts, hookTextOptions } from './hook-texts.ts'
import { IdleWatch } from './idle-watch.ts'
import { JobQueue } from './job-queue.ts'
import type { McpServers } from './mcp/mcp-servers.ts'
import { readPrompt } from './read-prompt.ts'
import type { PromptInput, PromptPart, SessionConfig } from './session-options.ts'
import type { OpenConversation } from './storage/open-conversation.ts'
import { MessageQueue, type StreamBody, type StreamMessage, toEndMessage, toHookMessage } from './stream-messages.ts'
import type { AgentKinds } from './subagents/agent-kinds.ts'
import { runSubagent } from './subagents/run-subagent.ts'
import type { StartSubagent } from './subagents/task-tool.ts'
import type { Supervision } from './supervisor/supervision.ts'
import type { PendingWork } from './supervisor/supervisor-port.ts'
import type { AgentTool } from './tools/tool-types.ts'
import { runTurn, type TurnScope } from './turn.ts'
import { describeFailure, type WorkResult } from './work.ts'

type StartSource = EventInput<typeof HookEvent.SessionStart>['source']
type EndReason = EventInput<typeof HookEvent.SessionEnd>['reason']

/** What a session is put together from. */
export interface SessionParts {
  id: string
  config: SessionConfig
  hooks: Hooks
  hookSession: HookSession
  provider: ModelProvider
  /** Tools of MCP servers come and go in it. */
  tools: Map<string, AgentTool>
  mcp: McpServers | null
  kinds: AgentKinds
  system: string
  opened: OpenConversation
  cwd: string
  supervision: Supervision
  records: { close(): void }
}

/** An agent at work: prompts go in, messages come out, and every event fires on the way. */
export class Session {
  readonly id: string
  readonly #parts: SessionParts
  readonly #queue = new MessageQueue()
  readonly #jobs: JobQueue
  readonly #main: AgentParts
  readonly #agent: Agent
  readonly #idle: IdleWatch
  #usage: Usage
  #model: string
  #turns: number
  #halted: string | null = null
  #ended: Promise<void> | null = null

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.id = parts.id
    this.#model = parts.config.model ?? parts.provider.defaultModel
    this.#usage = { ...parts.opened.usage }
    this.#turns = parts.opened.turns
    this.#main = {
      ...parts,
      conversation: parts.opened.conversation,
      hooks: parts.hookSession,
      model: () => this.#model,
      compactor: new Compactor({
        window: parts.config.contextWindow,
        restarted: () => this.#fireStart({ source: 'compact', isResume: false }),
      }),
      texts: new HookTexts({ ...hookTextOptions(parts.config), hooks: parts.hookSession }),
      fromBelow: { halt: null, interrupt: null },
      refreshTools: async (signal) => parts.mcp?.refreshChanged(parts.tools, signal),
      addUsage: (usage) => addUsage(this.#usage, usage),
      dialectOf: (id) => parts.hooks.list().find((hook) => hook.id === id)?.dialect.name,
    }
    this.#agent = new Agent(this.#main)
    this.#jobs = new JobQueue((busy) => {
      if (busy === 'busy') this.#idle.stop()
      else if (!this.#ended) this.#idle.start()
    })
    this.#idle = new IdleWatch(parts.config, {
      notice: () => void this.notify('idle_prompt', 'Waiting for input.'),
      end: () => void this.close('idle_timeout'),
    })
  }

  /** @internal Fires SessionStart; called once, before the session is handed out. */
  async start(source: StartSource, resumeSessionId?: string): Promise<void> {
    const resumed = resumeSessionId === undefined ? {} : { resumeSessionId }
    const verdict = await this.#fireStart({ source, isResume: source === 'resume', ...resumed })
    await this.#takeStart(verdict)
    if (!this.#ended) this.#idle.start()
  }

  /** @internal Starts a sub-agent of the main agent. */
  readonly startSubagent: StartSubagent = (task, context) => {
    const { kinds, tools, opened } = this.#parts
    const parent = {
      ...this.#main,
      kinds,
      transcript: opened.transcript,
      tools: () => tools,
      agentId: 'main',
      depth: 0,
    }
    return runSubagent(task, parent, context)
  }

  /**
   * Gives the agent a prompt; it starts at once, or when the turn before it has ended. Rejects when the session has ended, and
   * with a `TypeError` when the prompt is neither text nor parts of text and images.
   */
  async send(prompt: PromptInput): Promise<void> {
    if (this.#ended && this.#halted === null) throw new Error('the session has ended')
    const parts = readPrompt(prompt)
    // Whoever reads the stream hears what came of it.
    void this.#jobs.add((signal) => this.#answer(parts, signal)).catch(() => {})
  }

  /** The messages of a turn as they come; ends after `result` or `error`. */
  stream(): AsyncGenerator<StreamMessage> {
    return this.#queue.readTurn()
  }

  /** Interrupts the turn that is under way: hooks and tools stop, the result says `interrupted`. */
  abort(): void {
    this.#jobs.abort()
  }

  /**
   * Replaces the conversation by a summary that the model writes, between two turns. Hooks may refuse it; the result then says
   * why, and nothing has changed. Rejects when the session has ended.
   */
  compact(instructions?: string): Promise<CompactionResult> {
    return this.#betweenTurns(async (signal) => {
      const result = await this.#main.compactor.compact({ trigger: 'manual', instructions }, this.#scope(signal))
      if (result.halt) await this.#halt(result.halt.reason)
      return result
    })
  }

  /**
   * Begins anew, between two turns: SessionEnd, an empty conversation, SessionStart. Tools keep what they know. Rejects when the
   * session has ended.
   */
  clear(): Promise<void> {
    return this.#betweenTurns(async () => {
      await this.#parts.hookSession.fire(HookEvent.SessionEnd, { reason: 'clear', ...this.#totals() })
      this.#main.texts.close()
      this.#main.conversation.replace([], 'clear')
      this.#usage = { inputTokens: 0, outputTokens: 0 }
      this.#turns = 0
      await this.#takeStart(await this.#fireStart({ source: 'clear', isResume: false }))
    })
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

  /** Kind of the provider that answers. */
  get provider(): string {
    return this.#parts.provider.type
  }

  /** The model that answers from now on. */
  get model(): string {
    return this.#model
  }

  setModel(model: string): void {
    this.#model = model
  }

  /** Lets calls under this rule run without a question, for the rest of the session. Throws `CONFIG_INVALID_PATTERN` for a bad rule. */
  allow(rule: string): void {
    this.#parts.hookSession.allow(rule)
  }

  /** The hooks in force, those that can never run included. */
  get hooks(): readonly Hook[] {
    return this.#parts.hooks.list()
  }

  get permissionMode(): PermissionMode {
    return this.#parts.hookSession.permissionMode
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

  /** @internal What tools keep running. */
  pendingWork(): PendingWork[] {
    return this.#agent.pendingWork()
  }

  /** The conversation so far, as the model sees it. */
  get messages(): readonly ModelMessage[] {
    return this.#main.conversation.messages
  }

  /** File with the conversation; undefined when nothing is stored. */
  get transcriptPath(): string | undefined {
    return this.#parts.opened.transcript?.path
  }

  /** Ends the session: interrupts what is under way, fires SessionEnd once, waits a bounded time for hooks still running. */
  close(reason: EndReason = 'user_exit'): Promise<void> {
    this.#ended ??= this.#close(reason)
    return this.#ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  /** @internal What hooks do becomes part of the stream. */
  observe(step: ObservedStep): void {
    const message = toHookMessage(step)
    if (message) this.#emit(message)
  }

  async #answer(prompt: PromptPart[], signal: AbortSignal): Promise<void> {
    const result = this.#halted === null ? await this.#runTurn(prompt, signal) : haltedResult(this.#halted)
    if (result.kind === 'result' && result.subtype === 'halted' && this.#halted === null)
      await this.#halt(result.reason ?? '')
    this.#emit(toEndMessage(result))
  }

  async #runTurn(prompt: PromptPart[], signal: AbortSignal): Promise<WorkResult> {
    this.#turns++
    try {
      await this.#parts.mcp?.refresh(this.#parts.tools, signal)
      return await runTurn(prompt, this.#scope(signal))
    } catch (error) {
      return describeFailure(error)
    }
  }

  async #betweenTurns<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#ended) throw new Error('the session has ended')
    return this.#jobs.add(work)
  }

  #scope(signal: AbortSignal): TurnScope {
    return this.#agent.scope({ turn: this.#turns, signal, emit: (body) => this.#emit(body) })
  }

  #fireStart(input: EventInput<typeof HookEvent.SessionStart>): Promise<Verdict> {
    return this.#parts.hookSession.fire(HookEvent.SessionStart, input)
  }

  async #takeStart(verdict: Verdict): Promise<void> {
    addContext(this.#main.texts.context(verdict), this.#main)
    if (verdict.halt) await this.#halt(verdict.halt.reason)
  }

  // A halt ends the session for good; prompts that still come are answered with its reason.
  async #halt(reason: string): Promise<void> {
    this.#halted = reason
    // Whoever closes the session waits for the turn that is halted here: waiting for that in turn would never end.
    if (this.#ended) return
    this.#ended = this.#finish('other')
    await this.#ended
  }

  async #close(reason: EndReason): Promise<void> {
    await this.#jobs.stop()
    await this.#finish(reason)
  }

  async #finish(reason: EndReason): Promise<void> {
    this.#idle.stop()
    await this.#parts.hookSession.end(reason, this.#totals())
    await this.#agent.close()
    await this.#parts.mcp?.close()
    await this.#parts.hooks.close()
    this.#parts.records.close()
    this.#parts.opened.release()
  }

  #totals(): { totalTurns: number; totalTokens: number } {
    return { totalTurns: this.#turns, totalTokens: this.#usage.inputTokens + this.#usage.outputTokens }
  }

  #emit(body: StreamBody): void {
    const message = { sessionId: this.id, ...body }
    this.#queue.push(message)
    try {
      this.#parts.config.onMessage?.(message)
    } catch {
      // Whoever looks on cannot stop the session.
    }
  }
}

function haltedResult(reason: string): WorkResult {
  return { kind: 'result', subtype: 'halted', content: '', reason }
}
