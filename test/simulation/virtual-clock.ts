import type { Clock } from '../../src/index.ts'

/** Time that only moves when it is told to, and then to the next thing that is due. */
export class VirtualClock implements Clock {
  #time = 0
  #sequence = 0
  #due: { at: number; order: number; work: () => void }[] = []

  now(): number {
    return 1_700_000_000_000 + this.#time
  }

  monotonic(): number {
    return this.#time
  }

  after(ms: number, work: () => void): () => void {
    const entry = { at: this.#time + ms, order: this.#sequence++, work }
    this.#due.push(entry)
    return () => {
      const at = this.#due.indexOf(entry)
      if (at >= 0) this.#due.splice(at, 1)
    }
  }

  /** Moves on until the promise settles, letting everything that became possible happen in between. */
  async runUntil<T>(promise: Promise<T>): Promise<T> {
    let settled = false
    const watched = promise.finally(() => {
      settled = true
    })
    for (let steps = 0; ; steps++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (settled) return watched
      if (!this.#step()) throw new Error('nothing is due and the event has not settled: it would hang for ever')
      if (steps > 10_000) throw new Error('the event does not settle')
    }
  }

  #step(): boolean {
    if (this.#due.length === 0) return false
    this.#due.sort((a, b) => a.at - b.at || a.order - b.order)
    const next = this.#due.shift()!
    this.#time = Math.max(this.#time, next.at)
    next.work()
    return true
  }
}
