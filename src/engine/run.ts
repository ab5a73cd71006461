import { describeThrown } from '../base/describe-thrown.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { Hook } from '../protocol/hook.ts'
import type { Clock, Handler, Handlers, ObservedStep, Observer, RunRequest, SessionFacts } from '../protocol/ports.ts'
import type { RawResult } from '../protocol/raw-result.ts'
import { applyPolicy } from './apply-policy.ts'
import { type Claim, claimOnce } from './claim-once.ts'
import { interpret } from './interpret.ts'
import type { Run } from './merge.ts'
import { runStatus } from './run-status.ts'

/** What running hooks needs from outside: handlers, time, and someone who watches. */
export interface RunPorts {
  readonly handlers: Handlers
  readonly clock: Clock
  /** Sees every step. */
  readonly observer: Observer | undefined
  /** Hears of gates that failed open, also when nobody watches every step. */
  readonly alarm: Observer | undefined
  readonly session: SessionFacts
  readonly signal: AbortSignal | undefined
  /** At most this many hooks of one stage at once. */
  readonly maxConcurrent: number
  /** Names this firing of the event. */
  readonly firing: string
  nextExecutionId(): string
  /** False when a once-hook has run already in this session. */
  claim(hook: Hook): boolean | Promise<boolean>
}

/** What became of the hooks of a stage: the runs in configuration order, and those that never started, with the reason. */
export interface StageResult {
  runs: Run[]
  unstarted: { hook: Hook; why: string }[]
}

export interface StageRequest {
  hooks: readonly Hook[]
  seen: FullInput
  recheck: boolean
  isComplete(hook: Hook): boolean
}

/** Runs the hooks of one stage together. One that ends the chain keeps those that have not started from starting. */
export async function runStage(stage: StageRequest, ports: RunPorts): Promise<StageResult> {
  const over = stageDeadline(stage.hooks, ports.clock)
  const slots: (Run | string | undefined)[] = new Array(stage.hooks.length)
  let next = 0
  let endedBy: string | undefined
  const work = async (): Promise<void> => {
    while (next < stage.hooks.length) {
      const position = next++
      const hook = stage.hooks[position]!
      const start = await admitStart(hook, { stage, ports, endedBy })
      if (typeof start === 'string') {
        slots[position] = start
        continue
      }
      const run = await runHook(hook, { ...stage, over, broken: start }, ports)
      slots[position] = run
      if (endsChain(run)) endedBy ??= hook.id
    }
  }
  const lanes = Math.min(ports.maxConcurrent, stage.hooks.length)
  if (lanes === 1) await work()
  else await Promise.all(Array.from({ length: lanes }, work))
  return collect(stage.hooks, slots)
}

// A stage is over one second after its longest timeout, however many hooks queue for a place in it; that leaves a second
// to reap what is still running then.
function stageDeadline(hooks: readonly Hook[], clock: Clock): number {
  let longest = 0
  for (const hook of hooks) longest = Math.max(longest, hook.timeoutMs)
  return clock.monotonic() + longest + reserveMs
}

/** Why a hook does not start, in words; a raw result when its run is over before it began; undefined when it starts. */
function admitStart(
  hook: Hook,
  { stage, ports, endedBy }: { stage: StageRequest; ports: RunPorts; endedBy: string | undefined },
): Start | Promise<Start> {
  if (ports.signal?.aborted) return 'cancelled: the caller aborted'
  if (endedBy !== undefined) return `chain ended by ${endedBy}`
  if (!hook.once || stage.recheck) return undefined
  const claim = claimOnce(hook, ports)
  const answer = (said: Claim): Start => (said === 'first' ? undefined : said === 'again' ? onceAgain : said)
  return claim instanceof Promise ? claim.then(answer) : answer(claim)
}

type Start = string | RawResult | undefined

/** Why a once-hook does not run a second time. */
export const onceAgain = 'once: it has run in this session'

function endsChain(run: Run): boolean {
  if (run.hook.shadow) return false
  return run.outcome.endsChain || applyPolicy(run.hook, run.outcome).decision === 'deny'
}

function collect(hooks: readonly Hook[], slots: readonly (Run | string | undefined)[]): StageResult {
  const result: StageResult = { runs: [], unstarted: [] }
  slots.forEach((slot, position) => {
    if (typeof slot === 'string') result.unstarted.push({ hook: hooks[position]!, why: slot })
    else if (slot !== undefined) result.runs.push(slot)
  })
  return result
}

/** Runs one hook and interprets what came of it. Never rejects. */
export async function runHook(hook: Hook, stage: RunScope, ports: RunPorts): Promise<Run> {
  const input = Object.freeze({ ...stage.seen, hookExecutionId: ports.nextExecutionId() })
  tellStart(hook, input, stage.recheck, ports)
  const started = ports.clock.monotonic()
  const answer = stage.broken ?? (await runInTime(hook, input, { stageLeftMs: stage.over - started, ports }))
  const raw = answer.kind === 'cancelled' && !ports.signal?.aborted ? givenUp : answer
  const ms = ports.clock.monotonic() - started
  const outcome = interpret(raw, hook, stage.seen)
  const run: Run = { hook, outcome, seen: stage.seen, ms, recheck: stage.recheck, complete: stage.isComplete(hook) }
  tellEnd(run, raw, ports)
  return run
}

