import { posix } from 'node:path'

/** A directory relative to where the text starts; null when unknown, undefined where control never arrives. */
export type Directory = string | null | undefined

/** Where a command leaves the shell: after success and after failure. */
export interface Ends {
  ok: Directory
  fail: Directory
}

/** No operating system takes a longer path. */
const PATH_LIMIT = 4096

export const NOWHERE: Ends = { ok: undefined, fail: undefined }

/** Both ends in one place: what a command does that cannot change the directory. */
export function stayIn(directory: Directory): Ends {
  return { ok: directory, fail: directory }
}

/** The directory where two ways meet: known only when both agree or one of them never arrives. */
export function mergeDirectories(a: Directory, b: Directory): Directory {
  if (a === undefined) return b
  if (b === undefined) return a
  return a === b ? a : null
}

/** The directory that `cd target` leads to. `target` may be absolute, relative, or begin with `~` when `home` says so. */
export function changeDirectory(from: Directory, target: string, { home }: { home: boolean }): Directory {
  if (home || target.startsWith('/')) return normalize(target)
  if (from === null || from === undefined || from.length > PATH_LIMIT) return null
  return normalize(from === '.' ? target : `${from}/${target}`)
}

function normalize(path: string): string {
  const trimmed = (text: string) => (text.length > 1 && text.endsWith('/') ? text.slice(0, -1) : text)
  const home = /^~[^/]*/.exec(path)?.[0]
  if (home === undefined) return trimmed(posix.normalize(path))
  // `~/..` leaves the home directory, whose parent has no name here: the `..` must stay.
  const rest = trimmed(posix.normalize(`.${path.slice(home.length)}`))
  return rest === '.' ? home : `${home}/${rest}`
}
