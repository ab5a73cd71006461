import type { SessionConfig } from './session-options.ts'

/** Counts the time a session waits for input. Its timers never keep the process alive. */
export class IdleWatch {
  readonly #noticeMs: number
  readonly #endMs: number | undefined
  readonly #then: { notice: () => void; end: () => void }
  #timers: NodeJS.Timeout[] = []

  constructor(config: SessionConfig, then: { notice: () => void; end: () => void }) {
    this.#noticeMs = config.idleNoticeMs ?? 60_000
    this.#endMs = config.idleTimeoutMs
    this.#then = then
  }

  start(): void {
    this.stop()
    this.#timers = [setTimeout(this.#then.notice, this.#noticeMs).unref()]
    if (this.#endMs !== undefined) this.#timers.push(setTimeout(this.#then.end, this.#endMs).unref())
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers = []
  }
}
