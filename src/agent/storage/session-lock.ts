import { randomUUID } from 'node:crypto'
import { linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HookError } from '../../base/errors.ts'
import { canSeeProcesses, readProcess } from '../../base/process-tree.ts'
import { isRecord } from '../../protocol/schema/check.ts'
import { readPrivate } from '../../store/private-file.ts'
import { makeNamedFolder } from '../../store/private-folder.ts'

/** Who owns a session. A pid is used again after a while; with the time its process started it names that process alone. */
interface Owner {
  token: string
  host: string
  boot: string
  pid: number
  startedAt: number
}

/** That a session belongs to this process. */
export interface SessionLock {
  /** Throws when another process has taken the session over. */
  check(): void
  /** Never throws. */
  release(): void
}

/** After so many milliseconds a takeover that is still under way is one that died. */
const takeoverLimit = 5_000

/**
 * Makes this process the owner of a session. A lock whose process is gone is taken over. Rejects with `SESSION_IN_USE` when
 * somebody else owns it, this very process included, and with `STATE_UNSAFE` when what stands there is no lock of this user's.
 */
export async function lockSession(path: string): Promise<SessionLock> {
  const owner = describeOwner()
  const draft = `${path}.${owner.token}`
  makeNamedFolder(dirname(path))
  // Written first and linked then: nobody ever sees a lock without its owner.
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600, flag: 'wx' })
  try {
    while (!tryLink(draft, path)) await takeOver(path, draft)
    return holdLock(path, owner)
  } finally {
    rmSync(draft, { force: true })
  }
}

function holdLock(path: string, { token }: Owner): SessionLock {
  // Locks are only ever linked and removed, never written to: what has not changed is what was read.
  let seen = ''
  const isOurs = (): boolean => {
    const look = lookAt(path)
    if (look !== '' && look === seen) return true
    const owner = readOwner(path)
    if (owner === 'gone' || owner?.token !== token) return false
    seen = look
    return true
  }
  return {
    check() {
      if (!isOurs()) throw inUse('Another process has taken this session over.', path)
    },
    release() {
      try {
        if (isOurs()) rmSync(path, { force: true })
      } catch {
        // it is not ours any more
      }
    },
  }
}

function lookAt(path: string): string {
  try {
    const { dev, ino, size, mtimeNs } = lstatSync(path, { bigint: true })
    return `${dev}:${ino}:${size}:${mtimeNs}`
  } catch {
    return ''
  }
}

/** Removes a lock whose owner is gone. One process at a time: two could otherwise remove each other's new locks. */
async function takeOver(path: string, draft: string): Promise<void> {
  const owner = readOwner(path)
  if (owner === 'gone') return
  if (isAlive(owner)) throw inUse(`The session belongs to process ${owner?.pid ?? '?'}.`, path)
  const guard = `${path}.takeover`
  if (!tryLink(draft, guard)) {
    const age = Date.now() - (lstatSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (age > takeoverLimit) rmSync(guard, { force: true })
    await sleep(20)
    return
  }
  try {
    const now = readOwner(path)
    if (now !== 'gone' && !isAlive(now)) renameSync(path, `${draft}.stale`)
  } finally {
    rmSync(`${draft}.stale`, { force: true })
    rmSync(guard, { force: true })
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function describeOwner(): Owner {
  const startedAt = readProcess(process.pid)?.startedAt ?? 0
  return { token: randomUUID(), host: hostname(), boot: readBoot(), pid: process.pid, startedAt }
}

function readBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

/** The owner in a lock; null when it cannot be read, as after a crash of the machine. */
function readOwner(path: string): Owner | null | 'gone' {
  try {
    const read: unknown = JSON.parse(readPrivate(path))
    return isOwner(read) ? read : null
  } catch (error) {
    if (error instanceof HookError) throw error
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : null
  }
}

function isOwner(value: unknown): value is Owner {
  return (
    isRecord(value) &&
    typeof value['token'] === 'string' &&
    typeof value['host'] === 'string' &&
    typeof value['boot'] === 'string' &&
    typeof value['pid'] === 'number' &&
    typeof value['startedAt'] === 'number'
  )
}

// Processes of another machine cannot be seen: they count as alive.
function isAlive(owner: Owner | null): boolean {
  if (owner === null) return false
  if (owner.host !== hostname()) return true
  if (owner.boot !== readBoot()) return false
  if (canSeeProcesses) return readProcess(owner.pid)?.startedAt === owner.startedAt
  try {
    process.kill(owner.pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function inUse(message: string, path: string): HookError {
  return new HookError('SESSION_IN_USE', message, { place: { file: path } })
}
