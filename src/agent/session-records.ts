import type { CreateHooksOptions } from '../hooks/hooks-types.ts'
import type { QuestionDesk } from '../protocol/records.ts'
import type { SessionConfig } from './session-options.ts'

/** What a session is recorded with. */
export interface SessionRecords {
  /** For `createHooks`. */
  options: Pick<CreateHooksOptions, 'records' | 'desk' | 'audit' | 'program' | 'jobs'>
  /** Closes what was opened here; a log that the host gave stays open. */
  close(): Promise<void>
}

/**
 * Opens what a session is recorded with: by default the user's own records, unless nothing is to be stored at all. Nothing is
 * made until there is something to record.
 */
export async function openSessionRecords(
  config: SessionConfig,
  env: Readonly<Record<string, string | undefined>>,
): Promise<SessionRecords> {
  const { records, storage, audit, program, desk } = config
  const common = { ...(audit && { audit }), ...(program !== undefined && { program }), ...(desk && { desk }) }
  if (records && 'append' in records) return { options: { records, ...common }, close: async () => {} }
  const isOff = records === undefined ? storage === false || env['HOOKLINE_RECORDS'] === 'off' : records === false
  if (isOff) return { options: common, close: async () => {} }
  const [{ openSharedLog }, { recordsPath }, { openSqliteStore }] = await Promise.all([
    import('../store/records/shared-log.ts'),
    import('../store/records/schema.ts'),
    import('../store/sqlite-store.ts'),
  ])
  const { apiKey } = config.provider && 'apiKey' in config.provider ? config.provider : { apiKey: undefined }
  const store = { path: recordsPath(env), env, ...records, ...(apiKey !== undefined && { secrets: [apiKey] }) }
  const log = openSharedLog(store)
  const jobs = openSqliteStore({ ...store, patienceMs: jobPatienceMs })
  const opened = desk || !config.onAsk ? undefined : await openDesk(store)
  return {
    options: { records: log, jobs, ...common, ...(opened && { desk: opened }) },
    async close() {
      opened?.close()
      jobs.close()
      await log.close()
    },
  }
}

/** The queue is written in the thread of the session: rather is a hook not kept than the session held up. */
const jobPatienceMs = 200

async function openDesk(store: {
  path: string
  secrets?: readonly string[]
  env: Readonly<Record<string, string | undefined>>
}): Promise<QuestionDesk & { close(): void }> {
  const { openQuestionDesk } = await import('../store/records/question-desk.ts')
  return openQuestionDesk(store)
}
