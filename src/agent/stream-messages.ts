import type { Decision } from '../protocol/decision.ts'
import type { EventName } from '../protocol/event-types.ts'
import type { ObservedStep } from '../protocol/ports.ts'
import type { WorkResult } from './work.ts'

/** What `session.stream()` yields; each message also carries the session's id. */
export type StreamMessage = { sessionId: string } & StreamBody

export type StreamBody =
  | { type: 'turn_start'; turn: number }
  | { type: 'content'; delta: string }
  | { type: 'thinking'; delta: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> }
  | {
      type: 'hook'
      event: EventName
      hook: string
      phase: 'start' | 'end'
      statusMessage?: string
      decision?: Decision
      reason?: string
      /** What the hook has to say to the user. */
      message?: string
      ms?: number
    }
  | { type: 'tool_result'; id: string; name: string; output: unknown; isError: boolean }
  | { type: 'usage'; inputTokens: number; outputTokens: number; cost?: number }
  | { type: 'turn_end'; turn: number }
  | { type: 'result'; subtype: ResultSubtype; content: string; reason?: string }
  | { type: 'error'; code: string; message: string }

export type ResultSubtype = 'success' | 'blocked' | 'interrupted' | 'capped' | 'halted' | 'max_turns'

/** What the stream says of a step that hooks have made; undefined when it says nothing of it. */
export function toHookMessage(step: ObservedStep): StreamBody | undefined {
  if (step.type === 'hookStart') {
    const { event, hook, statusMessage } = step
    const shown = statusMessage === undefined ? {} : { statusMessage }
    return { type: 'hook', event, hook: hook.id, phase: 'start', ...shown }
  }
  if (step.type !== 'hookEnd') return undefined
  const { event, hook, decision, reason, messages, ms } = step
  const said = {
    ...(decision && { decision }),
    ...(reason !== null && { reason }),
    ...(messages && { message: messages.join('\n') }),
  }
  return { type: 'hook', event, hook: hook.id, phase: 'end', ms, ...said }
}

/** The message that ends a turn. */
export function toEndMessage(result: WorkResult): StreamBody {
  if (result.kind === 'error') return { type: 'error', code: result.code, message: result.message }
  const { subtype, content, reason } = result
  return { type: 'result', subtype, content, ...(reason !== undefined && { reason }) }
}

/** Messages on their way to a reader: written at any time, read one by one, in order. */
export class MessageQueue {
  readonly #waiting: StreamMessage[] = []
  #wake: (() => void) | undefined

  push(message: StreamMessage): void {
    this.#waiting.push(message)
    this.#wake?.()
  }

  /** Yields what is there and what comes, up to and with the message that ends a turn. */
  async *readTurn(): AsyncGenerator<StreamMessage> {
    for (;;) {
      while (this.#waiting.length > 0) {
        const message = this.#waiting.shift()!
        yield message
        if (message.type === 'result' || message.type === 'error') return
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#wake = undefined
    }
  }
}
