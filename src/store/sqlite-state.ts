import { createHash } from 'node:crypto'
import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { StateStore } from '../protocol/ports.ts'

/** A state store that answers at once and can be closed. */
export interface SqliteState extends StateStore {
  claim(key: string): boolean
  isClaimed(key: string): boolean
  close(): void
}

/**
 * State in a file that processes share: a claim is won by exactly one of them. The file is opened at the first claim, with its
 * folder made if need be, both for their owner only. Methods throw when the file cannot be used, or is or lies
 * behind a link that others may have placed. Claims are forgotten after 90 days.
 */
export function createSqliteState(path: string): SqliteState {
  let database: DatabaseSync | undefined
  const open = (): DatabaseSync => {
    database ??= openDatabase(path)
    return database
  }
  return {
    claim(key) {
      const insert = open().prepare('INSERT OR IGNORE INTO claims (key, claimed_at) VALUES (?, ?)')
      return insert.run(digest(key), Date.now()).changes === 1
    },
    isClaimed(key) {
      if (database === undefined && !existsSync(path)) return false
      return open().prepare('SELECT 1 FROM claims WHERE key = ?').get(digest(key)) !== undefined
    },
    close() {
      database?.close()
      database = undefined
    },
  }
}

// Keys hold session ids, which may be of any length and hold any character.
function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

const keptMs = 90 * 24 * 60 * 60 * 1000
const patienceMs = 5000

function openDatabase(path: string): DatabaseSync {
  preparePlace(path)
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(path)
  try {
    database.exec(`PRAGMA busy_timeout = ${patienceMs}`)
    retryWhileBusy(() => database.exec('PRAGMA journal_mode = WAL'))
    database.exec(`
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS claims (key TEXT PRIMARY KEY, claimed_at INTEGER NOT NULL) WITHOUT ROWID;
    `)
    database.prepare('DELETE FROM claims WHERE claimed_at < ?').run(Date.now() - keptMs)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function preparePlace(path: string): void {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (lstatSync(folder).isSymbolicLink()) throw new Error(`${folder} is a link: state is kept in real folders only`)
  const present = lstatSync(path, { throwIfNoEntry: false })
  if (present && !present.isFile()) throw new Error(`${path} is no regular file`)
  closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600))
}

// Node announces its database as experimental on stderr, which belongs to the caller's own output.
function loadSqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}

// Switching the journal is the one step for which the database does not wait by itself.
function retryWhileBusy(step: () => void): void {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      step()
      return
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== busyCode || performance.now() > deadline) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

const busyCode = 5
