import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { refuseState } from './refuse-state.ts'

const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_RDWR, O_WRONLY } = constants
const ways = { read: O_RDONLY, append: O_WRONLY | O_APPEND | O_CREAT, change: O_RDWR | O_CREAT }

/**
 * Opens a file that only this user may write; unless it is to be read it is made, with mode 0600. Throws `STATE_UNSAFE` when it
 * is a link or no regular file, when it belongs to another user, and when others can write to it; nothing of it is changed.
 */
export function openPrivateFile(path: string, way: keyof typeof ways): number {
  const descriptor = openUnfollowed(path, ways[way])
  try {
    requirePrivate(path, descriptor)
    return descriptor
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

/** Adds a text to a private file. Throws as `openPrivateFile` does. */
export function appendPrivate(path: string, text: string): void {
  withFile(openPrivateFile(path, 'append'), (descriptor) => writeFileSync(descriptor, text))
}

/** Puts a text in the place of all that a private file holds. Throws as `openPrivateFile` does. */
export function replacePrivate(path: string, text: string): void {
  withFile(openPrivateFile(path, 'append'), (descriptor) => {
    ftruncateSync(descriptor)
    writeFileSync(descriptor, text)
  })
}

/** All of a private file as text. Throws as `openPrivateFile` does, and when there is none. */
export function readPrivate(path: string): string {
  return withFile(openPrivateFile(path, 'read'), (descriptor) => readFileSync(descriptor, 'utf8'))
}

// Without waiting: nobody may ever come to the other end of a pipe that was put there.
function openUnfollowed(path: string, flags: number): number {
  try {
    return openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ELOOP') throw refuseState(path, 'is a link')
    throw code === 'ENXIO' || code === 'EISDIR' ? refuseState(path, 'is no regular file') : error
  }
}

function requirePrivate(path: string, descriptor: number): void {
  const stats = fstatSync(descriptor)
  if (!stats.isFile()) throw refuseState(path, 'is no regular file')
  if (process.getuid && stats.uid !== process.getuid()) throw refuseState(path, 'belongs to another user')
  if ((stats.mode & 0o022) !== 0) throw refuseState(path, 'can be written by others')
}

function withFile<T>(descriptor: number, work: (descriptor: number) => T): T {
  try {
    return work(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
