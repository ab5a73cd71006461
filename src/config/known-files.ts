import { readdirSync, rmSync, type Stats, statSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { cacheFolder } from '../store/cache-folder.ts'
import { readPrivate } from '../store/private-file.ts'
import type { FilesRequest } from './load-files.ts'
import { locateFiles } from './locate-files.ts'

/** Every place of a configuration as it is now, without what stands in the files. */
export interface FilesLook {
  /** One line for each place: nothing of a file can change without changing its line. */
  marks: string
  /** Whether that holds: files that were written just now, and code, may say something else under the same mark. */
  isReliable: boolean
  /** Where it is remembered what these files say; undefined when nothing is. */
  memory: string | undefined
}

/**
 * Looks at the places of a configuration. What was read after the look may be remembered under its marks, and holds as long as
 * a new look gives the same ones. Reads no file and never throws.
 */
export function lookAtFiles(request: FilesRequest): FilesLook {
  const now = Date.now()
  let isReliable = true
  const mark = (path: string): string => {
    const stats = findStats(path)
    if (stats === undefined) return '-'
    if (stats === 'unknown' || !isSettled(stats, now)) isReliable = false
    return stats === 'unknown' ? '?' : writeMark(stats)
  }
  const named = request.files.map(({ path, dialect = '' }) => ({ path: resolve(request.cwd, path), dialect }))
  const located = locateFiles(request).map(({ file }) => ({ path: file, dialect: '' }))
  const places = [...named, ...located].map(({ path, dialect }) => ({ path, text: JSON.stringify([path, dialect]) }))
  // The program comes first: another one may read the same files otherwise.
  const program = process.argv[1] ?? process.execPath
  const marks = [mark(program)]
  for (const { path, text } of places) {
    const now = mark(path)
    if (now !== '-' && codeExtension.test(extname(path))) isReliable = false
    marks.push(`${text} ${now}`)
  }
  const folder = cacheFolder(request.env)
  const name = hash([program, ...places.map(({ text }) => text)].join())
  return { marks: marks.join('\n'), isReliable, memory: folder && join(folder, 'known', name) }
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

/** Remembers which events something is configured for. Never throws: what cannot be kept is found out again. */
export async function rememberEvents(look: FilesLook, events: Iterable<string>): Promise<void> {
  const { marks, isReliable, memory } = look
  if (!isReliable || memory === undefined || recallEvents(look) !== undefined) return
  try {
    const { writePrivateFile } = await import('./trust/private-file.ts')
    writePrivateFile(memory, `${marks}\n\n${[...new Set(events)].join(' ')}`)
    if (Math.random() < 1 / cleanedOnceIn) removeOld(dirname(memory))
  } catch {
    // The next call looks by itself.
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

const codeExtension = /^\.[mc]?[jt]s$/i

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
