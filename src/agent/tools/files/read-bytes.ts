import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, read, readSync } from 'node:fs'
import { promisify } from 'node:util'
import type { FilePlace } from './locate-file.ts'

/** Limits and signal of one reading. */
export interface ReadBytesOptions {
  largest: number
  signal: AbortSignal
}

/**
 * All bytes of a regular file. Throws, in words for the model, for what is missing, is a directory or a device, may not be
 * read, or is larger than allowed. Never waits for a pipe that nobody writes to.
 */
export async function readBytes(place: FilePlace, options: ReadBytesOptions): Promise<Buffer> {
  let descriptor: number | undefined
  try {
    descriptor = openSync(place.real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    const size = requireRegular(descriptor, place, options)
    return await (size > smallSize ? readLarge(descriptor, place, options) : readSmall(descriptor, place, options))
  } catch (error) {
    throw describeFileError(error as NodeJS.ErrnoException, place.spelled)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** The text of a file, its byte order mark kept. Throws for what is no UTF-8 text, as for what cannot be read. */
export function decodeText(bytes: Buffer, path: string): string {
  if (bytes.subarray(0, 8_192).includes(0)) throw new Error(`${path} is a binary file (${bytes.length} bytes).`)
  if (!isUtf8(bytes)) throw new Error(`${path} is no UTF-8 text (${bytes.length} bytes).`)
  return bytes.toString('utf8')
}

/** A failure of the file system in words; any other error as it is. */
export function describeFileError(error: NodeJS.ErrnoException, path: string): Error {
  const words = error.code === undefined ? undefined : reasons[error.code]
  return words === undefined ? error : new Error(`${path} ${words}.`, { cause: error })
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist: a part of the path is a file',
  EISDIR: 'is a directory',
  EACCES: 'may not be accessed: permission denied',
  EPERM: 'may not be changed: operation not permitted',
  ELOOP: 'is a link that leads to itself',
  ENAMETOOLONG: 'has a name that is too long',
  ENXIO: 'is a device or socket, not a file',
  ENOSPC: 'cannot be written: no space is left',
  EROFS: 'lies on a read-only file system',
}

function requireRegular(descriptor: number, { spelled }: FilePlace, { largest }: ReadBytesOptions): number {
  const stats = fstatSync(descriptor)
  if (stats.isDirectory()) throw new Error(`${spelled} is a directory. List it with Glob, or with ls.`)
  if (!stats.isFile()) throw new Error(`${spelled} is a device, pipe or socket, not a file.`)
  if (stats.size > largest) throw tooLarge(spelled, stats.size, largest)
  return stats.size
}

/** Up to here a read at once takes less time than to ask for one and wait. */
const smallSize = 64 * 1024
const chunkSize = 256 * 1024

// The size is only a claim: files of /proc say 0, and others grow.
function readSmall(descriptor: number, place: FilePlace, options: ReadBytesOptions): Buffer | Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(smallSize)
  let total = 0
  options.signal.throwIfAborted()
  while (total < smallSize) {
    const count = readSync(descriptor, buffer, total, smallSize - total, null)
    if (count === 0) return Buffer.copyBytesFrom(buffer, 0, total)
    total += count
    if (total > options.largest) throw tooLarge(place.spelled, total, options.largest)
  }
  return readLarge(descriptor, place, { ...options, first: buffer })
}

async function readLarge(
  descriptor: number,
  { spelled }: FilePlace,
  options: ReadBytesOptions & { first?: Buffer },
): Promise<Buffer> {
  const { first } = options
  const chunks = first ? [first] : []
  let total = first?.length ?? 0
  for (;;) {
    options.signal.throwIfAborted()
    const chunk = Buffer.allocUnsafe(chunkSize)
    const { bytesRead } = await readAside(descriptor, chunk, 0, chunkSize, null)
    if (bytesRead === 0) return Buffer.concat(chunks)
    total += bytesRead
    if (total > options.largest) throw tooLarge(spelled, total, options.largest)
    chunks.push(chunk.subarray(0, bytesRead))
  }
}

const readAside = promisify(read)

function tooLarge(path: string, size: number, largest: number): Error {
  return new Error(
    `${path} is too large: at least ${size} bytes, and at most ${largest} are read. Use Grep, or head, tail and sed in Bash.`,
  )
}
