import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../in-transaction.ts'
import { makeSeal } from './seal.ts'

/** How long records are kept, and how many. Sessions go as a whole, the longest unused first. */
export interface Retention {
  /** Days after its last record that a session is kept; 30 by default. */
  maxAgeDays?: number
  /** About how many bytes all sessions together may take; 1 GiB by default. */
  maxBytes?: number
}

/**
 * Removes sessions that are too old, then the oldest while there is too much. A session that was written to within the last hour
 * stays. Of each a sealed line remains, so that nobody has to take it for tampering.
 */
export function removeOld(
  database: DatabaseSync,
  { key, maxAgeDays = 30, maxBytes = 2 ** 30 }: Retention & { key: Buffer },
): void {
  const now = Date.now()
  const before = now - maxAgeDays * dayMs
  for (const session of listSessions(database, before)) removeSession(database, { session, why: 'age', key })
  let bytes = Number(database.prepare('SELECT total(bytes) AS bytes FROM sessions').get()?.['bytes'])
  for (const session of bytes > maxBytes ? listSessions(database, now - restMs) : []) {
    if (bytes <= maxBytes) break
    removeSession(database, { session, why: 'size', key })
    bytes -= session.bytes
  }
  if (clearRemoved(database)) database.exec('PRAGMA incremental_vacuum')
  forgetOld(database, before)
}

const dayMs = 24 * 60 * 60 * 1000
const restMs = 60 * 60 * 1000

interface OldSession {
  number: number
  bytes: number
}

function listSessions(database: DatabaseSync, before: number): OldSession[] {
  const select = 'SELECT number, bytes FROM sessions WHERE last_at < ? ORDER BY last_at, number'
  return database
    .prepare(select)
    .all(before)
    .map((row) => ({ number: Number(row['number']), bytes: Number(row['bytes']) }))
}

const reasons = { age: 'older than records are kept', size: 'the oldest when there were more than are kept' }

function removeSession(
  database: DatabaseSync,
  { session, why, key }: { session: OldSession; why: keyof typeof reasons; key: Buffer },
): void {
  inTransaction(database, () => {
    const row = database.prepare('DELETE FROM sessions WHERE number = ? RETURNING id, count, head').get(session.number)
    if (row === undefined) return
    const [id, count, head] = [String(row['id']), Number(row['count']), String(row['head'])]
    const seal = makeSeal(key, 'removed', { sessionId: String(JSON.parse(id)), count, head })
    const insert = `INSERT INTO removed_sessions (number, id, count, head, removed_at, why, seal) VALUES (?, ?, ?, ?, ?, ?, ?)`
    database.prepare(insert).run(session.number, id, count, head, Date.now(), reasons[why], seal)
  })
}

/** Rows that are removed at once: the lock that others wait for is held no longer than that takes. */
const rowsAtOnce = 2000

// Also what a process that was killed meanwhile has left. True when anything was removed.
function clearRemoved(database: DatabaseSync): boolean {
  const left = database.prepare(`SELECT number FROM removed_sessions WHERE number IN (SELECT session FROM records
    WHERE session = number) OR number IN (SELECT session FROM firings WHERE session = number)`)
  const numbers = left.all().map((row) => Number(row['number']))
  for (const number of numbers)
    for (const table of ['runs', 'records', 'firings']) while (removeRows(database, table, number) === rowsAtOnce);
  return numbers.length > 0
}

function removeRows(database: DatabaseSync, table: string, session: number): number {
  const remove = `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE session = ? LIMIT ${rowsAtOnce})`
  return inTransaction(database, () => Number(database.prepare(remove).run(session).changes))
}

function forgetOld(database: DatabaseSync, before: number): void {
  database.prepare('DELETE FROM questions WHERE answered_at < ?').run(before)
  database.prepare('DELETE FROM claims WHERE claimed_at < ?').run(Math.min(before, Date.now() - 90 * dayMs))
  database.prepare(`DELETE FROM jobs WHERE state = 'done' AND updated_at < ?`).run(before)
}
