/** What happens when somebody wants out, more and more urgently. */
export interface InterruptActions {
  /** Stop what is under way. */
  interrupt(): void
  /** End the session, with its hooks. */
  end(): void
  /** End the process at once. */
  quit(): void
}

/** Counts how often somebody wanted out since they last said something: interrupt, end, quit. */
export class Interrupts {
  readonly #actions: InterruptActions
  #count = 0

  constructor(actions: InterruptActions) {
    this.#actions = actions
  }

  readonly press = (): void => {
    this.#count++
    if (this.#count === 1) this.#actions.interrupt()
    else if (this.#count === 2) this.#actions.end()
    else this.#actions.quit()
  }

  get count(): number {
    return this.#count
  }

  reset(): void {
    this.#count = 0
  }
}

const endings = { SIGTERM: 143, SIGHUP: 129 } as const

/** Listens to the signals of the process; the result stops it. An ending signal says with which code to exit. */
export function listenToSignals(on: { interrupt(): void; end(exitCode: number): void }): () => void {
  const listeners = [
    ['SIGINT', on.interrupt] as const,
    ...Object.entries(endings).map(([signal, code]) => [signal, () => on.end(code)] as const),
  ]
  for (const [signal, listener] of listeners) process.on(signal, listener)
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener)
  }
}
