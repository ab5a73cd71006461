import type { RecordReader, SessionRecord } from '../../protocol/records.ts'
import type { Firing } from './assemble-firing.ts'
import { findFiring } from './find-session.ts'
import { sideRow } from './firing-rows.ts'
import { followRecords, type News } from './follow-records.ts'
import { loadFiring } from './load-firings.ts'
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
}

/** Shows events as they come to their end, in whatever process, until the user stops it. */
export async function followSession(request: FollowRequest, reader: RecordReader): Promise<void> {
  const after = reader.lastId()
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  // Nobody reads any more.
  process.stdout.once('error', () => stop.abort())
  const shown = createShownSessions(request.screen)
  await followRecords({ path: request.path, after, signal: stop.signal }, (news) => {
    if (request.json) printRecords(news, request)
    else printNews(news, request, shown)
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

function printRecords({ records, reader }: News, request: FollowRequest): void {
  const fitting = request.filter.active ? fittingFirings({ records, reader }, request) : null
  for (const record of records) {
    if (!isWanted(record.sessionId, request, reader)) continue
    if (fitting !== null && (record.firing === null || !fitting.has(record.firing))) continue
    request.screen.print(writeJson(record))
  }
}

// The store itself tells which of the events that have just ended fit; those under way fit nothing yet.
function fittingFirings({ records, reader }: Pick<News, 'records' | 'reader'>, { filter }: FollowRequest): Set<string> {
  const names = new Set(records.flatMap(({ firing }) => (firing === null ? [] : [firing])))
  return new Set([...names].filter((firing) => reader.firings({ ...filter.query, firing, limit: 1 }).length > 0))
}

function printNews(
  { records, ended, reader }: News,
  request: FollowRequest,
  show: ReturnType<typeof createShownSessions>,
): void {
  const { screen, all } = request
  const fitting = request.filter.active ? fittingFirings({ records, reader }, request) : null
  for (const summary of ended) {
    if (!isWanted(summary.sessionId, request, reader)) continue
    if (fitting !== null && !fitting.has(summary.firing)) continue
    const { number } = findFiring(reader, summary.sessionId, summary.firing)
    const firing = loadFiring(reader, summary, number)
    const from = show(reader, firing)
    printFirings([firing], { screen, all, from, beside: [] })
  }
  for (const record of records) {
    if (fitting === null && isWanted(record.sessionId, request, reader)) printBeside(record, request)
  }
}

/** Names the session whenever another one speaks; gives the time at which it began. */
function createShownSessions(screen: Screen): (reader: RecordReader, firing: Firing) => number {
  let last: string | undefined
  const begun = new Map<string, number>()
  return (reader, { summary: { sessionId, at } }) => {
    if (!begun.has(sessionId)) {
      begun.set(sessionId, reader.sessions().find((session) => session.sessionId === sessionId)?.firstAt ?? at)
    }
    if (last !== sessionId) screen.print(writeLine([{ text: `session ${sessionId}`, style: 'bold' }], screen))
    last = sessionId
    return begun.get(sessionId)!
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
