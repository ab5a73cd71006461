import { interpret } from '../engine/index.ts'
import type { FailureClass } from '../protocol/failure.ts'
import type { Breaker, Hook } from '../protocol/hook.ts'
import type { Clock, Handler, Handlers, ObservedStep, Observer, RunRequest } from '../protocol/ports.ts'
import type { RawResult } from '../protocol/raw-result.ts'

/** What watching hooks needs: time, and someone who hears of trouble. */
export interface BreakerPorts {
  readonly clock: Clock
  readonly alarm: Observer
}

/**
 * Handlers that keep an eye on hooks with a budget or a breaker; all others run as before. A run over its budget is told, and
 * its answer counts. A hook that failed too often in a row is not tried until its cooldown is over: each call then gets the
 * failure at once, and `onFailure` says what that means. Afterwards one run is the trial that closes the breaker or keeps it
 * open. One state serves all sessions. Callbacks are not watched: the engine calls them itself.
 */
export function addBreakers({ callback, ...others }: Handlers, ports: BreakerPorts): Handlers {
  const records = new Map<string, HookRecord>()
  const watched = Object.entries(others).map(([type, handler]) => [type, watchHandler(handler, records, ports)])
  return { ...Object.fromEntries(watched), ...(callback && { callback }) }
}

function watchHandler(handler: Handler, records: Map<string, HookRecord>, ports: BreakerPorts): Handler {
  return {
    run(request) {
      const { hook } = request
      if (hook.budgetMs === undefined && hook.breaker === undefined) return handler.run(request)
      const known = records.get(hook.id) ?? new HookRecord(ports)
      records.set(hook.id, known)
      return known.run(handler, request)
    },
    preflight: async (hook, session) => (await handler.preflight?.(hook, session)) ?? null,
    close: async () => handler.close?.(),
  }
}

interface Trip {
  /** Monotonic time of the next trial. */
  until: number
  class: FailureClass
  /** The failure that opened it. */
  last: string
  trial: boolean
}

/** What is known of one hook. */
class HookRecord {
  readonly #ports: BreakerPorts
  #badRuns = 0
  #trip: Trip | null = null
  #toldSlow = false

  constructor(ports: BreakerPorts) {
    this.#ports = ports
  }

  async run(handler: Handler, request: RunRequest): Promise<RawResult> {
    const { clock } = this.#ports
    const started = clock.monotonic()
    const trip = this.#trip
    if (trip && (trip.trial || started < trip.until)) return this.#refuse(trip, started)
    if (trip) trip.trial = true
    let raw: RawResult | undefined
    try {
      raw = await handler.run(request)
    } finally {
      raw = this.#judge(raw, request, clock.monotonic() - started)
    }
    return raw
  }

  #refuse({ until, class: name, last }: Trip, now: number): RawResult {
    const wait = Math.max(0, Math.ceil((until - now) / 1000))
    const message = `not tried: its breaker is open after ${this.#badRuns} bad runs in a row, the next try is in ${wait} s (last: ${last})`
    return { kind: 'broken', class: name, message }
  }

  /** Counts the run, and marks it when it was slow. A handler that threw has no result and counts as failed. */
  #judge(raw: RawResult | undefined, request: RunRequest, ms: number): RawResult {
    const result: RawResult = raw ?? { kind: 'broken', class: 'crash', message: 'the handler failed' }
    if (result.kind === 'cancelled') {
      if (this.#trip) this.#trip.trial = false
      return result
    }
    const { hook } = request
    const outcome = interpret(result, hook, request.input)
    const slow = hook.budgetMs !== undefined && ms > hook.budgetMs ? describeSlow(ms, hook.budgetMs) : undefined
    if (slow !== undefined) this.#tellSlow(slow, request)
    if (outcome.status === 'failed') this.#countBad(request, outcome.class!, outcome.failure ?? 'it failed')
    else if (slow !== undefined) this.#countBad(request, 'timeout', slow)
    else this.#countGood(request)
    return slow === undefined ? result : { ...result, remarks: [slow, ...(result.remarks ?? [])] }
  }

  #countBad({ hook, session }: RunRequest, failure: FailureClass, last: string): void {
    this.#badRuns++
    const { breaker } = hook
    if (breaker === undefined || (this.#badRuns < breaker.failures && this.#trip === null)) return
    const isNew = this.#trip === null
    this.#trip = { until: this.#ports.clock.monotonic() + breaker.cooldownMs, class: failure, last, trial: false }
    if (isNew) this.#tell(describeTrip(hook, breaker, this.#trip), session.id)
  }

  #countGood({ hook, session }: RunRequest): void {
    this.#badRuns = 0
    if (this.#trip === null) return
    this.#trip = null
    this.#tell(
      { code: 'HOOK_BREAKER_CLOSED', message: `Hook ${hook.id} answers again and is back in use.` },
      session.id,
    )
  }

  #tellSlow(slow: string, { hook, session }: RunRequest): void {
    if (this.#toldSlow) return
    this.#toldSlow = true
    const message = `Hook ${hook.id} ${slow}.`
    this.#tell({ code: 'HOOK_OVER_BUDGET', message, hint: 'Make it faster, or raise its budget.' }, session.id)
  }

  #tell(notice: { code: string; message: string; hint?: string }, sessionId: string): void {
    const step: ObservedStep = { type: 'notice', ...notice, sessionId }
    try {
      this.#ports.alarm(step)
    } catch {
      // an observer that throws must not change what happens
    }
  }
}

function describeSlow(ms: number, budgetMs: number): string {
  return `took ${Math.round(ms)} ms, over its budget of ${budgetMs} ms`
}

const effects = { ignore: 'goes ahead without it', ask: 'is asked about', deny: 'is denied' } as const

function describeTrip(hook: Hook, breaker: Breaker, trip: Trip): { code: string; message: string; hint: string } {
  const effect = effects[hook.onFailure[trip.class]]
  return {
    code: 'HOOK_BREAKER_OPEN',
    message: `Hook ${hook.id} failed or was slow ${breaker.failures} times in a row and is not tried for ${breaker.cooldownMs} ms; meanwhile what it guards ${effect}. Last: ${trip.last}`,
    hint: 'Mend the hook; onFailure says what its failures do.',
  }
}
