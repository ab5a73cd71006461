import { isGate } from '../engine/apply-policy.ts'
import { HookEvent } from '../protocol/event-types.ts'
import type { Clock, ObservedStep, Observer } from '../protocol/ports.ts'
import type { RawResult } from '../protocol/raw-result.ts'
import type { NewRecord, RecordBody, RecordLog, RunBody, VerdictBody } from '../protocol/records.ts'
import { describeSource } from '../protocol/source.ts'
import { createLossAlarm } from './loss-alarm.ts'

/** What records are made with. */
export interface RecorderOptions {
  log: Pick<RecordLog, 'append'>
  clock: Clock
  /** What runs the sessions: `sdk`, `run`, `fire`. */
  program: string
}

type StepOf<Type extends ObservedStep['type']> = Extract<ObservedStep, { type: Type }>

/** What the sessions of one engine are recorded with. */
export interface Recording {
  readonly log: RecordLog
  readonly audit: 'required' | 'best-effort'
  readonly observer: Observer
  /** An observer that tells the alarm when records are lost. */
  watchLosses(alarm: Observer): Observer
}

/** Makes what records the sessions of one engine. */
export function createRecording(options: RecorderOptions & Pick<Recording, 'audit' | 'log'>): Recording {
  const { log, audit } = options
  return { log, audit, observer: createRecorder(options), watchLosses: (alarm) => createLossAlarm(log, alarm) }
}

/** Turns what happens into records: sessions when first seen, events before their hooks run, runs, verdicts, deliveries, notices. */
export function createRecorder(options: RecorderOptions): Observer {
  const recorder = new Recorder(options)
  return (step) => recorder.take(step)
}

/** An event that is under way, or whose hooks are. */
interface Firing {
  /** Monotonic. */
  started: number
  running: number
  ended: boolean
}

class Recorder {
  readonly #options: RecorderOptions
  readonly #sessions = new Set<string>()
  readonly #firings = new Map<string, Firing>()
  /** Notices that were given before there was a session whose record could hold them. */
  #early: StepOf<'notice'>[] = []

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  take(step: ObservedStep): void {
    if (step.type === 'eventStart') this.#beginEvent(step)
    else if (step.type === 'hookStart') this.#countRun(step)
    else if (step.type === 'hookEnd') this.#endRun(step)
    else if (step.type === 'eventEnd') this.#endEvent(step)
    else if (step.type === 'notice') this.#takeNotice(step)
    else if (step.type === 'delivery') {
      const { type: _, sessionId, firing = null, ...body } = step
      this.#write({ sessionId, firing }, { kind: 'delivery', body })
    }
  }

  #write(place: { sessionId: string; firing: string | null }, record: RecordBody): void {
    const { log, clock } = this.#options
    const { sessionId, firing } = place
    log.append({ sessionId, firing, at: clock.now(), ...record } as NewRecord)
  }

  #beginEvent(step: StepOf<'eventStart'>): void {
    const { event, input, sessionId, firing } = step
    if (!this.#sessions.has(sessionId)) this.#beginSession(sessionId, input.projectDir)
    const started = this.#options.clock.monotonic()
    this.#firings.set(firing, { started, running: 0, ended: false })
    const agentId = input['agentId']
    const agent = typeof agentId === 'string' ? { agentId } : {}
    this.#write(step, { kind: 'event', body: { event, input, ...agent, monotonicMs: toMicroseconds(started) } })
  }

  #beginSession(sessionId: string, projectDir: string): void {
    this.#sessions.add(sessionId)
    const { hostname } = process.getBuiltinModule('node:os')
    const body = { projectDir, pid: process.pid, host: hostname(), program: this.#options.program }
    this.#write({ sessionId, firing: null }, { kind: 'session', body })
    for (const notice of this.#early.splice(0)) this.#takeNotice({ ...notice, sessionId })
  }

  #countRun({ firing }: StepOf<'hookStart'>): void {
    const known = this.#firings.get(firing)
    if (known) known.running++
  }

  #endRun(step: StepOf<'hookEnd'>): void {
    const known = this.#firings.get(step.firing)
    const since = known ? this.#options.clock.monotonic() - known.started : step.ms
    this.#write(step, { kind: 'run', body: describeRun(step, Math.max(0, since - step.ms)) })
    if (known) known.running--
    this.#forget(step.firing)
  }

  #endEvent(step: StepOf<'eventEnd'>): void {
    this.#write(step, { kind: 'verdict', body: describeVerdict(step) })
    const known = this.#firings.get(step.firing)
    if (known) known.ended = true
    this.#forget(step.firing)
    // Many sessions pass through one process; one that is fired at again says so again.
    if (step.event === HookEvent.SessionEnd) this.#sessions.delete(step.sessionId)
  }

  // Hooks that nobody waits for end after their event.
  #forget(firing: string): void {
    const known = this.#firings.get(firing)
    if (known?.ended && known.running <= 0) this.#firings.delete(firing)
  }

  #takeNotice(step: StepOf<'notice'>): void {
    const { code, message, hint, sessionId } = step
    if (sessionId === undefined || sessionId === '') {
      if (this.#early.length < mostEarly) this.#early.push(step)
      return
    }
    const body = { code, message, ...(hint !== undefined && { hint }) }
    this.#write({ sessionId, firing: null }, { kind: 'notice', body })
  }
}

const mostEarly = 100

function describeRun(step: StepOf<'hookEnd'>, startMs: number): RunBody {
  const { event, hook, status, ms, decision, reason, class: failure, raw, recheck } = step
  const { remarks, usage } = raw
  return {
    event,
    hook: hook.id,
    ...(hook.name !== undefined && { name: hook.name }),
    source: describeSource(hook.source),
    handler: hook.handler.type === 'unsupported' ? hook.handler.name : hook.handler.type,
    dialect: hook.dialect.name,
    status,
    ...(failure && { class: failure }),
    ...describeAnswer(raw),
    startMs: toMicroseconds(startMs),
    ms: toMicroseconds(ms),
    decision,
    reason,
    ...(remarks && remarks.length > 0 && { remarks }),
    ...(usage && { usage }),
    ...(recheck && { recheck: true as const }),
    ...(hook.async && { async: true as const }),
    ...(hasFailedOpen(step) && { failedOpen: true as const }),
  }
}

function describeAnswer(
  raw: RawResult,
): Pick<RunBody, 'exitCode' | 'signal' | 'stdout' | 'stderr' | 'value' | 'message'> {
  switch (raw.kind) {
    case 'process': {
      const { end, stdout, stderr } = raw
      return {
        ...(end.by === 'exit' ? { exitCode: end.code } : end.by === 'signal' ? { signal: end.signal } : {}),
        ...(stdout.text !== '' && { stdout: stdout.text }),
        ...(stderr.text !== '' && { stderr: stderr.text }),
      }
    }
    case 'value':
      return raw.value === undefined ? {} : { value: raw.value }
    case 'broken':
      return { message: raw.message, ...(raw.said !== undefined && { stdout: raw.said }) }
    case 'cancelled':
      return {}
  }
}

// As the policy is applied to an outcome: whatever it did not deny or ask for was let through.
function hasFailedOpen({ hook, class: failure, status, decision }: StepOf<'hookEnd'>): boolean {
  if (failure === undefined || status === 'cancelled' || decision !== null || !isGate(hook)) return false
  return hook.onFailure[failure] === 'ignore'
}

function describeVerdict({ verdict, ms }: StepOf<'eventEnd'>): VerdictBody {
  const { env, runs, ...said } = verdict
  return { ...said, ms: toMicroseconds(ms), env: Object.keys(env), runs }
}

function toMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
