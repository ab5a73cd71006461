import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './in-transaction.ts'
import { openSqlite } from './open-sqlite.ts'
import { type Counter, checkCounter, newCounter, type RoundLimits, spentLimit } from './review-counter.ts'

/** How a review ended. Only `approved` is a real yes. */
export type ReviewOutcome = 'approved' | 'refused' | 'capped' | 'unverified' | 'off'

/** What is asked when an agent wants to stop. */
export interface RoundRequest {
  supervisorId: string
  sessionId: string
  event: string
  limits: RoundLimits
  /** The prompt the agent works on; another one than before starts the count anew. */
  promptId?: string
  /** Why no review may take place, whatever the count is. */
  refusal?: string
}

/** Whether a review may take place; one that may is counted already and recorded as `unverified` until it ends. */
export type Round =
  | { kind: 'review'; record: number; round: number }
  | { kind: 'capped'; record: number; why: string }
  | { kind: 'off'; record: number }

/** What a review was and what it cost. */
export interface ReviewEnd {
  outcome: ReviewOutcome
  reason: string
  evidence: Readonly<Record<string, unknown>>
  ms: number
  tokens: number
}

/** A line of the record. */
export interface ReviewRecord {
  id: number
  sessionId: string
  event: string
  round: number
  startedAt: string
  endedAt: string | null
  outcome: ReviewOutcome
  reason: string
  evidence: Record<string, unknown>
}

/** Counters, switches and the record of reviews, exact across processes. Methods throw when the file cannot be used. */
export interface ReviewState {
  /** Opens the file if it is there. Never throws: what is wrong with it shows when it is used. */
  warm(): void
  /** Counts a review if one may take place. Throws for a counter that cannot be right. */
  takeRound(request: RoundRequest): Round
  /** How many refusals in a row, this one included, gave this mark; null forgets the row. */
  countSame(sessionId: string, mark: string | null): number
  /** Closes the record of a review and adds up what it cost. */
  endReview(record: number, end: ReviewEnd): void
  /** No state = on. */
  isOn(supervisorId: string): boolean
  setSwitch(supervisorId: string, on: boolean): void
  /** The latest first. */
  list(filter: { sessionId?: string; limit: number }): ReviewRecord[]
  close(): void
}

/** Where the state of reviews is kept. */
export interface ReviewPlace {
  state: string
  /** The folder of ours that it lies in; undefined when its user named another. */
  inside: string | undefined
}

/** The state of reviews in a file; nothing is made until something is written. */
export function createReviewState({ state: path, inside }: ReviewPlace): ReviewState {
  let database: DatabaseSync | undefined
  const open = (): DatabaseSync => {
    database ??= openSqlite(path, schema, inside)
    return database
  }
  const write = <T>(work: (database: DatabaseSync) => T): T => {
    const database = open()
    return inTransaction(database, () => work(database))
  }
  const isThere = (): boolean => database !== undefined || existsSync(path)
  return {
    warm() {
      try {
        if (isThere()) open()
      } catch {
        // Whoever uses it will meet it again.
      }
    },
    takeRound: (request) => write((db) => takeRound(db, request)),
    countSame: (sessionId, mark) => write((db) => countSame(db, sessionId, mark)),
    endReview: (record, end) => write((db) => endReview(db, record, end)),
    isOn: (supervisorId) => !isThere() || readSwitch(open(), supervisorId),
    setSwitch(supervisorId, on) {
      const upsert = `INSERT INTO switches (key, is_on, created_at, updated_at) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET is_on = excluded.is_on, updated_at = excluded.updated_at`
      open()
        .prepare(upsert)
        .run(toKey(supervisorId), on ? 1 : 0, Date.now(), Date.now())
    },
    list: (filter) => (isThere() ? listRecords(open(), filter) : []),
    close() {
      database?.close()
      database = undefined
    },
  }
}

const schema = `
CREATE TABLE IF NOT EXISTS switches (
  key TEXT PRIMARY KEY, is_on INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS counters (
  key TEXT PRIMARY KEY, rounds INTEGER NOT NULL, ms INTEGER NOT NULL, tokens INTEGER NOT NULL, prompt TEXT,
  mark TEXT, same INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reviews (
  id INTEGER PRIMARY KEY, session TEXT NOT NULL, event TEXT NOT NULL, round INTEGER NOT NULL, started_at INTEGER NOT NULL,
  ended_at INTEGER, outcome TEXT NOT NULL, reason TEXT NOT NULL, evidence TEXT NOT NULL
) STRICT;
`

// Escapes keep apart what the database would take for the same text: zero bytes and halves of characters.
function toKey(id: string): string {
  return JSON.stringify(id)
}

