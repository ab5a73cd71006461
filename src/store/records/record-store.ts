import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { NewRecord } from '../../protocol/records.ts'
import { inTransaction } from '../in-transaction.ts'
import { createPreparer, type Secrets } from './prepare-record.ts'
import { openRecords } from './schema.ts'
import { ensureKey, keyPathOf } from './seal.ts'
import { createRecordWriter, type RecordWriter } from './write-records.ts'

/** Where and how records are stored. */
export interface StoreOptions extends Secrets {
  path: string
}

/** Stores records at once, in the thread that calls. Methods throw when the file cannot be used. */
export interface RecordStore {
  /** One transaction. `durable`: on disk for good before it returns, not only safe from the death of the process. */
  write(records: readonly NewRecord[], options?: { durable?: boolean }): void
  close(): void
}

/** A store that is opened at the first record, and again after it has failed. */
export function createRecordStore({ path, ...secrets }: StoreOptions): RecordStore {
  const prepare = createPreparer(secrets)
  let opened: { database: DatabaseSync; writer: RecordWriter; file: number } | undefined
  const open = (): NonNullable<typeof opened> => {
    // A file that was removed under us would take records that nobody can ever read.
    if (opened && inodeOf(path) !== opened.file) close()
    if (!opened) {
      const database = openRecords(path)
      try {
        opened = { database, writer: createRecordWriter(database, ensureKey(keyPathOf(path))), file: inodeOf(path) }
      } catch (error) {
        database.close()
        throw error
      }
    }
    return opened
  }
  const close = (): void => {
    opened?.database.close()
    opened = undefined
  }
  return {
    write(records, { durable = false } = {}) {
      const prepared = records.map(prepare)
      const { database, writer } = open()
      setDurability(database, durable)
      inTransaction(database, () => writer.write(prepared))
    },
    close,
  }
}

function inodeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? -1
}

function setDurability(database: DatabaseSync, durable: boolean): void {
  database.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
}
