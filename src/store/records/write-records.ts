import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { slowMs } from '../../protocol/records.ts'
import { nameOwner } from '../owner.ts'
import { deriveColumns, deriveFiring, deriveRun } from './derive-columns.ts'
import type { PreparedRecord } from './prepare-record.ts'
import { firstHash, hashRecord, isSealed, makeSeal, markBroken } from './seal.ts'

/** Writes records; the caller holds the transaction. */
export interface RecordWriter {
  write(records: readonly PreparedRecord[]): void
}

/**
 * Makes what numbers, chains, seals and stores records. Everything it goes by is read anew in each call, as other processes
 * write to the same sessions. Statements are made once.
 */
export function createRecordWriter(database: DatabaseSync, key: Buffer): RecordWriter {
  const statements = prepareStatements(database)
  return {
    write(records) {
      const sessions = new Map<string, SessionState>()
      let id = Number(statements.lastId.get()?.['seq'] ?? 0)
      for (const record of records) {
        let session = sessions.get(record.sessionId)
        if (session === undefined) {
          session = readSession(statements, record, key)
          sessions.set(record.sessionId, session)
        }
        writeRecord(statements, session, { record, id: ++id })
      }
      for (const [sessionId, session] of sessions) storeSession(statements, { sessionId, session, key })
    },
  }
}

interface SessionState {
  number: number
  count: number
  head: string
  /** Number and tool of firings that this call has seen. */
  firings: Map<string, FiringState>
  added: { events: number; runs: number; denied: number; failedOpen: number; slow: number; bytes: number }
  lastAt: number
  /** What the newest record about the start of a process says. */
  place: { projectDir: string; program: string } | null
}

interface FiringState {
  id: number
  tool: string | null
  failedOpen: boolean
  ended: boolean
}

type Statements = ReturnType<typeof prepareStatements>