function takeRound(database: DatabaseSync, request: RoundRequest): Round {
  const { supervisorId, sessionId, limits, promptId } = request
  if (!readSwitch(database, supervisorId))
    return { kind: 'off', record: addRecord(database, request, { round: 0, outcome: 'off', reason: 'switched off' }) }
  const found = readCounter(database, sessionId)
  if (found === undefined) forgetOld(database)
  const isNewPrompt = promptId !== undefined && found?.prompt !== promptId
  const counter = found === undefined || isNewPrompt ? newCounter(promptId ?? null) : found
  const why = request.refusal ?? spentLimit(counter, limits)
  if (why !== null) {
    const record = addRecord(database, request, { round: counter.rounds, outcome: 'capped', reason: why })
    return { kind: 'capped', record, why }
  }
  const round = counter.rounds + 1
  writeCounter(database, sessionId, { ...counter, rounds: round })
  const reason = 'the review has not come to an end'
  return { kind: 'review', round, record: addRecord(database, request, { round, outcome: 'unverified', reason }) }
}

function readSwitch(database: DatabaseSync, supervisorId: string): boolean {
  const row = database.prepare('SELECT is_on FROM switches WHERE key = ?').get(toKey(supervisorId))
  // Whatever is no clear "off" leaves the reviewer on.
  return row === undefined || row['is_on'] !== 0
}

function readCounter(database: DatabaseSync, sessionId: string): Counter | undefined {
  const columns = 'rounds, ms, tokens, prompt, mark, same'
  const row = database.prepare(`SELECT ${columns} FROM counters WHERE key = ?`).get(toKey(sessionId))
  return row === undefined ? undefined : checkCounter(row)
}

function writeCounter(database: DatabaseSync, sessionId: string, counter: Counter): void {
  const { rounds, ms, tokens, prompt, mark, same } = counter
  const upsert = `INSERT INTO counters (key, rounds, ms, tokens, prompt, mark, same, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET rounds = excluded.rounds, ms = excluded.ms,
    tokens = excluded.tokens, prompt = excluded.prompt, mark = excluded.mark, same = excluded.same,
    updated_at = excluded.updated_at`
  const now = Date.now()
  database.prepare(upsert).run(toKey(sessionId), rounds, ms, tokens, prompt, mark, same, now, now)
}

function addRecord(
  database: DatabaseSync,
  { sessionId, event }: RoundRequest,
  { round, outcome, reason }: { round: number; outcome: ReviewOutcome; reason: string },
): number {
  const insert = `INSERT INTO reviews (session, event, round, started_at, ended_at, outcome, reason, evidence)
    VALUES (?, ?, ?, ?, ?, ?, ?, '{}')`
  const now = Date.now()
  const end = outcome === 'unverified' ? null : now
  const added = database.prepare(insert).run(toKey(sessionId), event, round, now, end, outcome, reason)
  return Number(added.lastInsertRowid)
}

function countSame(database: DatabaseSync, sessionId: string, mark: string | null): number {
  const counter = readCounter(database, sessionId) ?? newCounter(null)
  const same = mark === null ? 0 : mark === counter.mark ? counter.same + 1 : 1
  writeCounter(database, sessionId, { ...counter, mark, same })
  return same
}

function endReview(database: DatabaseSync, record: number, end: ReviewEnd): void {
  const update = 'UPDATE reviews SET ended_at = ?, outcome = ?, reason = ?, evidence = ? WHERE id = ? RETURNING session'
  const { outcome, reason, evidence, ms, tokens } = end
  const row = database.prepare(update).get(Date.now(), outcome, reason, JSON.stringify(evidence), record)
  if (row === undefined) return
  const spend = 'UPDATE counters SET ms = ms + ?, tokens = tokens + ?, updated_at = ? WHERE key = ?'
  database.prepare(spend).run(Math.round(ms), Math.round(tokens), Date.now(), row['session']!)
}

const keptMs = 90 * 24 * 60 * 60 * 1000

function forgetOld(database: DatabaseSync): void {
  const before = Date.now() - keptMs
  database.prepare('DELETE FROM counters WHERE updated_at < ?').run(before)
  database.prepare('DELETE FROM reviews WHERE started_at < ?').run(before)
}

function listRecords(
  database: DatabaseSync,
  { sessionId, limit }: { sessionId?: string; limit: number },
): ReviewRecord[] {
  const where = sessionId === undefined ? '' : 'WHERE session = ?'
  const select = database.prepare(`SELECT * FROM reviews ${where} ORDER BY id DESC LIMIT ?`)
  const rows = sessionId === undefined ? select.all(limit) : select.all(toKey(sessionId), limit)
  return rows.map((row) => ({
    id: Number(row['id']),
    sessionId: String(JSON.parse(String(row['session']))),
    event: String(row['event']),
    round: Number(row['round']),
    startedAt: new Date(Number(row['started_at'])).toISOString(),
    endedAt: row['ended_at'] === null ? null : new Date(Number(row['ended_at'])).toISOString(),
    outcome: row['outcome'] as ReviewOutcome,
    reason: String(row['reason']),
    evidence: JSON.parse(String(row['evidence'])) as Record<string, unknown>,
  }))
}
