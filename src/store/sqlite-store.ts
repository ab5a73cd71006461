import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { NewRecord } from '../protocol/records.ts'
import type { Job, NewJob, Store, StoreChange, StoreResult } from '../protocol/store.ts'
import { findOwner, nameOwner } from './owner.ts'
import { createRecordStore, type StoreOptions } from './records/record-store.ts'
import { toKey } from './records/write-records.ts'

/** A store whose every answer is there at once. */
export interface SqliteStore extends Store {
  claim(key: string): boolean
  isClaimed(key: string): boolean
  add(key: string, by: number): number
  commit(changes: readonly StoreChange[]): StoreResult[]
  orphans(queue: string): Job[]
  close(): void
}

/**
 * State, log and queue in the one database that holds the records, which processes share. It is opened at the first use. Methods
 * throw when it cannot be used, and then nothing has changed: a counter that cannot be read is never taken for 0.
 */
export function openSqliteStore(options: StoreOptions): SqliteStore {
  const store = createRecordStore({ env: process.env, ...options })
  const commit = (changes: readonly StoreChange[]): StoreResult[] =>
    store.transact((database, append) => changes.map((change) => apply(change, { database, append })))
  return {
    commit,
    claim: (key) => commit([{ change: 'claim', key }])[0] as boolean,
    isClaimed: (key) =>
      store.read((database) => database.prepare('SELECT 1 FROM claims WHERE key = ?').get(digest(key)) !== undefined),
    add: (key, by) => commit([{ change: 'add', key, by }])[0] as number,
    orphans: (queue) => store.read((database) => listOrphans(database, queue)),
    close: () => store.close(),
  }
}

interface Transaction {
  database: DatabaseSync
  append(records: readonly NewRecord[]): void
}

function apply(change: StoreChange, { database, append }: Transaction): StoreResult {
  switch (change.change) {
    case 'claim': {
      const insert = database.prepare('INSERT OR IGNORE INTO claims (key, claimed_at) VALUES (?, ?)')
      return insert.run(digest(change.key), Date.now()).changes === 1
    }
    case 'add':
      return addTo(database, change)
    case 'append':
      append([change.record])
      return null
    case 'enqueue':
      enqueue(database, change.job)
      return null
    case 'adopt':
      return adopt(database, change.job)
    case 'finish':
      return database.prepare(`DELETE FROM jobs WHERE id = ? AND owner = ?`).run(change.id, nameOwner()).changes === 1
  }
}

// Keys hold session ids, which may be of any length and hold any character.
function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

function addTo(database: DatabaseSync, { key, by }: { key: string; by: number }): number {
  if (!Number.isSafeInteger(by)) throw new Error(`a counter counts whole numbers, not ${by}`)
  const upsert = `INSERT INTO counters (key, value, updated_at) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET value = value + excluded.value, updated_at = excluded.updated_at RETURNING value`
  const value = Number(database.prepare(upsert).get(digest(key), by, Date.now())?.['value'])
  if (!Number.isSafeInteger(value)) throw new Error(`the counter has become ${value}`)
  return value
}

function enqueue(database: DatabaseSync, { id, queue, sessionId, firing, body }: NewJob): void {
  const insert = `INSERT INTO jobs (id, queue, session, firing, body, state, owner, attempts, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, 'begun', ?, 1, ?, ?)`
  const now = Date.now()
  database.prepare(insert).run(id, queue, toKey(sessionId), firing, JSON.stringify(body), nameOwner(), now, now)
}

// Whoever counts one up first has it.
function adopt(database: DatabaseSync, { id, attempts }: Pick<Job, 'id' | 'attempts'>): boolean {
  const update = 'UPDATE jobs SET owner = ?, attempts = attempts + 1, updated_at = ? WHERE id = ? AND attempts = ?'
  return database.prepare(update).run(nameOwner(), Date.now(), id, attempts).changes === 1
}

function listOrphans(database: DatabaseSync, queue: string): Job[] {
  const select = `SELECT * FROM jobs WHERE queue = ? AND state <> 'done' ORDER BY created_at, rowid`
  return database
    .prepare(select)
    .all(queue)
    .filter((row) => findOwner(String(row['owner'])) === 'gone')
    .map((row) => ({
      id: String(row['id']),
      queue,
      sessionId: String(JSON.parse(String(row['session']))),
      firing: row['firing'] as string | null,
      body: JSON.parse(String(row['body'])) as Record<string, unknown>,
      attempts: Number(row['attempts']),
    }))
}
