import { describeThrown } from '../../base/describe-thrown.ts'
import type { HookSession } from '../../hooks/hook-session.ts'
import type { ModelMessage, ModelProvider, Usage } from '../../models/model-types.ts'
import { type EventInput, HookEvent } from '../../protocol/event-types.ts'
import type { Verdict } from '../../protocol/verdict.ts'
import { addContext } from '../add-context.ts'
import type { Conversation } from '../conversation.ts'
import type { HookTexts } from '../hook-texts.ts'
import { summarize } from './summarize.ts'

/** What a compaction needs of the agent whose context it is. */
export interface CompactionScope {
  hooks: HookSession
  provider: ModelProvider
  model(): string
  conversation: Conversation
  texts: HookTexts
  signal: AbortSignal
  addUsage(usage: Usage): void
}

export interface CompactionRequest {
  trigger: EventInput<typeof HookEvent.Compaction>['trigger']
  /** What the summary must not leave out, in the words of whoever asked for it. */
  instructions?: string | undefined
}

/** What became of a compaction. Unless it is done, nothing has changed. */
export interface CompactionResult {
  done: boolean
  /** Why it was not done. */
  reason?: string
  messagesBefore: number
  messagesAfter: number
  tokensBefore: number
  tokensAfter: number
  halt: { reason: string } | null
}

/** How full a context gets before it is compacted. */
const fullness = 0.8

/** Keeps the context of one agent within what its model can hold. */
export class Compactor {
  readonly #window: number | undefined
  readonly #restarted: (() => Promise<Verdict>) | undefined
  #refusedAt: ModelMessage | undefined

  /** `restarted` fires the event that follows a compaction; `window` counts instead of what the provider knows. */
  constructor(options: { window?: number | undefined; restarted?: () => Promise<Verdict> }) {
    this.#window = options.window
    this.#restarted = options.restarted
  }

  /** Compacts when the context is nearly full. A refusal holds until the user says something new. */
  async makeRoom(scope: CompactionScope): Promise<{ halt: { reason: string } | null }> {
    const { conversation, provider, model } = scope
    const window = this.#window ?? provider.contextWindow(model())
    const isFull = window !== undefined && conversation.tokens >= window * fullness
    if (!isFull || !conversation.messages.some(({ role }) => role === 'assistant')) return { halt: null }
    const prompt = conversation.messages.findLast(({ role }) => role === 'user')
    if (this.#refusedAt !== undefined && this.#refusedAt === prompt) return { halt: null }
    const { done, halt } = await this.compact({ trigger: 'auto' }, scope)
    this.#refusedAt = done ? undefined : prompt
    return { halt }
  }

  /** Asks hooks, has the model write a summary, and goes on with that. Never rejects: a model that fails changes nothing. */
  async compact(request: CompactionRequest, scope: CompactionScope): Promise<CompactionResult> {
    const { conversation, hooks, signal } = scope
    const before = { messagesBefore: conversation.messages.length, tokensBefore: conversation.tokens }
    const undone = (reason: string, halt: CompactionResult['halt'] = null): CompactionResult => ({
      ...before,
      done: false,
      reason,
      messagesAfter: before.messagesBefore,
      tokensAfter: before.tokensBefore,
      halt,
    })
    if (before.messagesBefore === 0) return undone('There is nothing to compact.')
    const verdict = await hooks.fire(HookEvent.Compaction, { trigger: request.trigger, ...before }, { signal })
    if (verdict.halt) return undone(verdict.halt.reason, verdict.halt)
    if (verdict.decision === 'deny') return undone(verdict.reason ?? 'Blocked by a hook.')
    const { old, kept } = splitHistory(conversation.messages)
    try {
      const window = this.#window ?? scope.provider.contextWindow(scope.model())
      const summary = await summarize({ messages: old, instructions: request.instructions, window }, scope)
      conversation.replace([summary, ...kept], 'compact')
    } catch (error) {
      return undone(`The summary failed: ${describeThrown(error)}`)
    }
    const restarted = await this.#restarted?.()
    if (restarted) addContext(scope.texts.context(restarted), scope)
    return {
      ...before,
      done: true,
      messagesAfter: conversation.messages.length,
      tokensAfter: conversation.tokens,
      halt: restarted?.halt ?? null,
    }
  }
}

/** What the user has said and nobody has answered yet is kept word for word. */
function splitHistory(messages: readonly ModelMessage[]): { old: ModelMessage[]; kept: ModelMessage[] } {
  const answered = messages.findLastIndex(({ role }) => role !== 'user') + 1
  return answered === 0
    ? { old: [...messages], kept: [] }
    : { old: messages.slice(0, answered), kept: messages.slice(answered) }
}
