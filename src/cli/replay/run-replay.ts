import { createId } from '../../base/ids.ts'
import type { Redactor } from '../../base/redact.ts'
import type { Hooks } from '../../hooks/create-hooks.ts'
import { type Change, compareVerdicts, type PresentVerdict } from './compare-verdicts.ts'
import type { PastVerdict, ReplayEvent, ReplaySession } from './replay-event.ts'
import { replaySession } from './replay-session.ts'
import type { World } from './world.ts'

/** What a replay found. */
export interface ReplayReport {
  /** Events that were compared, those that could be compared only in part included. */
  compared: number
  /** How many of them came out as they were recorded. */
  same: number
  /** Events that came out otherwise, in order; those that can be compared only in part are marked by `gaps`. */
  differences: Difference[]
  /** Events that could be compared only in part and came out the same as far as that goes. */
  inexact: number
  /** Events that were left out, and why. */
  leftOut: LeftOut[]
  /** Whether anything got weaker: of what is known for certain, and of what is known in part. */
  weaker: { certain: boolean; possible: boolean }
}

/** One event that came out otherwise. */
export interface Difference {
  sessionId: string
  event: ReplayEvent
  then: PastVerdict
  now: PresentVerdict
  changes: Change[]
  gaps: string[]
}

export interface LeftOut {
  sessionId: string
  number: number
  why: string
}

/** The hooks of a project and the folder in which they work. */
export interface OpenProject {
  hooks: Hooks
  world: World
  close(): Promise<void>
}

export interface ReplayRequest {
  sessions: readonly ReplaySession[]
  /** Opens what the sessions of a project are replayed with; called once for each project. */
  openProject(projectDir: string): Promise<OpenProject>
  redactor: Redactor
  /** How many sessions are replayed at a time; the events of one follow each other. */
  jobs: number
  /** Leaves out events that can be compared only in part. */
  exactOnly: boolean
  signal: AbortSignal
  progress?(done: number, total: number): void
}

/** Replays sessions and compares what comes of their events. Rejects when a configuration cannot be loaded or a project not be copied. */
export async function runReplay(request: ReplayRequest): Promise<ReplayReport> {
  const report: ReplayReport = {
    compared: 0,
    same: 0,
    differences: [],
    inexact: 0,
    leftOut: [],
    weaker: { certain: false, possible: false },
  }
  const projects = new Map<string, Promise<OpenProject>>()
  const waiting = request.sessions.map((session) => prepareSession(session, request, report))
  const total = waiting.reduce((sum, { events }) => sum + events.length, 0)
  let done = 0
  const work = async (): Promise<void> => {
    for (let session = waiting.shift(); session !== undefined; session = waiting.shift()) {
      const { projectDir, sessionId } = session
      const opening = projects.get(projectDir) ?? request.openProject(projectDir)
      projects.set(projectDir, opening)
      const { hooks, world } = await opening
      const { redactor, signal } = request
      const stage = { hooks, world, redactor, signal, replayId: `replay-${createId()}` }
      await replaySession(session, stage, (event, replayed) => {
        request.progress?.(++done, total)
        if (!event.compared) return
        if ('problem' in replayed) report.leftOut.push({ sessionId, number: event.number, why: replayed.problem })
        else addResult({ sessionId, event, now: replayed.verdict }, report)
      })
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.max(1, request.jobs) }, work))
  } finally {
    const opened = await Promise.allSettled(projects.values())
    await Promise.all(opened.map((result) => (result.status === 'fulfilled' ? result.value.close() : undefined)))
  }
  return sortReport(report, request.sessions)
}

/** A session without the events that can be compared to nothing; those are told as left out. */
function prepareSession(session: ReplaySession, { exactOnly }: ReplayRequest, report: ReplayReport): ReplaySession {
  const events = session.events.filter(({ compared, then, gaps, number }) => {
    if (!compared) return true
    const why = then === null ? 'no verdict was recorded' : exactOnly && gaps.length > 0 ? gaps.join('; ') : undefined
    if (why !== undefined) report.leftOut.push({ sessionId: session.sessionId, number, why })
    return why === undefined
  })
  return { ...session, events: events.some(({ compared }) => compared) ? events : [] }
}

function addResult(
  { sessionId, event, now }: { sessionId: string; event: ReplayEvent; now: PresentVerdict },
  report: ReplayReport,
): void {
  const then = event.then!
  const { changes, untold } = compareVerdicts(event, then, now)
  const gaps = [...event.gaps, ...(untold.length > 0 ? [`secrets were hidden in ${untold.join(', ')}`] : [])]
  report.compared++
  if (changes.length === 0) {
    if (gaps.length > 0) report.inexact++
    report.same++
    return
  }
  report.differences.push({ sessionId, event, then, now, changes, gaps })
  if (changes.some(({ direction }) => direction === 'weaker')) {
    if (gaps.length === 0) report.weaker.certain = true
    else report.weaker.possible = true
  }
}

function sortReport(report: ReplayReport, sessions: readonly ReplaySession[]): ReplayReport {
  const order = new Map(sessions.map(({ sessionId }, index) => [sessionId, index]))
  const rank = (sessionId: string): number => order.get(sessionId) ?? 0
  report.differences.sort((a, b) => rank(a.sessionId) - rank(b.sessionId) || a.event.number - b.event.number)
  report.leftOut.sort((a, b) => rank(a.sessionId) - rank(b.sessionId) || a.number - b.number)
  return report
}
