import { randomUUID } from 'node:crypto'
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { HookError } from '../../base/errors.ts'
import { makeFolder } from '../../base/make-folder.ts'
import { readPrivate } from '../../store/private-file.ts'
import { refuseUnsafe } from './private-file.ts'

const patienceMs = 10_000
const stepMs = 25

/**
 * Does some work while no other process does any under the same lock. A lock whose process is gone is taken over. Rejects with
 * `TRUST_STORE_UNSAFE` when it is not free within ten seconds, or when what stands there is no lock of this user's.
 */
export async function holdLock<T>(path: string, work: () => T): Promise<T> {
  refuseUnsafe(path)
  makeFolder(dirname(path))
  for (let waited = 0; !take(path); waited += stepMs) {
    if (waited >= patienceMs)
      throw new HookError('TRUST_STORE_UNSAFE', 'another process is changing what is approved', {
        hint: `Try again; if there is none, remove ${path}.`,
        place: { file: path },
      })
    dropAbandoned(path)
    await wait(stepMs)
  }
  try {
    return work()
  } finally {
    rmSync(path, { force: true })
  }
}

// Linked into place with its content: a lock never stands there without the number of its process.
function take(path: string): boolean {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, String(process.pid), { flag: 'wx', mode: 0o600 })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

// Of two that find it abandoned the second may carry off the lock of the first: it looks again, and puts that back.
function dropAbandoned(path: string): void {
  if (isHeld(path)) return
  const grave = `${path}.${randomUUID()}`
  try {
    renameSync(path, grave)
    if (isHeld(grave)) linkSync(grave, path)
  } catch (error) {
    if (error instanceof HookError) throw error
    // gone meanwhile, or taken anew: the next try tells
  } finally {
    rmSync(grave, { force: true })
  }
}

function isHeld(path: string): boolean {
  try {
    return isAlive(Number(readPrivate(path)))
  } catch (error) {
    if (error instanceof HookError) throw new HookError('TRUST_STORE_UNSAFE', error.message)
    return true
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
