import { createHash } from 'node:crypto'
import { closeSync, ftruncateSync, lstatSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openPrivateFile } from '../../store/private-file.ts'
import { makePrivateFolder } from '../../store/private-folder.ts'
import { stateFolder } from '../../store/state-folder.ts'
import type { SessionConfig } from '../session-options.ts'
import { lockSession, type SessionLock } from './session-lock.ts'
import { speechPath, Transcript } from './transcript.ts'

/** Where a session is kept. */
export interface SessionPlace {
  id: string
  cwd: string
  env: Readonly<Record<string, string | undefined>>
}

/** The file with the conversation of a session; null when the host keeps none. */
export function locateTranscript(storage: SessionConfig['storage'], { id, cwd, env }: SessionPlace): string | null {
  if (storage === false) return null
  const dir = storage?.dir ?? join(sessionsFolder(env), cwd.replace(/[^A-Za-z0-9]+/g, '-'))
  return join(dir, `${fileName(id)}.jsonl`)
}

function sessionsFolder(env: SessionPlace['env']): string {
  return join(stateFolder(env), 'sessions')
}

/** Makes the folders that sessions are kept in unless their host names another. Throws `STATE_UNSAFE`. */
export function makeSessionsFolder(env: SessionPlace['env']): void {
  makePrivateFolder(stateFolder(env))
  makePrivateFolder(sessionsFolder(env))
}

/**
 * Takes possession of a session's file and makes it fit to be added to. Rejects with `SESSION_IN_USE`, and with `STATE_UNSAFE`
 * when a file of the session is a link or others can write to it.
 */
export async function ownTranscript(path: string): Promise<SessionLock> {
  const lock = await lockSession(`${path}.lock`)
  try {
    // Now rather than in the middle of a turn.
    if (isThere(speechPath(path))) closeSync(openPrivateFile(speechPath(path), 'read'))
    if (isThere(path)) endLastLine(path)
    return lock
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The transcript of a session that this process owns; new lines follow the given one. */
export function openTranscript(
  path: string,
  { place, lock, after }: { place: SessionPlace; lock: SessionLock; after: string | null },
): Transcript {
  return new Transcript({ path, sessionId: place.id, cwd: () => place.cwd, after, mayWrite: () => lock.check() })
}

// Different ids must never share a file, and a name has its limits.
function fileName(id: string): string {
  const name = id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 128)
  return name === id ? name : `${name}-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Of a line that was half written nothing stays; one that only lacks its end gets it. */
function endLastLine(path: string): void {
  const file = openPrivateFile(path, 'change')
  try {
    const bytes = readFileSync(file)
    const start = bytes.lastIndexOf(0x0a) + 1
    if (start === bytes.length) return
    if (isJson(bytes.toString('utf8', start))) writeSync(file, '\n', bytes.length)
    else ftruncateSync(file, start)
  } finally {
    closeSync(file)
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
