import { createHash, randomBytes } from 'node:crypto'
import { closeSync, constants, lstatSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '../store/private-folder.ts'
import { stateFolder } from '../store/state-folder.ts'

/** How long spilled texts are kept. */
const keptMs = 30 * 24 * 60 * 60 * 1000

/** Whose text it is, and where state is kept. */
export interface SpillPlace {
  sessionId: string
  env: Readonly<Record<string, string | undefined>>
}

/**
 * Writes a text into a new file that only this user can read, in a folder of the session, and gives its path. Throws when that
 * is not possible: above all when a folder on the way is a link or belongs to somebody else.
 */
export function spillText(text: string, { sessionId, env }: SpillPlace): string {
  const all = join(stateFolder(env), 'spill')
  makePrivateFolder(stateFolder(env))
  makePrivateFolder(all)
  const own = join(all, createHash('sha256').update(sessionId).digest('hex').slice(0, 32))
  if (makePrivateFolder(own) === 'made') forgetOld(all)
  const path = join(own, `${randomBytes(12).toString('hex')}.txt`)
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  const file = openSync(path, flags, 0o600)
  try {
    writeFileSync(file, text)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  return path
}

function forgetOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (entry?.isDirectory() && Date.now() - entry.mtimeMs > keptMs) rmSync(path, { recursive: true, force: true })
  }
}
