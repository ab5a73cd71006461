import type { Session, SessionConfig, StreamMessage } from '../../agent/index.ts'
import type { Observer } from '../../protocol/ports.ts'
import type { Terminal } from '../terminal.ts'
import { composeObservers, openAttachments } from './attachments.ts'
import { openRun } from './open-run.ts'
import type { RunSettings } from './read-settings.ts'
import type { RunFlags } from './run-flags.ts'
import type { RunPlace } from './run-place.ts'
import { StartNotices } from './start-notices.ts'

/** One call of `hookline run`, understood. */
export interface RunCall {
  flags: RunFlags
  settings: RunSettings
  place: RunPlace
  terminal: Terminal
  /** When the program began, as `performance.now()` has it. */
  since: number
}

/** Who looks on at a session and answers its questions. */
export interface SessionPorts {
  observers: readonly Observer[]
  onMessage(message: StreamMessage): void
  onAsk: NonNullable<SessionConfig['onAsk']>
  onQuestion?: SessionConfig['onQuestion']
  /** Writes a line to stderr. */
  tell(line: string): void
  /** Tells what is not in force. */
  warn(text: string): void
}

/** A session under way. */
export interface StartedSession {
  session: Session
  /** What was not in force when it began. */
  notices: string[]
  /** How many hooks nobody has approved. */
  untrusted: number
  close(reason: Parameters<Session['close']>[0]): Promise<void>
}

/** Opens the session of a call with everything that is attached to it. Rejects with a `HookError`. */
export async function startSession({ flags, settings, place }: RunCall, ports: SessionPorts): Promise<StartedSession> {
  const { tell, warn, onMessage, onAsk, onQuestion } = ports
  const attachments = await openAttachments({
    ...{ debug: settings.debug, tell, env: process.env },
    ...{ serve: flags.serve, attended: place.attended },
  })
  const notices = new StartNotices()
  const observers = [notices.observe, ...ports.observers, ...attachments.map(({ observer }) => observer)]
  const closeAttachments = async (): Promise<void> => {
    await Promise.allSettled(attachments.map(async ({ close }) => close?.()))
  }
  try {
    const session = await openRun(flags, {
      ...settings.session,
      program: 'run',
      observer: composeObservers(observers),
      onMessage,
      onAsk,
      ...(onQuestion && { onQuestion }),
      ...Object.assign({}, ...attachments.map(({ config }) => config)),
    })
    for (const { opened } of attachments) opened?.(session)
    if (flags.dialect !== undefined && flags.config.length === 0)
      warn('--dialect says how --config files are read, and there is none')
    return {
      session,
      notices: notices.start(warn),
      untrusted: notices.untrusted,
      close: async (reason) => {
        await session.close(reason)
        await closeAttachments()
      },
    }
  } catch (error) {
    await closeAttachments()
    throw error
  }
}
