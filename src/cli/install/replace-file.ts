import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { HookError } from '../../base/errors.ts'

/** A file that is going to be changed: what it holds now, undefined when there is none. */
export interface FileToReplace {
  /** Where it really is, links followed. */
  path: string
  text: string | undefined
  mode: number
}

/**
 * Looks at a file that shall be changed. Links are followed as long as they stay inside the folder. Throws `CONFIG_UNREADABLE`
 * for a link that leads out of it, and for what is no regular file.
 */
export function openForReplacing(file: string, folder: string): FileToReplace {
  const path = resolveInside(file, folder)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return { path, text: undefined, mode: 0o600 }
  if (!stats.isFile()) throw refuse(file, 'it is no regular file')
  return { path, text: readText(path, file), mode: stats.mode & 0o777 }
}

/**
 * Puts a text in the place of a file in one step: whoever reads it finds the old one or the new one, whole. Throws
 * `CONFIG_UNREADABLE` when it was changed since it was looked at.
 */
export function replaceFile({ path, text: before, mode }: FileToReplace, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`)
  const descriptor = openSync(draft, 'wx', mode)
  try {
    writeFileSync(descriptor, text)
    fchmodSync(descriptor, mode)
    fsyncSync(descriptor)
    closeSync(descriptor)
    const now = statSync(path, { throwIfNoEntry: false }) ? readText(path, path) : undefined
    if (now !== before) throw refuse(path, 'something else changed it at the same time')
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

// A repository may bring a link along; what it leads to is not this repository's to change.
function resolveInside(file: string, folder: string): string {
  const root = existing(folder) ?? folder
  let parent = dirname(file)
  const missing: string[] = []
  while (existing(parent) === undefined && parent !== dirname(parent)) {
    if (isLink(parent)) throw refuse(file, `${parent} is a link that leads nowhere`)
    missing.unshift(basename(parent))
    parent = dirname(parent)
  }
  const path = join(existing(parent) ?? parent, ...missing, basename(file))
  const target = isLink(path) ? existing(path) : path
  if (target === undefined) throw refuse(file, 'it is a link that leads nowhere')
  const way = relative(root, target)
  if (way === '..' || way.startsWith('../'))
    throw refuse(file, `it is a link that leads out of ${folder}, to ${target}`)
  return target
}

function existing(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

function readText(path: string, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw refuse(file, code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8' : message)
  }
}

function refuse(file: string, why: string): HookError {
  return new HookError('CONFIG_UNREADABLE', `the file was left as it is: ${why}`, {
    hint: 'Name the file itself, and see that nothing else is writing to it.',
    place: { file },
  })
}
