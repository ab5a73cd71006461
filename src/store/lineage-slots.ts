import { closeSync, constants, lstatSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from './private-folder.ts'
import { stateFolder } from './state-folder.ts'

// Every start of the program loads this file, and hardly any takes a place.
const crypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto')

/** How many sessions hooks may start because of one event, at any depth. */
export const mostDescendants = 16
/** After this time a slot is free again: a hook that lives long, as a worker does, may start something now and then. */
const keptMs = 60 * 60 * 1000

/**
 * Takes one of the places that there are below an event, for all processes together; a session that has one keeps it. Gives its
 * number from 1, or null when all are taken. Throws when places cannot be kept, as on a disk that is full.
 */
export function takeSlot(
  root: string,
  { session, env }: { session: string | null; env: Readonly<Record<string, string | undefined>> },
): number | null {
  const all = join(stateFolder(env), 'lineage')
  makePrivateFolder(stateFolder(env))
  makePrivateFolder(all)
  const folder = join(all, digest(root))
  if (makePrivateFolder(folder) === 'made') forgetOld(all)
  const owner = session === null ? crypto().randomBytes(16).toString('hex') : digest(session)
  for (let slot = 1; slot <= mostDescendants; slot++) if (isTaken(join(folder, String(slot)), owner)) return slot
  return null
}

// True when the slot is ours now, or has been before.
function isTaken(path: string, owner: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry && Date.now() - entry.mtimeMs > keptMs) rmSync(path, { force: true })
  else if (entry) return entry.isFile() && readFileSync(path, 'utf8') === owner
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
    const file = openSync(path, flags, 0o600)
    try {
      writeFileSync(file, owner)
    } finally {
      closeSync(file)
    }
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function forgetOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (entry?.isDirectory() && Date.now() - entry.mtimeMs > keptMs) rmSync(path, { recursive: true, force: true })
  }
}

function digest(text: string): string {
  return crypto().createHash('sha256').update(text).digest('hex').slice(0, 32)
}
