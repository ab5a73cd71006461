import { createHash } from 'node:crypto'
import type { RecordLog } from '../../protocol/records.ts'
import { openRecordLog } from './record-log.ts'
import type { StoreOptions } from './record-store.ts'

/** Milliseconds that a log nobody uses stays open: the next session often follows at once. */
const lingerMs = 2000

interface Shared {
  log: RecordLog
  users: number
  timer?: NodeJS.Timeout
}

const shared = new Map<string, Shared>()

/**
 * A log on the same thread as all others of this process with the same options: a host may have a thousand sessions. Closing it
 * waits until everything handed over is written.
 */
export function openSharedLog(options: StoreOptions): RecordLog {
  const key = digestOf(options)
  const entry = shared.get(key) ?? { log: openRecordLog(options), users: 0 }
  shared.set(key, entry)
  clearTimeout(entry.timer)
  entry.users++
  let closed = false
  return {
    append: (record) => entry.log.append(record),
    appendDurably: (record) => entry.log.appendDurably(record),
    flush: () => entry.log.flush(),
    losses: () => entry.log.losses(),
    async close() {
      if (closed) return
      closed = true
      await entry.log.flush()
      entry.users--
      if (entry.users > 0) return
      entry.timer = setTimeout(() => {
        if (shared.get(key) === entry) shared.delete(key)
        void entry.log.close()
      }, lingerMs)
      entry.timer.unref()
    },
  }
}

// The key holds secrets otherwise.
function digestOf({ path, secrets = [], env = {}, maxAgeDays, maxBytes }: StoreOptions): string {
  const text = JSON.stringify([path, secrets, Object.entries(env), maxAgeDays, maxBytes])
  return createHash('sha256').update(text).digest('hex')
}
