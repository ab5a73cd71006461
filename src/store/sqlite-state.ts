import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { StateStore } from '../protocol/ports.ts'
import { openSqlite } from './open-sqlite.ts'

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
    database ??= openClaims(path)
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

function openClaims(path: string): DatabaseSync {
  const database = openSqlite(
    path,
    'CREATE TABLE IF NOT EXISTS claims (key TEXT PRIMARY KEY, claimed_at INTEGER NOT NULL) WITHOUT ROWID;',
  )
  database.prepare('DELETE FROM claims WHERE claimed_at < ?').run(Date.now() - keptMs)
  return database
}