function prepareStatements(database: DatabaseSync) {
  const prepare = (sql: string): StatementSync => database.prepare(sql)
  return {
    lastId: prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'records'`),
    findSession: prepare('SELECT number, count, head, seal FROM sessions WHERE id = ?'),
    addSession:
      prepare(`INSERT INTO sessions (id, project_dir, program, first_at, last_at, events, runs, denied, failed_open,
      slow, bytes, count, head, seal) VALUES (?, '', '', ?, ?, 0, 0, 0, 0, 0, 0, 0, '', '')`),
    storeSession:
      prepare(`UPDATE sessions SET count = ?, head = ?, seal = ?, last_at = max(last_at, ?), events = events + ?,
      runs = runs + ?, denied = denied + ?, failed_open = failed_open + ?, slow = slow + ?, bytes = bytes + ? WHERE number = ?`),
    placeSession: prepare('UPDATE sessions SET project_dir = ?, program = ? WHERE number = ?'),
    addRecord: prepare(`INSERT INTO records (id, session, seq, at, firing, kind, event, tool, refused, body, hash)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    findFiring: prepare('SELECT id, tool, failed_open, ended FROM firings WHERE name = ? AND session = ?'),
    addFiring:
      prepare(`INSERT INTO firings (id, session, name, at, last, owner, event, tool, agent, ms, decision, reason,
      decided_by, failed_open, ended, runs) VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL, NULL, NULL, 0, 0, 0)`),
    beginFiring: prepare('UPDATE firings SET agent = ?, tool = ?, last = ? WHERE id = ?'),
    countRun: prepare('UPDATE firings SET runs = runs + 1, failed_open = max(failed_open, ?), last = ? WHERE id = ?'),
    endFiring: prepare(`UPDATE firings SET ms = ?, decision = ?, reason = ?, decided_by = ?,
      failed_open = max(failed_open, ?), ended = 1, last = ? WHERE id = ?`),
    touchFiring: prepare('UPDATE firings SET last = ? WHERE id = ?'),
    addRun:
      prepare(`INSERT INTO runs (id, session, firing, at, hook, name, source, handler, ms, blocked, failed, failed_open)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
  }
}

function readSession(statements: Statements, { sessionId, at }: PreparedRecord, key: Buffer): SessionState {
  const found = statements.findSession.get(toKey(sessionId))
  const added = found ? undefined : statements.addSession.run(toKey(sessionId), at, at)
  const [count, head] = [Number(found?.['count'] ?? 0), String(found?.['head'] ?? firstHash)]
  // Going on from an end that somebody else has put there would put our seal under it.
  const ours = !found || isSealed(key, 'head', { sessionId, count, head, seal: String(found['seal']) })
  return {
    number: Number(found?.['number'] ?? added?.lastInsertRowid),
    count,
    head: ours ? head : markBroken(head),
    firings: new Map(),
    added: { events: 0, runs: 0, denied: 0, failedOpen: 0, slow: 0, bytes: 0 },
    lastAt: at,
    place: null,
  }
}

/** The form in which ids of sessions are stored: escapes keep apart what the database would take for the same text. */
export function toKey(sessionId: string): string {
  return JSON.stringify(sessionId)
}

function writeRecord(
  statements: Statements,
  session: SessionState,
  { record, id }: { record: PreparedRecord; id: number },
): void {
  const { sessionId, firing, at, kind, text } = record
  const seq = ++session.count
  session.head = hashRecord(session.head, { sessionId, seq, at, firing, kind, body: text })
  session.lastAt = Math.max(session.lastAt, at)
  session.added.bytes += text.length + rowBytes
  const own = deriveColumns(record)
  const state = firing === null ? null : findFiring(statements, session, { record, firing, id })
  if (state && kind === 'event') state.tool = own.tool
  const tool = own.tool ?? state?.tool ?? null
  const values = [at, state?.id ?? null, kind, own.event, tool, own.refused ? 1 : 0, text, session.head] as const
  statements.addRecord.run(id, session.number, seq, ...values)
  if (record.kind === 'session') session.place = record.body
  if (record.kind === 'run') addRun(statements, session, { record, id, firing: state?.id ?? null })
  if (state) tellFiring(statements, session, { record, id, state })
}

/** About what a row takes besides its text, with its places in the indexes. */
const rowBytes = 300

interface NewRow {
  record: PreparedRecord
  firing: string
  id: number
}

function findFiring(statements: Statements, session: SessionState, { record, firing, id }: NewRow): FiringState {
  const known = session.firings.get(firing)
  if (known) return known
  const found = statements.findFiring.get(firing, session.number)
  const { event, tool } = deriveColumns(record)
  if (!found) statements.addFiring.run(id, session.number, firing, record.at, id, nameOwner(), event, tool)
  const state: FiringState = {
    id: Number(found?.['id'] ?? id),
    tool: found ? (found['tool'] as string | null) : tool,
    failedOpen: found?.['failed_open'] === 1,
    ended: found?.['ended'] === 1,
  }
  session.firings.set(firing, state)
  return state
}

function addRun(
  statements: Statements,
  session: SessionState,
  { record, id, firing }: { record: Extract<PreparedRecord, { kind: 'run' }>; id: number; firing: number | null },
): void {
  const { hook, name, source, handler, ms, blocked, failed, failedOpen } = deriveRun(record)
  const flags = [blocked, failed, failedOpen].map(Number)
  statements.addRun.run(id, session.number, firing, record.at, hook, name, source, handler, ms, ...flags)
  session.added.runs++
}

function tellFiring(
  statements: Statements,
  session: SessionState,
  { record, id, state }: { record: PreparedRecord; id: number; state: FiringState },
): void {
  const columns = deriveFiring(record)
  const failedOpen = columns.failedOpen === true
  if (failedOpen && !state.failedOpen) {
    state.failedOpen = true
    session.added.failedOpen++
  }
  if (record.kind === 'event') {
    session.added.events++
    statements.beginFiring.run(columns.agent ?? null, state.tool, id, state.id)
  } else if (record.kind === 'run') statements.countRun.run(Number(failedOpen), id, state.id)
  else if (columns.ended && !state.ended) {
    const { ms = null, decision = null, reason = null, decidedBy = null } = columns
    state.ended = true
    if (decision === 'deny') session.added.denied++
    if (ms !== null && ms > slowMs) session.added.slow++
    statements.endFiring.run(ms, decision, reason, decidedBy, Number(failedOpen), id, state.id)
  } else statements.touchFiring.run(id, state.id)
}

function storeSession(
  statements: Statements,
  { sessionId, session, key }: { sessionId: string; session: SessionState; key: Buffer },
): void {
  const { number, count, head, added, lastAt, place } = session
  const seal = makeSeal(key, 'head', { sessionId, count, head })
  const { events, runs, denied, failedOpen, slow, bytes } = added
  statements.storeSession.run(count, head, seal, lastAt, events, runs, denied, failedOpen, slow, bytes, number)
  if (place) statements.placeSession.run(place.projectDir, place.program, number)
}
