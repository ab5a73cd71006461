import type { RawResult } from '../../protocol/raw-result.ts'
import { type Deadline, startDeadline } from '../command/deadline.ts'

export interface RequestLimits {
  timeoutMs: number
  signal: AbortSignal | undefined
}

/** One question to a worker, from the moment it is asked until it is settled: by an answer, its deadline, its caller or a loss. */
export class PendingRequest {
  readonly id: number
  readonly payload: string
  readonly askedAt: number = performance.now()
  sentAgain = false
  /** Called when nobody waits for the answer any more, with the reason. */
  onGivenUp: (why: 'timeout' | 'cancelled') => void = () => undefined
  readonly #resolve: (result: RawResult) => void
  readonly #signal: AbortSignal | undefined
  readonly #deadline: Deadline
  #settled = false

  constructor(
    id: number,
    payload: string,
    { limits, resolve }: { limits: RequestLimits; resolve: (raw: RawResult) => void },
  ) {
    this.id = id
    this.payload = payload
    this.#resolve = resolve
    this.#signal = limits.signal
    this.#deadline = startDeadline(limits.timeoutMs, () => this.#expire(limits.timeoutMs))
    this.#signal?.addEventListener('abort', this.#cancel, { once: true })
  }

  get isSettled(): boolean {
    return this.#settled
  }

  /** Milliseconds until the deadline. */
  remaining(): number {
    return this.#deadline.remaining()
  }

  /** Gives the result; only the first counts. */
  settle(result: RawResult): void {
    if (this.#settled) return
    this.#settled = true
    this.#deadline.cancel()
    this.#signal?.removeEventListener('abort', this.#cancel)
    this.#resolve(result)
  }

  #expire(timeoutMs: number): void {
    if (this.#settled) return
    const message = `hook timed out: its timeout of ${timeoutMs} ms is over and the worker had not answered`
    this.settle({ kind: 'broken', class: 'timeout', message })
    this.onGivenUp('timeout')
  }

  readonly #cancel = (): void => {
    if (this.#settled) return
    this.settle({ kind: 'cancelled' })
    this.onGivenUp('cancelled')
  }
}
