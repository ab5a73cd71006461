import type { DatabaseSync } from 'node:sqlite'

/**
 * Does all of the work or nothing of it, as the only writer. The lock is taken at once: a reader that turns writer while
 * another one writes would fail instead of waiting. Throws what the work throws, or why it could not be stored.
 */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