function runInTime(
  hook: Hook,
  input: FullInput,
  { stageLeftMs, ports }: { stageLeftMs: number; ports: RunPorts },
): RawResult | Promise<RawResult> {
  const timeoutMs = Math.min(hook.timeoutMs, stageLeftMs)
  if (timeoutMs <= 0) return noTurn
  const limitMs = Math.min(timeoutMs + patienceMs, stageLeftMs + patienceMs - reserveMs)
  const { signal, session, firing } = ports
  return runHandler({ hook, input, timeoutMs, signal, session, firing }, ports, limitMs)
}

/** @internal */
export function tellStart(hook: Hook, input: FullInput, recheck: boolean, ports: RunPorts): void {
  const { event, statusMessage } = hook
  const about = { event, sessionId: ports.session.id, firing: ports.firing, hook, input, recheck }
  tell(ports.observer, () => ({ type: 'hookStart', ...about, ...(statusMessage !== undefined && { statusMessage }) }))
}

/** @internal */
export function tellEnd(run: Run, raw: RawResult, ports: RunPorts): void {
  tell(ports.observer, () => {
    const { hook, outcome, ms, recheck } = run
    const { decision, reason } = applyPolicy(hook, outcome)
    const about = { event: hook.event, sessionId: ports.session.id, firing: ports.firing, hook, recheck }
    return {
      type: 'hookEnd',
      ...about,
      status: runStatus(run),
      ms,
      decision,
      reason,
      raw,
      ...(outcome.class && { class: outcome.class }),
      // What a hook in shadow says does not count.
      ...(outcome.messages.length > 0 && !hook.shadow && { messages: outcome.messages }),
    }
  })
}

interface RunScope extends Omit<StageRequest, 'hooks'> {
  /** Monotonic time at which the hook's stage is over. */
  over: number
  /** What became of the run before it began. */
  broken?: RawResult | undefined
}

// Only the caller cancels. A handler that stopped a hook by itself, as when it is closed, leaves a gate without its answer.
const givenUp: RawResult = { kind: 'broken', class: 'crash', message: 'hook was stopped before it could answer' }

const noTurn: RawResult = {
  kind: 'broken',
  class: 'timeout',
  message: 'hook timed out waiting for its turn: the hooks before it took all the time of the stage',
}

function runHandler(request: RunRequest, ports: RunPorts, limitMs: number): RawResult | Promise<RawResult> {
  const { handler: spec } = request.hook
  const handler = spec.type === 'callback' ? undefined : ports.handlers[spec.type]
  if (!handler)
    return { kind: 'broken', class: 'spawn', message: `there is no handler for hooks of type "${spec.type}" here` }
  try {
    return runWithBackstop(handler, request, { clock: ports.clock, limitMs })
  } catch (error) {
    return handlerFault(error)
  }
}

/** How long a handler may take to end what is over its time or was aborted. */
const patienceMs = 1800
/** How much longer than its longest timeout a stage lasts, for those that had to queue. */
const reserveMs = 1000

// A handler keeps its own deadline and hears the caller's signal. This holds even if it does neither, or if it kept the hook
// in a queue.
function runWithBackstop(
  handler: Handler,
  request: RunRequest,
  { clock, limitMs }: { clock: Clock; limitMs: number },
): Promise<RawResult> {
  const { signal: caller } = request
  const ending = new AbortController()
  return new Promise((resolve) => {
    const callOffs: (() => void)[] = []
    const settle = (raw: RawResult): void => {
      for (const callOff of callOffs) callOff()
      caller?.removeEventListener('abort', onAbort)
      resolve(raw)
    }
    const giveUpAfter = (ms: number, raw: RawResult): void => {
      const giveUp = (): void => {
        settle(raw)
        ending.abort()
      }
      callOffs.push(clock.after(ms, giveUp))
    }
    const onAbort = (): void => {
      giveUpAfter(patienceMs, { kind: 'cancelled' })
      ending.abort(caller?.reason)
    }
    giveUpAfter(limitMs, noAnswer)
    if (caller?.aborted) onAbort()
    else caller?.addEventListener('abort', onAbort, { once: true })
    const work = async (): Promise<RawResult> => handler.run({ ...request, signal: ending.signal })
    work().then(settle, (error: unknown) => settle(handlerFault(error)))
  })
}

const noAnswer: RawResult = {
  kind: 'broken',
  class: 'timeout',
  message: 'hook timed out before its handler gave an answer',
}

function handlerFault(error: unknown): RawResult {
  return { kind: 'broken', class: 'crash', message: `the handler failed: ${describeThrown(error)}` }
}

/** Tells the observer; what it does with it is no business of the engine, and a fault in it stops nothing. */
export function tell(observer: Observer | undefined, step: () => ObservedStep): void {
  if (!observer) return
  try {
    observer(step())
  } catch {
    // an observer that throws must not change what happens
  }
}
