import type { FullInput } from '../protocol/full-input.ts'
import type { Hook } from '../protocol/hook.ts'
import type { Clock, Handler, Handlers, ObservedStep, Observer, RunRequest, SessionFacts } from '../protocol/ports.ts'
import type { RawResult } from '../protocol/raw-result.ts'
import { applyPolicy } from './apply-policy.ts'
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
      const refusal = await refuseStart(hook, stage, ports, endedBy)
      if (refusal !== undefined) {
        slots[position] = refusal
        continue
      }
      const run = await runHook(hook, { ...stage, over }, ports)
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
  return clock.monotonic() + longest + 1000
}

function refuseStart(
  hook: Hook,
  stage: StageRequest,
  ports: RunPorts,
  endedBy: string | undefined,
): string | undefined | Promise<string | undefined> {
  if (ports.signal?.aborted) return 'cancelled: the caller aborted'
  if (endedBy !== undefined) return `chain ended by ${endedBy}`
  if (!hook.once || stage.recheck) return undefined
  const claimed = ports.claim(hook)
  const answer = (first: boolean): string | undefined => (first ? undefined : 'once: it has run in this session')
  return typeof claimed === 'boolean' ? answer(claimed) : claimed.then(answer)
}

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
  const timeoutMs = Math.min(hook.timeoutMs, stage.over - started)
  const raw =
    timeoutMs <= 0
      ? noTurn
      : await runHandler({ hook, input, timeoutMs, signal: ports.signal, session: ports.session }, ports)
  const ms = ports.clock.monotonic() - started
  const outcome = interpret(raw, hook, stage.seen)
  const run: Run = { hook, outcome, seen: stage.seen, ms, recheck: stage.recheck, complete: stage.isComplete(hook) }
  tellEnd(run, raw, ports)
  return run
}

/** @internal */
export function tellStart(hook: Hook, input: FullInput, recheck: boolean, ports: RunPorts): void {
  const { event, statusMessage } = hook
  const about = { event, sessionId: ports.session.id, hook, input, recheck }
  tell(ports.observer, () => ({ type: 'hookStart', ...about, ...(statusMessage !== undefined && { statusMessage }) }))
}

/** @internal */
export function tellEnd(run: Run, raw: RawResult, ports: RunPorts): void {
  tell(ports.observer, () => {
    const { hook, outcome, ms, recheck } = run
    const { decision, reason } = applyPolicy(hook, outcome)
    const about = { event: hook.event, sessionId: ports.session.id, hook, recheck }
    return {
      type: 'hookEnd',
      ...about,
      status: runStatus(run),
      ms,
      decision,
      reason,
      raw,
      ...(outcome.class && { class: outcome.class }),
    }
  })
}

interface RunScope extends Omit<StageRequest, 'hooks'> {
  /** Monotonic time at which the hook's stage is over. */
  over: number
}

const noTurn: RawResult = {
  kind: 'broken',
  class: 'timeout',
  message: 'hook timed out waiting for its turn: the hooks before it took all the time of the stage',
}

function runHandler(request: RunRequest, ports: RunPorts): RawResult | Promise<RawResult> {
  const { handler: spec } = request.hook
  const handler = spec.type === 'callback' ? undefined : ports.handlers[spec.type]
  if (!handler)
    return { kind: 'broken', class: 'spawn', message: `there is no handler for hooks of type "${spec.type}" here` }
  try {
    return runWithBackstop(handler, request, ports.clock)
  } catch (error) {
    return handlerFault(error)
  }
}

// A handler keeps its own deadline. This one holds even if the handler does not, or if it kept the hook in a queue.
function runWithBackstop(handler: Handler, request: RunRequest, clock: Clock): Promise<RawResult> {
  const backstop = new AbortController()
  const signal = request.signal ? AbortSignal.any([request.signal, backstop.signal]) : backstop.signal
  return new Promise((resolve) => {
    const callOff = clock.after(request.timeoutMs + 1800, () => {
      resolve({ kind: 'broken', class: 'timeout', message: 'hook timed out before its handler gave an answer' })
      backstop.abort()
    })
    const settle = (raw: RawResult): void => {
      callOff()
      resolve(raw)
    }
    const work = async (): Promise<RawResult> => handler.run({ ...request, signal })
    work().then(settle, (error: unknown) => settle(handlerFault(error)))
  })
}

function handlerFault(error: unknown): RawResult {
  return {
    kind: 'broken',
    class: 'crash',
    message: `the handler failed: ${error instanceof Error ? error.message : String(error)}`,
  }
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
