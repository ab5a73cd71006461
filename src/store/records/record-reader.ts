import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { EventName } from '../../protocol/event-types.ts'
import type { FiringSummary, RecordQuery, RecordReader, SessionRecord, SessionSummary } from '../../protocol/records.ts'
import type { Verdict } from '../../protocol/verdict.ts'
import { findOwner } from '../owner.ts'
import { readStatistics } from './read-statistics.ts'
import { filterFirings, filterRecords } from './record-filter.ts'
import { openRecords } from './schema.ts'
import { keyPathOf } from './seal.ts'
import { verifyChain } from './verify-chain.ts'

/**
 * Opens records for reading. A file that is not there yet reads as empty. Methods throw when the file cannot be used.
 */
export function openRecordReader(path: string): RecordReader {
  let opened: DatabaseSync | undefined
  const read = <T>(work: (database: DatabaseSync) => T, otherwise: T): T => {
    if (opened === undefined && !existsSync(path)) return otherwise
    opened ??= openReadOnly(path)
    return work(opened)
  }
  return {
    sessions: (query = {}) => read((database) => readSessions(database, query), []),
    firings: (query = {}) => read((database) => readFirings(database, query), []),
    records: (query = {}) => read((database) => readRecords(database, query), []),
    statistics: (query = {}) => read((database) => readStatistics(database, query), []),
    verify: (sessionId) =>
      read((database) => verifyChain(database, { sessionId, keyPath: keyPathOf(path) }), {
        sessionId,
        records: 0,
        ok: false,
        broken: { seq: 0, problem: 'there is no record of this session' },
      }),
    lastId: () => read((database) => Number(database.prepare(lastId).get()?.['seq'] ?? 0), 0),
    close() {
      opened?.close()
      opened = undefined
    },
  }
}

const lastId = `SELECT seq FROM sqlite_sequence WHERE name = 'records'`

// Opened as a writer would, since an older schema is brought up to date first; from then on nothing can be written.
function openReadOnly(path: string): DatabaseSync {
  const database = openRecords(path)
  database.exec('PRAGMA query_only = ON')
  return database
}

function readSessions(database: DatabaseSync, { since, until, limit }: RecordQuery): SessionSummary[] {
  const select = `SELECT s.*, (SELECT count(*) FROM questions q WHERE q.answer IS NULL AND q.session = s.id) AS waiting
    FROM sessions s WHERE s.last_at >= ? AND s.first_at < ? ORDER BY s.last_at DESC, s.number DESC LIMIT ?`
  const rows = database
    .prepare(select)
    .all(since ?? Number.MIN_SAFE_INTEGER, until ?? Number.MAX_SAFE_INTEGER, limit ?? -1)
  return rows.map((row) => ({
    sessionId: fromKey(row['id']),
    projectDir: String(row['project_dir']),
    program: String(row['program']),
    firstAt: Number(row['first_at']),
    lastAt: Number(row['last_at']),
    events: Number(row['events']),
    runs: Number(row['runs']),
    denied: Number(row['denied']),
    failedOpen: Number(row['failed_open']),
    slow: Number(row['slow']),
    waiting: Number(row['waiting']),
  }))
}

function readFirings(database: DatabaseSync, query: RecordQuery): FiringSummary[] {
  const { where, values } = filterFirings(query)
  const select = `SELECT f.*, s.id AS session_id FROM firings f JOIN sessions s ON s.number = f.session
    WHERE ${where} ORDER BY f.id ${directionOf(query)} LIMIT ?`
  const isGone = rememberOwners()
  return database
    .prepare(select)
    .all(...values, query.limit ?? -1)
    .map((row) => ({
      sessionId: fromKey(row['session_id']),
      firing: String(row['name']),
      id: Number(row['id']),
      at: Number(row['at']),
      event: row['event'] as EventName,
      tool: row['tool'] as string | null,
      agentId: row['agent'] as string | null,
      ms: row['ms'] as number | null,
      decision: row['decision'] as Verdict['decision'],
      reason: row['reason'] as string | null,
      decidedBy: row['decided_by'] as string | null,
      failedOpen: row['failed_open'] === 1,
      interrupted: row['ended'] === 0 && isGone(String(row['owner']), Number(row['at'])),
      runs: Number(row['runs']),
    }))
}

/** No event takes so long: what has no verdict by then has lost its process, on whatever machine that was. */
const longestEventMs = 24 * 60 * 60 * 1000

function rememberOwners(): (owner: string, at: number) => boolean {
  const known = new Map<string, ReturnType<typeof findOwner>>()
  return (owner, at) => {
    const state = known.get(owner) ?? findOwner(owner)
    known.set(owner, state)
    return state === 'gone' || (state === 'unknown' && Date.now() - at > longestEventMs)
  }
}

function readRecords(database: DatabaseSync, query: RecordQuery): SessionRecord[] {
  const { where, values } = filterRecords(query)
  const select = `SELECT r.id, r.seq, r.at, r.kind, r.body, r.hash, s.id AS session_id, n.name AS firing_name
    FROM records r JOIN sessions s ON s.number = r.session LEFT JOIN firings n ON n.id = r.firing
    WHERE ${where} ORDER BY ${orderOf(query)} ${directionOf(query)} LIMIT ?`
  return database
    .prepare(select)
    .all(...values, query.limit ?? -1)
    .map(
      (row) =>
        ({
          version: 1,
          id: Number(row['id']),
          sessionId: fromKey(row['session_id']),
          seq: Number(row['seq']),
          at: Number(row['at']),
          firing: row['firing_name'] as string | null,
          hash: String(row['hash']),
          kind: row['kind'],
          body: JSON.parse(String(row['body'])),
        }) as SessionRecord,
    )
}

// Both rise together in a session. By `seq` its records are read in order from an index, and a page of them costs a page; by
// `id` every page would read and sort them all.
function orderOf({ sessionId, firing, kinds, events, tool, hook }: RecordQuery): 'r.seq' | 'r.id' {
  const isNarrowed = [firing, kinds, events, tool, hook].some((part) => part !== undefined)
  return sessionId !== undefined && !isNarrowed ? 'r.seq' : 'r.id'
}

function directionOf({ order = 'oldest' }: RecordQuery): string {
  return order === 'oldest' ? 'ASC' : 'DESC'
}

function fromKey(key: unknown): string {
  return String(JSON.parse(String(key)))
}
