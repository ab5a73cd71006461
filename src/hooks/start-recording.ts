import type { Clock } from '../protocol/ports.ts'
import type { RecordLog } from '../protocol/records.ts'
import type { CreateHooksOptions, RecordSettings } from './hooks-types.ts'
import type { OpenedRecords } from './open-recording.ts'
import type { JobKeeper } from './record-jobs.ts'
import type { Recording } from './record-steps.ts'

/** What was opened; whoever holds it closes it. */
export interface StartedRecording {
  records: Recording | undefined
  jobs: JobKeeper | undefined
  close(): Promise<void>
}

/**
 * Opens what the sessions of one engine are recorded with, as far as its options want any; loads nothing otherwise. `secrets` are
 * hidden in all records, beside what the log hides by itself.
 */
export async function startRecording(
  options: CreateHooksOptions,
  { clock, secrets }: { clock: Clock; secrets: readonly string[] },
): Promise<StartedRecording> {
  const { records: given, audit = 'best-effort', program = 'sdk', env = process.env } = options
  const own = given && !isLog(given) ? await openOwn(addSecrets(given === true ? {} : given, secrets), env) : undefined
  const log = given && isLog(given) ? await hideSecrets(given, secrets) : own?.log
  const jobs = options.jobs ?? own?.jobs
  return {
    close: async () => own?.close(),
    records: log && (await import('./record-steps.ts')).createRecording({ log, audit, program, clock }),
    jobs:
      jobs && (await import('./record-jobs.ts')).createJobKeeper({ store: jobs, env, secrets, now: () => clock.now() }),
  }
}

function isLog(records: RecordLog | RecordSettings | true): records is RecordLog {
  return typeof records === 'object' && 'append' in records
}

function addSecrets(settings: RecordSettings, secrets: readonly string[]): RecordSettings {
  return { ...settings, secrets: [...(settings.secrets ?? []), ...secrets] }
}

// Whoever gave the log cannot know the keys that were given here.
async function hideSecrets(log: RecordLog, secrets: readonly string[]): Promise<RecordLog> {
  if (secrets.length === 0) return log
  const { createCleanLog } = await import('./clean-log.ts')
  return createCleanLog(log, secrets)
}

async function openOwn(settings: RecordSettings, env: NonNullable<CreateHooksOptions['env']>): Promise<OpenedRecords> {
  const { openOwnRecords } = await import('./open-recording.ts')
  return openOwnRecords(settings, env)
}
