import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { describeThrown } from '../../base/describe-thrown.ts'
import type { NewRecord } from '../../protocol/records.ts'
import { inTransaction } from '../in-transaction.ts'
import { createPreparer, type Secrets } from './prepare-record.ts'
import { type Retention, removeOld } from './remove-old.ts'
import { openRecords } from './schema.ts'
import { ensureKey, keyPathOf } from './seal.ts'
import { createRecordWriter, type RecordWriter } from './write-records.ts'

/** Where records are stored, and for how long. */
export interface StoreOptions extends Secrets, Retention {
  path: string
  /** Milliseconds that it waits while others write; 15,000 by default. */
  patienceMs?: number
}

/** Stores records at once, in the thread that calls. Methods throw when the file cannot be used. */
export interface RecordStore {
  /** One transaction. `durable`: on disk for good before it returns, not only safe from the death of the process. */
  write(records: readonly NewRecord[], options?: { durable?: boolean }): void
  /** What the work reads, without keeping anybody from writing. */
  read<T>(work: (database: DatabaseSync) => T): T
  /** Does the work and writes the records that it appends in one transaction, or nothing of both. */
  transact<T>(work: (database: DatabaseSync, append: (records: readonly NewRecord[]) => void) => T): T
  /** Removes what is older or more than may be kept. */
  removeOld(): void
  /** Tells in the records of the sessions what they lack, if that can be written by now. Does not throw. */
  close(): void
}

/**
 * A store that is opened at the first record, and anew when its file was removed. What it could not write is counted, and told
 * in the record of its session as soon as that can be written.
 */
export function createRecordStore(options: StoreOptions): RecordStore {
  const { path } = options
  const prepare = createPreparer(options)
  const losses = new Map<string, { count: number; reason: string }>()
  let opened: OpenStore | undefined
  const close = (): void => {
    opened?.database.close()
    opened = undefined
  }
  const open = (): OpenStore => {
    // A file that was removed under us would take records that nobody can ever read.
    if (opened && inodeOf(path) !== opened.file) close()
    opened ??= openStore(options)
    return opened
  }
  const write = (records: readonly NewRecord[], durable: boolean): void => {
    const prepared = [...[...losses].map(toLossRecord), ...records].map(prepare)
    const { database, writer } = open()
    database.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
    inTransaction(database, () => writer.write(prepared))
    losses.clear()
  }
  return {
    write(records, { durable = false } = {}) {
      try {
        write(records, durable)
      } catch (error) {
        for (const { sessionId } of records)
          losses.set(sessionId, { count: (losses.get(sessionId)?.count ?? 0) + 1, reason: describeThrown(error) })
        throw error
      }
    },
    read: (work) => work(open().database),
    transact(work) {
      const { database, writer } = open()
      database.exec('PRAGMA synchronous = NORMAL')
      return inTransaction(database, () => work(database, (records) => writer.write(records.map(prepare))))
    },
    removeOld() {
      const { database, key } = open()
      removeOld(database, { key, ...options })
    },
    close() {
      try {
        if (losses.size > 0) write([], false)
      } catch {
        // whoever handed the records over has been told already
      }
      close()
    },
  }
}

interface OpenStore {
  database: DatabaseSync
  writer: RecordWriter
  key: Buffer
  /** Tells the file again, whatever stands under its name later. */
  file: number
}

function openStore({ path, patienceMs }: StoreOptions): OpenStore {
  const database = openRecords(path)
  try {
    if (patienceMs !== undefined) database.exec(`PRAGMA busy_timeout = ${patienceMs}`)
    const key = ensureKey(keyPathOf(path))
    return { database, writer: createRecordWriter(database, key), key, file: inodeOf(path) }
  } catch (error) {
    database.close()
    throw error
  }
}

function inodeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? -1
}

function toLossRecord([sessionId, loss]: [string, { count: number; reason: string }]): NewRecord {
  return { sessionId, firing: null, at: Date.now(), kind: 'loss', body: loss }
}
