import type { Session, SessionConfig } from '../../agent/index.ts'
import { listSessions } from '../../agent/storage/list-sessions.ts'
import { HookError } from '../../base/errors.ts'
import { createSession, resumeSession } from '../../entry.ts'
import { usage } from './read-settings.ts'
import type { RunFlags } from './run-flags.ts'

type Place = { cwd: string }

/**
 * Opens the session that the flags ask for: a new one, one that is named, or the latest of the folder. Rejects with a
 * `HookError` whose hint says what to do on a command line.
 */
export async function openRun(
  { resume, continue: goOn }: Pick<RunFlags, 'resume' | 'continue'>,
  config: SessionConfig & Place,
): Promise<Session> {
  if (resume !== undefined && goOn)
    throw usage('--resume names a session and --continue takes the latest', 'Leave one of the two out.')
  const id = goOn ? findLatest(config) : resume
  try {
    return await (id === undefined ? createSession(config) : resumeSession(id, config))
  } catch (error) {
    throw explainForCommandLine(error, config)
  }
}

function findLatest(config: SessionConfig & Place): string {
  const [latest] = listStored(config)
  if (latest) return latest.id
  throw new HookError('SESSION_NOT_FOUND', `No session of ${config.cwd} is stored.`, {
    hint: 'Start one without --continue. Sessions are kept by the folder they worked in; --cwd names another one.',
  })
}

function listStored({ storage, cwd, env = process.env }: SessionConfig & Place): ReturnType<typeof listSessions> {
  return listSessions(storage, { cwd, env })
}

const shownSessions = 5

function explainForCommandLine(error: unknown, config: SessionConfig & Place): unknown {
  if (!(error instanceof HookError)) return error
  const { code, message, place } = error
  const withHint = (hint: string): HookError => new HookError(code, message, { hint, place, cause: error })
  switch (code) {
    case 'MODEL_NO_PROVIDER':
    case 'MODEL_NO_KEY':
      return withHint(
        'Set the key in the environment. Without one, hookline demo shows a whole session, and --script FILE lets the embedded model answer.',
      )
    case 'SESSION_NOT_FOUND': {
      const ids = listStored(config)
        .slice(0, shownSessions)
        .map(({ id }) => id)
      return withHint(
        ids.length === 0
          ? 'Nothing is stored for this folder. Sessions are kept by the folder they worked in; --cwd names another one.'
          : `Stored for this folder, the latest first: ${ids.join(', ')}.`,
      )
    }
    default:
      return error
  }
}
