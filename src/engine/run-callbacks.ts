import { describeThrown } from '../base/describe-thrown.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { Hook } from '../protocol/hook.ts'
import type { CallbackContext, HookInput } from '../protocol/hook-callback.ts'
import type { DirectHandler } from '../protocol/ports.ts'
import type { RawResult } from '../protocol/raw-result.ts'
import { silentOutcome } from './create-outcome.ts'
import { interpret, isPlainContinue } from './interpret.ts'
import type { Run } from './merge.ts'
import { type RunPorts, tellEnd, tellStart } from './run.ts'

/** What a row of callbacks needs from the event they belong to. */
export interface CallbackRow {
  readonly hooks: readonly Hook[]
  readonly handler: DirectHandler
  readonly ports: RunPorts
  /** The input as rewritten so far. */
  current(): FullInput
  /** Whether this hook runs for the input as it is now; null when it does not. Answers in bounded time. */
  admit(hook: Hook, input: FullInput): Admission | null | Promise<Admission | null>
  /** Takes a finished run; true when the chain is over. */
  take(run: Run): boolean
}

/** A hook that may run, or whose run was over before it began. */
export interface Admission {
  readonly complete: boolean
  readonly broken?: RawResult | undefined
}

/**
 * Runs callbacks one after the other, each seeing what the ones before it rewrote. One timer serves the whole row. A
 * callback that is late is left behind, with its signal aborted: its turn is over and the next one starts.
 */
export function runCallbacks(row: CallbackRow): Promise<void> {
  return new Promise((resolve) => new CallbackLoop(row, resolve).start())
}

class CallbackLoop {
  readonly #row: CallbackRow
  readonly #done: () => void
  readonly #signal: AbortSignal | undefined
  readonly #onAbort: (() => void) | undefined
  #position = 0
  /** Counts the times the loop went on without the callback it waited for; a late one finds itself outdated. */
  #generation = 0
  #started = 0
  #running: Running | null = null
  #callOff: (() => void) | undefined
  /** Monotonic time for which the timer is set. */
  #armedFor = 0
  /** Its place among the loops that wait for a callback, for whoever arms the timers. */
  place = -1

  constructor(row: CallbackRow, done: () => void) {
    this.#row = row
    this.#done = done
    this.#signal = row.ports.signal
    this.#onAbort = this.#signal && (() => this.#abort())
  }

