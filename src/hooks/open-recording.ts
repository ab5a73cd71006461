import type { RecordLog } from '../protocol/records.ts'
import { recordsPath } from '../store/records/schema.ts'
import { openSharedLog } from '../store/records/shared-log.ts'
import { openSqliteStore } from '../store/sqlite-store.ts'
import type { CreateHooksOptions, RecordSettings } from './hooks-types.ts'

/** What was opened to record sessions, and has to be closed. */
export interface OpenedRecords {
  log: RecordLog
  jobs: NonNullable<CreateHooksOptions['jobs']>
  close(): Promise<void>
}

/** The queue is written in the thread of the session: rather is a hook not kept than the session held up. */
const jobPatienceMs = 200

/** Opens records and the queue beside them: the user's own unless a path is given. Nothing is made until it is used. */
export function openOwnRecords(
  settings: RecordSettings,
  env: Readonly<Record<string, string | undefined>>,
): OpenedRecords {
  const store = { path: recordsPath(env), env, ...settings }
  const log = openSharedLog(store)
  const jobs = openSqliteStore({ ...store, patienceMs: jobPatienceMs })
  return {
    log,
    jobs,
    async close() {
      jobs.close()
      await log.close()
    },
  }
}
