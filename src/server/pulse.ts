import type { QuestionDesk, RecordReader } from '../protocol/records.ts'

/** Milliseconds between two looks at the store while somebody is watching. */
const beat = 150

/** What can have changed: the number of the last record, and which questions are open. */
export interface Moment {
  lastId: number
  /** The same as long as the same questions are open. */
  questions: string
}

/**
 * Looks at the store for everybody who watches it, once for all, and only while somebody does. Other processes write to the
 * store, so there is nothing that could call.
 */
export class Pulse {
  readonly #reader: RecordReader
  readonly #desk: QuestionDesk | undefined
  readonly #waiting = new Set<() => void>()
  #timer: NodeJS.Timeout | undefined
  #seen: Moment = { lastId: -1, questions: '' }

  constructor(reader: RecordReader, desk?: QuestionDesk) {
    this.#reader = reader
    this.#desk = desk
  }

  /** How things stand. */
  look(): Moment {
    const open = this.#desk?.open() ?? []
    this.#seen = { lastId: this.#reader.lastId(), questions: JSON.stringify(open.map((one) => one.questionId)) }
    return this.#seen
  }

  /** Resolves when something differs from what the caller knows, with false when the time is up or the signal fires first. */
  wait(known: Moment, { ms, signal }: { ms: number; signal: AbortSignal }): Promise<boolean> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (differs(this.#seen, known)) finish(true)
      }
      const late = setTimeout(giveUp, ms)
      const waiting = this.#waiting
      const rest = (): void => this.#rest()
      waiting.add(check)
      signal.addEventListener('abort', giveUp, { once: true })
      // Watching is no reason for a process to stay.
      late.unref()
      this.#timer ??= setInterval(() => this.#beat(), beat).unref()
      if (signal.aborted) giveUp()

      function giveUp(): void {
        finish(false)
      }

      function finish(differently: boolean): void {
        clearTimeout(late)
        signal.removeEventListener('abort', giveUp)
        waiting.delete(check)
        rest()
        resolve(differently)
      }
    })
  }

  #beat(): void {
    try {
      this.look()
    } catch {
      // The store may be busy or gone for a moment; whoever reads it next is told.
      return
    }
    for (const check of [...this.#waiting]) check()
  }

  #rest(): void {
    if (this.#waiting.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

function differs(a: Moment, b: Moment): boolean {
  return a.lastId !== b.lastId || a.questions !== b.questions
}
