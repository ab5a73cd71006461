import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'

const largest = 1024 * 1024

/**
 * The text of a file that its user may have written; undefined when there is none. A pipe or a device in its place is never
 * waited for. Throws an error that names the file for what is there and cannot be read.
 */
export function readOwnFile(file: string): string | undefined {
  const descriptor = openIfThere(file)
  if (descriptor === undefined) return undefined
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw new Error(`${file} is ${stats.isDirectory() ? 'a folder' : 'no regular file'}`)
    if (stats.size > largest) throw new Error(`${file} is larger than 1 MiB`)
    const bytes = readFileSync(descriptor)
    if (!isUtf8(bytes)) throw new Error(`${file} is not UTF-8`)
    return bytes.toString('utf8')
  } finally {
    closeSync(descriptor)
  }
}

function openIfThere(file: string): number | undefined {
  try {
    return openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw new Error(`${file} cannot be read: ${message}`)
    if (isLink(file)) throw new Error(`${file} is a link to nothing`)
    return undefined
  }
}

function isLink(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink()
  } catch {
    return false
  }
}
