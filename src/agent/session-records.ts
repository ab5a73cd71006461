import type { CreateHooksOptions, RecordSettings } from '../hooks/hooks-types.ts'
import { listModelSecrets } from '../models/list-model-secrets.ts'
import type { QuestionDesk } from '../protocol/records.ts'
import type { SessionConfig } from './session-options.ts'

/** What a session is recorded with. */
export interface SessionRecords {
  /** For `createHooks`. */
  options: Pick<CreateHooksOptions, 'records' | 'desk' | 'audit' | 'program'>
  /** Closes what was opened here. */
  close(): void
}

/**
 * Chooses what a session is recorded with: by default the user's own records, unless nothing is to be stored at all. Questions to
 * the host lie in the same store, for other processes to answer.
 */
export async function openSessionRecords(
  config: SessionConfig,
  env: Readonly<Record<string, string | undefined>>,
): Promise<SessionRecords> {
  const { audit, program, desk: given } = config
  const common = { ...(audit && { audit }), ...(program !== undefined && { program }), ...(given && { desk: given }) }
  const records = chooseRecords(config, env)
  if (!records || 'append' in records || given || !config.onAsk)
    return { options: { ...(records && { records }), ...common }, close: () => {} }
  const desk = await openDesk(records, env)
  return { options: { records, desk, ...common }, close: () => desk.close() }
}

function chooseRecords(
  { records, storage, provider }: SessionConfig,
  env: Readonly<Record<string, string | undefined>>,
): Exclude<SessionConfig['records'], undefined> {
  if (records && typeof records === 'object' && 'append' in records) return records
  const isOff = records === undefined ? storage === false || env['HOOKLINE_RECORDS'] === 'off' : records === false
  if (isOff) return false
  const settings: RecordSettings = typeof records === 'object' ? records : {}
  return { ...settings, secrets: [...(settings.secrets ?? []), ...listModelSecrets(provider)] }
}

async function openDesk(
  settings: RecordSettings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<QuestionDesk & { close(): void }> {
  const [{ openQuestionDesk }, { recordsPath }] = await Promise.all([
    import('../store/records/question-desk.ts'),
    import('../store/records/schema.ts'),
  ])
  return openQuestionDesk({ path: recordsPath(env), env, ...settings })
}
