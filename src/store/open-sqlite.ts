import { closeSync, fchmodSync, fstatSync, lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { monotonicMs } from '../base/monotonic-ms.ts'
import { openPrivateFile } from './private-file.ts'
import { makeNamedFolder } from './private-folder.ts'
import { refuseState } from './refuse-state.ts'

/**
 * Opens a database that processes share, with its folder made if need be, both for their owner only. A process that is
 * killed loses nothing that was committed. Throws when the file cannot be used, and `STATE_UNSAFE` when it is or lies behind
 * a link, or when others can write to it. `inside` is the folder of ours that it lies in.
 */
export function openSqlite(path: string, schema: string, inside?: string): DatabaseSync {
  const { isNew, journalSize } = preparePlace(path, inside)
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(path, { timeout: patienceMs })
  try {
    // Before the first page is written: afterwards it has no effect, but a write, and files could never become smaller again.
    if (isNew) database.exec('PRAGMA auto_vacuum = INCREMENTAL')
    retryWhileBusy(() => database.exec('PRAGMA journal_mode = WAL'))
    // Sorting in memory: nothing of the content may end in files that we do not guard.
    database.exec(
      `PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = ${longJournal};\n${schema}`,
    )
    // Processes that end without closing it leave it to the next one, which has to read all of it: the next write starts it anew.
    if (journalSize > longJournal) shortenJournal(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const patienceMs = 15_000
const longJournal = 256 * 1024

// It loses nothing when it cannot: who comes next will do it.
function shortenJournal(database: DatabaseSync): void {
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // What is wrong shows when something is written.
  }
}

function preparePlace(path: string, inside: string | undefined): { isNew: boolean; journalSize: number } {
  makeNamedFolder(dirname(path), inside)
  const descriptor = openPrivateFile(path, 'change')
  const { size, mode } = fstatSync(descriptor)
  // What the database puts beside it has the same mode.
  if ((mode & 0o777) !== 0o600) fchmodSync(descriptor, 0o600)
  closeSync(descriptor)
  for (const end of ['-shm', '-journal']) measureBeside(`${path}${end}`)
  return { isNew: size === 0, journalSize: measureBeside(`${path}-wal`) }
}

function measureBeside(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats && !stats.isFile()) throw refuseState(path, 'is a link or no regular file')
  return stats?.size ?? 0
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
  const deadline = monotonicMs() + patienceMs
  for (;;) {
    try {
      step()
      return
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== busyCode || monotonicMs() > deadline) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

const busyCode = 5
