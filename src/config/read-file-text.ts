import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { HookError } from '../base/errors.ts'

/** The text of a file, and what the file was when it was read. */
export interface FileText {
  text: string
  stats: Stats
}

const largestFile = 4 * 1024 * 1024

/**
 * Reads a configuration file as UTF-8. Only regular files of at most 4 MiB are read, and what is no such file is never waited
 * for: a pipe that nobody writes to cannot hang the host. Throws `CONFIG_NOT_FOUND` or `CONFIG_UNREADABLE`.
 */
export function readFileText(path: string): FileText {
  const descriptor = openForReading(path)
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw unreadable(path, `it is ${nameKind(stats)}, not a regular file`)
    return { text: decode(path, readAll(path, descriptor)), stats }
  } catch (error) {
    throw error instanceof HookError ? error : translateError(path, error)
  } finally {
    closeSync(descriptor)
  }
}

// Non-blocking: opening a pipe must not wait for its writer, and a terminal must not become ours.
const readingFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

function openForReading(path: string): number {
  try {
    return openSync(path, readingFlags)
  } catch (error) {
    throw translateError(path, error)
  }
}

const chunkSize = 64 * 1024

// Read to its end rather than to its size: a file may grow, and some report no size at all.
function readAll(path: string, descriptor: number): Buffer {
  const chunks: Buffer[] = []
  let total = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkSize)
    const count = readSync(descriptor, chunk, 0, chunkSize, null)
    if (count === 0) return Buffer.concat(chunks, total)
    total += count
    if (total > largestFile) throw unreadable(path, 'it is larger than 4 MiB')
    chunks.push(chunk.subarray(0, count))
  }
}

function decode(path: string, bytes: Buffer): string {
  if (!isUtf8(bytes)) throw unreadable(path, 'it is not UTF-8')
  return bytes.toString('utf8')
}

function nameKind(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory'
  if (stats.isFIFO()) return 'a pipe'
  if (stats.isSocket()) return 'a socket'
  return 'a device'
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  ELOOP: 'its links lead in a circle',
  ENXIO: 'it is a socket, not a regular file',
  ENAMETOOLONG: 'its name is too long',
}

function translateError(path: string, error: unknown): HookError {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new HookError('CONFIG_NOT_FOUND', 'there is no such file', { place: { file: path } })
  }
  return unreadable(path, reasons[code] ?? message, error)
}

function unreadable(path: string, why: string, cause?: unknown): HookError {
  return new HookError('CONFIG_UNREADABLE', `the file cannot be read: ${why}`, { place: { file: path }, cause })
}
