import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'

/** The digest of a file's bytes, or why there is none. */
export type FileHash = { sha256: string; why?: never } | { sha256?: undefined; why: 'absent' | 'unreadable' }

const largestFile = 64 * 1024 * 1024
const chunkSize = 64 * 1024

/** Hashes a regular file of at most 64 MiB. Never throws, never waits for a pipe, and never reads a device. */
export function hashFile(path: string): FileHash {
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { why: code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : 'unreadable' }
  }
  try {
    if (!fstatSync(descriptor).isFile()) return { why: 'unreadable' }
    return hashOpen(descriptor)
  } catch {
    return { why: 'unreadable' }
  } finally {
    closeSync(descriptor)
  }
}

function hashOpen(descriptor: number): FileHash {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafe(chunkSize)
  for (let total = 0; total <= largestFile; ) {
    const count = readSync(descriptor, chunk, 0, chunkSize, null)
    if (count === 0) return { sha256: hash.digest('hex') }
    total += count
    hash.update(chunk.subarray(0, count))
  }
  return { why: 'unreadable' }
}

/** What a file looks like without reading it: any writing changes it, by the time of the last change if by nothing else. */
export function stampFile(path: string): { stamp: string; changedMs: number } {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
    if (stats === undefined) return { stamp: 'absent', changedMs: Number.POSITIVE_INFINITY }
    const stamp = `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`
    return { stamp, changedMs: Number(stats.ctimeNs / 1_000_000n) }
  } catch {
    return { stamp: 'unreadable', changedMs: Number.POSITIVE_INFINITY }
  }
}

/** The digest of a text, as it is printed: `sha256:…`. */
export function hashText(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}
