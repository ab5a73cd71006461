interface Job {
  run(): Promise<void>
  drop(): void
}

/** What a session has to do, one after the other: prompts, and what must not happen in the middle of a turn. */
export class JobQueue {
  readonly #jobs: Job[] = []
  readonly #changed: (busy: 'busy' | 'idle') => void
  #work: Promise<void> | null = null
  #abort: AbortController | null = null

  /** The callback hears when there is something to do and when everything is done. */
  constructor(changed: (busy: 'busy' | 'idle') => void) {
    this.#changed = changed
  }

  /** Does it when everything before it is done. Rejects when it was dropped before it began. */
  add<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const run = (): Promise<void> => this.#runAbortable(work).then(resolve, reject)
    this.#jobs.push({ run, drop: () => reject(new Error('the session has ended')) })
    this.#changed('busy')
    this.#work ??= this.#workOff()
    return promise
  }

  /** Aborts what is under way; what waits is done then. */
  abort(): void {
    this.#abort?.abort()
  }

  /** Drops what waits, aborts what is under way, and resolves when that has ended. */
  async stop(): Promise<void> {
    for (const job of this.#jobs.splice(0)) job.drop()
    this.abort()
    await this.#work
  }

  async #workOff(): Promise<void> {
    for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) await job.run()
    this.#work = null
    this.#changed('idle')
  }

  async #runAbortable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController()
    this.#abort = abort
    try {
      return await work(abort.signal)
    } finally {
      this.#abort = null
    }
  }
}