  start(): void {
    if (this.#onAbort) this.#signal!.addEventListener('abort', this.#onAbort, { once: true })
    void this.#loop(0)
  }

  // Never rejects: what a callback throws is an outcome, and nothing else in here throws.
  async #loop(generation: number): Promise<void> {
    const { hooks, handler } = this.#row
    while (this.#position < hooks.length && !this.#signal?.aborted) {
      const hook = hooks[this.#position]!
      const input = this.#row.current()
      const pending = this.#row.admit(hook, input)
      const admitted = pending instanceof Promise ? await this.#waitForStart(pending) : pending
      if (admitted === null) {
        this.#position++
        continue
      }
      this.#begin(hook, input, admitted.complete)
      let raw = admitted.broken
      if (raw === undefined) {
        try {
          const { view, context } = this.#running!
          const answer = handler.call(hook, view, context)
          const value = isThenable(answer) ? await this.#wait(answer, generation) : answer
          if (!isPlainContinue(value)) raw = { kind: 'value', value }
        } catch (error) {
          raw = { kind: 'broken', class: 'crash', message: describeThrown(error) }
        }
      }
      if (this.#generation !== generation) return
      if (this.#finish(raw)) break
    }
    this.#end()
  }

  #begin(hook: Hook, input: FullInput, complete: boolean): void {
    const { ports, handler } = this.#row
    const executionId = ports.nextExecutionId()
    this.#running = { hook, input, complete, view: handler.view(input, executionId), context: new Context() }
    if (ports.observer) tellStart(hook, { ...input, hookExecutionId: executionId }, false, ports)
    if (this.#started === 0) this.#started = ports.clock.monotonic()
  }

  // What a hook waits for before it starts is not its own time.
  async #waitForStart(pending: Promise<Admission | null>): Promise<Admission | null> {
    const admitted = await pending
    this.#started = this.#row.ports.clock.monotonic()
    return admitted
  }

  #wait(answer: PromiseLike<unknown>, generation: number): PromiseLike<unknown> {
    // The callback itself may have aborted the event: then nobody waits for it any more.
    if (this.#generation !== generation) return answer
    if (this.#callOff !== undefined && this.#deadline() < this.#armedFor) this.#disarm()
    if (this.place < 0 && this.#callOff === undefined) armLater(this)
    return answer
  }

  #deadline(): number {
    return this.#started + this.#running!.hook.timeoutMs
  }

  /** Sets the timer for the callback that is waited for, if there is one. */
  arm(): void {
    if (this.#running === null) return
    this.#armedFor = this.#deadline()
    const left = this.#armedFor - this.#row.ports.clock.monotonic()
    this.#callOff = this.#row.ports.clock.after(Math.max(0, left), () => this.#expire())
  }

  #disarm(): void {
    this.#callOff?.()
    this.#callOff = undefined
  }

  // The timer was set for some callback of the row; the one that runs now may have more time, or none may run.
  #expire(): void {
    this.#callOff = undefined
    const running = this.#running
    if (running === null) return
    if (this.#deadline() - this.#row.ports.clock.monotonic() > 0.5) {
      this.arm()
      return
    }
    const message = `callback timed out: its timeout of ${running.hook.timeoutMs} ms is over`
    abortContext(running.context, new DOMException(message, 'TimeoutError'))
    this.#goOn({ kind: 'broken', class: 'timeout', message })
  }

  #abort(): void {
    if (!this.#running) return
    abortContext(this.#running.context, this.#signal!.reason)
    this.#goOn({ kind: 'cancelled' })
  }

  #goOn(raw: RawResult): void {
    this.#generation++
    const over = this.#finish(raw)
    if (over || this.#signal?.aborted) this.#end()
    else void this.#loop(this.#generation)
  }

  #finish(raw: RawResult | undefined): boolean {
    const { ports } = this.#row
    const { hook, input, complete } = this.#running!
    const now = ports.clock.monotonic()
    const ms = now - this.#started
    this.#started = now
    const outcome = raw === undefined ? silence : interpret(raw, hook, input)
    const run: Run = { hook, outcome, seen: input, ms, recheck: false, complete }
    if (ports.observer) tellEnd(run, raw ?? { kind: 'value', value: undefined }, ports)
    this.#running = null
    this.#position++
    return this.#row.take(run)
  }

  #end(): void {
    if (this.place >= 0) stopWaiting(this)
    this.#disarm()
    if (this.#onAbort) this.#signal!.removeEventListener('abort', this.#onAbort)
    this.#done()
  }
}

// Most callbacks settle before the event loop turns once, and a timer costs more than they do. So timers are set one turn
// later, for those that are still waited for then.
const waiting: CallbackLoop[] = []
let turnAwaited = false

function armLater(loop: CallbackLoop): void {
  loop.place = waiting.push(loop) - 1
  if (turnAwaited) return
  turnAwaited = true
  setImmediate(armAll)
}

function armAll(): void {
  turnAwaited = false
  for (const loop of waiting.splice(0)) {
    loop.place = -1
    loop.arm()
  }
}

function stopWaiting(loop: CallbackLoop): void {
  const last = waiting.pop()!
  if (last !== loop) {
    waiting[loop.place] = last
    last.place = loop.place
  }
  loop.place = -1
}

/** The outcome of a callback that had nothing to say; one object serves all. */
export const silence = Object.freeze(silentOutcome())

/** One callback at work. */
interface Running {
  readonly hook: Hook
  readonly input: FullInput
  readonly complete: boolean
  readonly view: HookInput
  readonly context: Context
}

let abortContext: (context: Context, reason: unknown) => void

/** What a callback is given: nothing it could change. Makes its signal only when somebody asks, as most never do. */
class Context implements CallbackContext {
  #controller: AbortController | undefined
  #ended: { reason: unknown } | undefined

  static {
    abortContext = (context, reason) => {
      context.#ended = { reason }
      context.#controller?.abort(reason)
    }
  }

  // Not `AbortSignal.any`: what listens to one is kept as long as the caller's signal, and sessions live long.
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#ended) this.#controller.abort(this.#ended.reason)
    }
    return this.#controller.signal
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (value instanceof Promise) return true
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}
