import type { RecordReader, SessionRecord } from '../../protocol/records.ts'
import type { Firing } from './assemble-firing.ts'
import { sideRow } from './firing-rows.ts'
import { followRecords, type News } from './follow-records.ts'
import { createFiringLoader } from './load-firings.ts'
import { printFirings } from './print-waterfall.ts'
import type { RecordFilter } from './record-flags.ts'
import { type Screen, writeLine } from './screen.ts'
import { writeJson } from './write-json.ts'

/** What to follow, and how it is shown. */
export interface FollowRequest {
  path: string
  /** Only this session. */
  sessionId?: string
  filter: RecordFilter
  json: boolean
  all: boolean
  screen: Screen
  /** Whether what is shown still reaches somebody. */
  isRead(): boolean
}

/** Shows events as they come to their end, in whatever process, until the user stops it or nobody reads any more. */
export async function followSession(request: FollowRequest, reader: RecordReader): Promise<void> {
  const after = reader.lastId()
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  const shown = createShownSessions(request.screen)
  await followRecords({ path: request.path, after, signal: stop.signal }, (news) => {
    if (request.json) printRecords(news, request)
    else printNews(news, request, shown)
    if (!request.isRead()) stop.abort()
  })
}

function isWanted(sessionId: string, { sessionId: only, filter }: FollowRequest, reader: RecordReader): boolean {
  if (only !== undefined) return sessionId === only
  if (filter.project === undefined) return true
  const session = reader.sessions().find((candidate) => candidate.sessionId === sessionId)
  return session !== undefined && isInside(session.projectDir, filter.project)
}

function isInside(folder: string, project: string): boolean {
  return folder === project || folder.startsWith(`${project}/`)
}

// Whether an event fits is known when it has ended: only then its records are printed, all of them.
function printRecords(news: News, request: FollowRequest): void {
  const { records, ended, reader } = news
  const fitting = fittingFirings(news, request)
  const printed = fitting
    ? ended
        .filter(({ firing }) => fitting.has(firing))
        .flatMap(({ sessionId, firing }) => reader.records({ sessionId, firing }))
    : records
  for (const record of printed) {
    if (isWanted(record.sessionId, request, reader)) request.screen.print(writeJson(record))
  }
}

/** Which of the events that have just ended fit, as the store itself tells; null when all do. */
function fittingFirings({ ended, reader }: News, { filter }: FollowRequest): Set<string> | null {
  if (!filter.active) return null
  const fitting = ended.filter(({ firing }) => reader.firings({ ...filter.query, firing, limit: 1 }).length > 0)
  return new Set(fitting.map(({ firing }) => firing))
}

function printNews(news: News, request: FollowRequest, show: ShownSessions): void {
  const { records, ended, reader } = news
  const { screen, all } = request
  const fitting = fittingFirings(news, request)
  for (const summary of ended) {
    if (!isWanted(summary.sessionId, request, reader)) continue
    if (fitting !== null && !fitting.has(summary.firing)) continue
    const firing = createFiringLoader(reader)(summary)
    const { from, span } = show(reader, firing)
    printFirings([firing], { screen, all, from, span, beside: [] })
  }
  for (const record of records) {
    if (fitting === null && isWanted(record.sessionId, request, reader)) printBeside(record, request)
  }
}

type ShownSessions = (reader: RecordReader, firing: Firing) => { from: number; span: number }

/** What a full bar stands for as long as nothing took longer. */
const usualSpan = 1000

/** Names the session whenever another one speaks; gives the time at which it began, and the longest event so far. */
function createShownSessions(screen: Screen): ShownSessions {
  let last: string | undefined
  let span = usualSpan
  const begun = new Map<string, number>()
  return (reader, { summary: { sessionId, at, ms } }) => {
    if (!begun.has(sessionId)) {
      begun.set(sessionId, reader.sessions().find((session) => session.sessionId === sessionId)?.firstAt ?? at)
    }
    if (last !== sessionId) screen.print(writeLine([{ text: `session ${sessionId}`, style: 'bold' }], screen))
    last = sessionId
    span = Math.max(span, ms ?? 0)
    return { from: begun.get(sessionId)!, span }
  }
}

function printBeside(record: SessionRecord, { screen }: FollowRequest): void {
  const { marks } = screen.glyphs
  for (const { mark, text, style } of sideRow(record, screen.glyphs)) {
    screen.print(writeLine([{ lead: `${mark} `, text, style }], screen))
  }
  if (record.kind === 'question') {
    const { toolName, reason } = record.body
    screen.print(
      writeLine([{ lead: `${marks.ask} `, text: `${toolName} waits for an answer: ${reason}`, style: 'cyan' }], screen),
    )
  }
  if (record.kind === 'answer') {
    const { behavior, by } = record.body
    screen.print(writeLine([{ lead: `${marks.ask} `, text: `answered: ${behavior} by ${by}`, style: 'cyan' }], screen))
  }
}
