import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { SessionConfig } from '../session-options.ts'
import { lockSession, type SessionLock } from './session-lock.ts'
import { Transcript } from './transcript.ts'

/** Where a session is kept. */
export interface SessionPlace {
  id: string
  cwd: string
  env: Readonly<Record<string, string | undefined>>
}

/** The file with the conversation of a session; null when the host keeps none. */
export function locateTranscript(storage: SessionConfig['storage'], { id, cwd, env }: SessionPlace): string | null {
  if (storage === false) return null
  const state = env['XDG_STATE_HOME'] || join(env['HOME'] || homedir(), '.local', 'state')
  const dir = storage?.dir ?? join(state, 'hookline', 'sessions', cwd.replace(/[^A-Za-z0-9]+/g, '-'))
  return join(dir, `${fileName(id)}.jsonl`)
}

/** Takes possession of a session's file and makes it fit to be added to. Rejects with `SESSION_IN_USE`. */
export async function ownTranscript(path: string): Promise<SessionLock> {
  const lock = await lockSession(`${path}.lock`)
  try {
    if (existsSync(path)) endLastLine(path)
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

/** Of a line that was half written nothing stays; one that only lacks its end gets it. */
function endLastLine(path: string): void {
  const bytes = readFileSync(path)
  const start = bytes.lastIndexOf(0x0a) + 1
  if (start === bytes.length) return
  try {
    JSON.parse(bytes.toString('utf8', start))
    appendFileSync(path, '\n')
  } catch {
    truncateSync(path, start)
  }
}
