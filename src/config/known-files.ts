import { readdirSync, realpathSync, rmSync, type Stats, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { cacheFolder } from '../store/cache-folder.ts'
import { readPrivate } from '../store/private-file.ts'
import { isCode } from './is-code.ts'
import type { FilesRequest } from './load-files.ts'
import { findTrustFile, locateFiles } from './locate-files.ts'

/** Every place of a configuration as it is now, without what stands in the files. */
export interface FilesLook {
  /** One line for each place: no file can be written anew or replaced without changing its line. */
  marks: string
  /** The files that are there, with their own marks. */
  present: ReadonlyMap<string, string>
  /** Whether that holds: files that were written just now, and code, may say something else under the same mark. */
  isReliable: boolean
  /** Where it is remembered what these files say; undefined when nothing is. */
  memory: string | undefined
}

/**
 * Looks at the places of a configuration, at who may write to the folders around the files, and at what was approved. What was
 * read from the very files of a look may be remembered under its marks, and holds as long as a new look gives the same ones.
 * Reads no file and never throws.
 */
export function lookAtFiles(request: FilesRequest): FilesLook {
  const now = Date.now()
  let isReliable = true
  const present = new Map<string, string>()
  const mark = (path: string): string => {
    const stats = findStats(path)
    if (stats === undefined) return '-'
    if (stats === 'unknown' || !isSettled(stats, now)) isReliable = false
    return stats === 'unknown' ? '?' : writeMark(stats)
  }
  const look = (path: string): string => {
    const found = mark(path)
    if (found === '-') return found
    if (isCode(path)) isReliable = false
    present.set(path, found)
    return found
  }
  const named = request.files.map(({ path, dialect = '' }) => ({ path: resolve(request.cwd, path), dialect }))
  const located = locateFiles(request).map(({ file }) => file)
  const program = process.argv[1] ?? process.execPath
  const approvals = findTrustFile(request.env)
  const marks = [
    // The program comes first: another one may read the same files otherwise.
    mark(program),
    approvals === undefined ? '-' : mark(approvals),
    ...named.map(({ path, dialect }) => `${JSON.stringify([path, dialect])} ${look(path)}`),
    ...located.map((path) => `${JSON.stringify(path)} ${look(path)} ${present.has(path) ? markFolders(path) : ''}`),
  ]
  const folder = cacheFolder(request.env)
  const name = hash(JSON.stringify([program, named, located]))
  return { marks: marks.join('\n'), present, isReliable, memory: folder && join(folder, 'known', name) }
}

/** The events that something was configured for when these files were read before; undefined when that is not known. */
export function recallEvents({ marks, isReliable, memory }: FilesLook): readonly string[] | undefined {
  if (!isReliable || memory === undefined) return undefined
  try {
    const text = readPrivate(memory)
    return text.startsWith(`${marks}\n\n`) ? text.slice(marks.length + 2).split(' ') : undefined
  } catch {
    return undefined
  }
}

/** What a configuration is about, and the files it was read from, as they were then. */
export interface ReadEvents {
  events: Iterable<string>
  sources: ReadonlyMap<string, Stats>
}

/**
 * Remembers which events something is configured for; what was read from other files than the look has seen, and undefined,
 * forgets what was remembered. Never throws: what cannot be kept is found out again.
 */
export async function rememberEvents(look: FilesLook, read: ReadEvents | undefined): Promise<void> {
  const { marks, isReliable, memory } = look
  if (memory === undefined) return
  try {
    if (read === undefined || !isReliable || !isFrom(look, read)) return rmSync(memory, { force: true })
    if (recallEvents(look) !== undefined) return
    const { writePrivateFile } = await import('./trust/private-file.ts')
    writePrivateFile(memory, `${marks}\n\n${[...new Set(read.events)].join(' ')}`)
    if (Math.random() < 1 / cleanedOnceIn) removeOld(dirname(memory))
  } catch {
    // The next call looks by itself.
  }
}

// Between a look and a reading a name may have led to another file, and back.
function isFrom({ present }: FilesLook, { sources }: ReadEvents): boolean {
  if (present.size !== sources.size) return false
  return [...sources].every(([path, stats]) => present.get(path) === writeMark(stats))
}

// A file in a folder that others may write to is refused.
function markFolders(path: string): string {
  try {
    const marks: string[] = []
    let at = realpathSync.native(path)
    for (let above = dirname(at); above !== at; above = dirname(at)) {
      const { mode, uid, gid } = statSync(above)
      marks.push(`${mode}:${uid}:${gid}`)
      at = above
    }
    return marks.join()
  } catch {
    return '?'
  }
}

const cleanedOnceIn = 64
const keptMs = 60 * 24 * 60 * 60 * 1000

// Of projects that nobody works on any more.
function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (Date.now() - statSync(file).mtimeMs > keptMs) rmSync(file, { force: true })
  }
}

function findStats(path: string): Stats | 'unknown' | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? undefined : 'unknown'
  }
}

// The time of the last change of a file cannot be set by anybody.
function writeMark({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`
}

const tickMs = 100
const coarseTickMs = 3000

// Two changes within one tick of the clock have the same time. Some file systems know whole seconds only.
function isSettled({ ctimeMs }: Stats, now: number): boolean {
  return now - ctimeMs > (ctimeMs % 1 === 0 ? coarseTickMs : tickMs)
}

function hash(text: string): string {
  let value = 0
  for (let at = 0; at < text.length; at++) value = (Math.imul(value, 31) + text.charCodeAt(at)) | 0
  return (value >>> 0).toString(36)
}
