import { randomUUID } from 'node:crypto'
import { openSession, type SessionPorts } from './create-session.ts'
import type { Session } from './session.ts'
import type { SessionConfig } from './session-options.ts'

/**
 * Goes on with a session that was stored, in this process or another one. Nothing that was shown to the user is lost, however
 * its process ended. Rejects with a `HookError`: `SESSION_NOT_FOUND`, or `SESSION_IN_USE` while another process owns it.
 */
export function resumeSession(id: string, config: SessionConfig = {}, ports?: SessionPorts): Promise<Session> {
  return openSession({ ...config, sessionId: id }, { kind: 'resume' }, ports)
}

/**
 * Starts a new session with the conversation of a stored one, which stays as it is and may be in use. The new one has an id of
 * its own: `config.sessionId`, or a fresh one. Rejects with a `HookError` when there is no such session.
 */
export function forkSession(id: string, config: SessionConfig = {}, ports?: SessionPorts): Promise<Session> {
  return openSession({ ...config, sessionId: config.sessionId ?? randomUUID() }, { kind: 'fork', from: id }, ports)
}
