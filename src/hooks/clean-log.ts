import { createRedactor } from '../base/redact.ts'
import type { NewRecord, RecordLog } from '../protocol/records.ts'

/** The same log, but secrets are hidden in all that it is given. */
export function createCleanLog(log: RecordLog, secrets: readonly string[]): RecordLog {
  const redactor = createRedactor({ secrets })
  const clean = (record: NewRecord): NewRecord => ({ ...record, body: redactor.value(record.body) }) as NewRecord
  return {
    append: (record) => log.append(clean(record)),
    appendDurably: (record) => log.appendDurably(clean(record)),
    flush: () => log.flush(),
    losses: () => log.losses(),
    close: () => log.close(),
  }
}
