import { describeThrown } from '../../base/describe-thrown.ts'
import type { NewRecord, RecordLog } from '../../protocol/records.ts'
import { createRecordStore, type RecordStore, type StoreOptions } from './record-store.ts'

/** Opens the log of a store. The file is made with the first record. */
export function openRecordLog(options: StoreOptions): RecordLog {
  return createDirectLog(createRecordStore(options))
}

/** A log that writes each record in the thread that hands it over: for programs that live as long as one event. */
export function createDirectLog(store: RecordStore): RecordLog {
  let count = 0
  let reason: string | null = null
  const lose = (error: unknown): void => {
    count++
    reason = describeThrown(error)
  }
  const append = (record: NewRecord): void => {
    try {
      store.write([record])
    } catch (error) {
      lose(error)
    }
  }
  return {
    append,
    async appendDurably(record) {
      try {
        store.write([record], { durable: true })
      } catch (error) {
        lose(error)
        throw error
      }
    },
    flush: async () => {},
    losses: () => ({ count, reason }),
    close: async () => store.close(),
  }
}
