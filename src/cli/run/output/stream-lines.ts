import type { Session, StreamMessage } from '../../../agent/index.ts'
import type { RunInit, RunTotals } from '../../../protocol/run-output.ts'
import { describeSource } from '../../../protocol/source.ts'

/** Writes a session as JSON lines: `init`, then every message up to the one that ends the turn. */
export class StreamLines {
  readonly #print: (line: string) => void
  readonly #totals: () => RunTotals
  #waiting: StreamMessage[] | null = []
  #ended = false

  constructor(print: (line: string) => void, totals: () => RunTotals) {
    this.#print = print
    this.#totals = totals
  }

  take(message: StreamMessage): void {
    if (this.#waiting) this.#waiting.push(message)
    else this.#write(message)
  }

  /** Begins with this line; what came before it follows. */
  begin(init: RunInit): void {
    this.#print(JSON.stringify(init))
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const message of waiting) this.#write(message)
  }

  #write(message: StreamMessage): void {
    if (this.#ended) return
    this.#ended = message.type === 'result' || message.type === 'error'
    this.#print(JSON.stringify(this.#ended ? { ...message, totals: this.#totals() } : message))
  }
}

/** The line that says what a session is. */
export function describeInit(
  session: Session,
  facts: { cwd: string; provider: string; permissionMode: string; notices: readonly string[] },
): RunInit {
  const { notices, ...rest } = facts
  return {
    version: 1,
    type: 'init',
    sessionId: session.id,
    ...rest,
    model: session.model,
    hooks: session.hooks.map(({ id, event, source, handler, idle }) => ({
      id,
      event,
      source: describeSource(source),
      handler: handler.type,
      active: idle === undefined,
      why: idle === undefined ? null : `${idle.why}: ${idle.detail}`,
    })),
    notices: [...notices],
  }
}

/** The line for a session that could not be opened. */
export function describeFailedStart({ code, message, hint }: { code: string; message: string; hint?: string }): object {
  return { type: 'error', sessionId: null, code, message, ...(hint !== undefined && { hint }) }
}
