import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'

/** Why a file or folder cannot be relied on, because others may change it. */
export interface LooseFile {
  path: string
  /** A clause: `everyone may write to it (mode 0666)`. */
  why: string
  /** What mends it. */
  hint: string
}

/** Who may own a file and write to it. */
export interface OwnerRule {
  /** `user`: this user or the system's owner. `system`: the system's owner alone. */
  owner: 'user' | 'system'
  /** Whether the group that only this user is in may write. */
  privateGroup: boolean
}

/**
 * Says why others than its owner could change what stands at a path, or undefined when they cannot. The path itself is looked
 * at, links are not followed. A folder with the sticky bit may be written by all: nobody can replace what is another's there.
 * What does not exist, or cannot be looked at, is nobody's to judge here.
 */
export function findLooseness(path: string, rule: OwnerRule): LooseFile | undefined {
  const stats = look(path)
  if (stats === undefined || process.getuid === undefined) return undefined
  return findLooseOwner(path, stats, rule) ?? findLooseMode(path, stats, rule)
}

/** Like `findLooseness`, for a folder and all above it: whoever may rename one of them may replace what is in it. */
export function findLooseFolder(folder: string, rule: OwnerRule): LooseFile | undefined {
  const parent = dirname(folder)
  return findLooseness(folder, rule) ?? (parent === folder ? undefined : findLooseFolder(parent, rule))
}

/** The mode as people write it: `0644`. */
export function showMode(stats: Stats): string {
  return `0${(stats.mode & 0o7777).toString(8).padStart(3, '0')}`
}

/** Where a path really is, links followed; the path itself when that cannot be told. */
export function followLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function findLooseOwner(path: string, stats: Stats, { owner }: OwnerRule): LooseFile | undefined {
  const system = systemOwner()
  if (stats.uid === system || (owner === 'user' && stats.uid === process.getuid!())) return undefined
  const expected = owner === 'user' ? 'neither this user nor root' : 'not root'
  return {
    path,
    why: `it belongs to user ${stats.uid}, ${expected} (mode ${showMode(stats)})`,
    hint: `Look at it, then run: chown ${owner === 'user' ? process.getuid!() : 'root'} ${path}`,
  }
}

function findLooseMode(path: string, stats: Stats, rule: OwnerRule): LooseFile | undefined {
  if (stats.isSymbolicLink() || (stats.isDirectory() && (stats.mode & 0o1000) !== 0)) return undefined
  if ((stats.mode & 0o002) !== 0) return loose(path, stats, 'everyone', 'o-w')
  const byGroup = (stats.mode & 0o020) !== 0 && !(rule.privateGroup && isPrivateGroup(stats.gid))
  return byGroup ? loose(path, stats, `its group ${stats.gid}`, 'g-w') : undefined
}

function loose(path: string, stats: Stats, who: string, change: string): LooseFile {
  return {
    path,
    why: `${who} may write to it (mode ${showMode(stats)})`,
    hint: `Look at it, then run: chmod ${change} ${path}`,
  }
}

// Inside a user namespace the system's files may appear under another number than 0: whoever owns the root folder owns them.
function systemOwner(): number {
  return statSync('/').uid
}

// Where every user has a group of their own, new files are writable by it; that gives nobody else a right. Root's group often
// has members by other ways than the list, so it is never taken for private.
function isPrivateGroup(gid: number): boolean {
  try {
    const { username, uid } = userInfo()
    if (uid === 0) return false
    const row = readFileSync('/etc/group', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find(([, , id]) => id === String(gid))
    return row?.[0] === username && (row[3] ?? '') === ''
  } catch {
    return false
  }
}
