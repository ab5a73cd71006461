import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, normalize } from 'node:path'

const maxLinks = 40
/** No system opens anything by a longer name, from whatever directory; looking for each of its parts would take minutes. */
const longestPath = 8192

/** One file under its two names: as spelled, made absolute; and where the file system really puts it. */
export interface PathForms {
  spelled: string
  real: string
}

/**
 * Resolves a path the way the kernel would, as far as it exists: links are followed, also dangling ones, and `..` leaves
 * the directory a link led to. What does not exist yet is appended to its deepest existing ancestor. Reads the file
 * system, never throws.
 */
export function resolvePathForms(path: string, cwd: string = process.cwd()): PathForms {
  const absolute = leaveProcRoot(makeAbsolute(path, cwd), cwd)
  const spelled = stripSlash(normalize(absolute))
  return { spelled, real: absolute.length > longestPath ? spelled : stripSlash(followLinks(absolute)) }
}

function makeAbsolute(path: string, cwd: string): string {
  if (path === '~') return homedir()
  if (path.startsWith('~/')) return `${homedir()}/${path.slice(2)}`
  return isAbsolute(path) ? path : `${cwd}/${path}`
}

// Every process has the whole file system again under /proc/<pid>/root, and its directory under /proc/<pid>/cwd.
function leaveProcRoot(path: string, cwd: string): string {
  let current = path
  for (let round = 0; round < maxLinks; round++) {
    const found = /^\/+proc\/+(?:self|thread-self|\d+)\/+(?:task\/+\d+\/+)?(root|cwd)(?=\/|$)/.exec(current)
    if (found === null) return current
    current = `${found[1] === 'cwd' ? cwd : ''}${current.slice(found[0].length)}` || '/'
  }
  return current
}

function followLinks(path: string): string {
  let existing = path
  let rest = ''
  for (let links = 0; ; ) {
    const entry = look(existing)
    if (entry !== 'nothing') {
      const real = readReal(existing)
      if (real !== undefined) return normalize(`${real}/${rest}`)
    }
    const target = entry === 'link' && links++ < maxLinks ? readLink(existing) : undefined
    if (target !== undefined) {
      existing = isAbsolute(target) ? target : `${parentOf(existing)}/${target}`
      continue
    }
    const parent = parentOf(existing)
    if (parent === existing) return normalize(`${existing}/${rest}`)
    rest = `${existing.slice(parent.length)}/${rest}`
    existing = parent
  }
}

// Most paths that are asked about do not exist; looking first costs a tenth of a failed `realpath`.
function look(path: string): 'link' | 'something' | 'nothing' {
  try {
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (entry === undefined) return 'nothing'
    return entry.isSymbolicLink() ? 'link' : 'something'
  } catch {
    return 'nothing'
  }
}

function readReal(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

// Not `dirname`, which would drop a `..` that stands last together with the name before it.
function parentOf(path: string): string {
  const cut = path.replace(/\/+$/, '').lastIndexOf('/')
  return cut <= 0 ? '/' : path.slice(0, cut)
}

function stripSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
}
