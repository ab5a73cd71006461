import type { Session } from '../../agent/index.ts'
import { Interrupts, listenToSignals } from './interrupts.ts'

/** What is told when the session ends because somebody wanted it to. */
export interface ControlEvents {
  /** Interrupted while nothing was under way. */
  atRest?(): void
  /** The session is ending; its hooks run. */
  ending?(): void
  /** The session has ended because of a signal. */
  ended?(exitCode: number): void
}

/** Lets people and signals interrupt a session and end it: a first ctrl-c, a second one, a third one that waits for nothing. */
export class SessionControl {
  readonly interrupts: Interrupts
  readonly #stopListening: () => void
  readonly #events: ControlEvents
  #session: Session | undefined
  #exitCode: number | undefined
  #busy = false

  constructor(events: ControlEvents = {}) {
    this.#events = events
    this.interrupts = new Interrupts({
      interrupt: () => this.#interrupt(),
      end: () => this.#end('ctrl_c', 130),
      quit: () => process.exit(130),
    })
    this.#stopListening = listenToSignals({
      interrupt: this.interrupts.press,
      end: (code) => this.#end('other', code),
    })
  }

  /** From now on there is a session to interrupt. */
  hold(session: Session): void {
    this.#session = session
  }

  get session(): Session | undefined {
    return this.#session
  }

  /** The code to exit with when the session was ended from outside. */
  get exitCode(): number | undefined {
    return this.#exitCode
  }

  /** Says that work is under way until it is done. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#busy = true
    try {
      return await work()
    } finally {
      this.#busy = false
    }
  }

  release(): void {
    this.#stopListening()
  }

  #interrupt(): void {
    if (!this.#session) process.exit(130)
    else if (this.#busy) this.#session.abort()
    else this.#events.atRest?.()
  }

  #end(reason: 'ctrl_c' | 'other', exitCode: number): void {
    this.#exitCode ??= exitCode
    if (!this.#session) process.exit(exitCode)
    this.#events.ending?.()
    void this.#session.close(reason).finally(() => this.#events.ended?.(exitCode))
  }
}
