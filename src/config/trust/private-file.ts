import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { HookError } from '../../base/errors.ts'
import { makeFolder } from '../../base/make-folder.ts'
import { findLooseFolder, findLooseness, followLinks, type LooseFile, type OwnerRule } from './check-owner.ts'

const rule: OwnerRule = { owner: 'user', privateGroup: false }
const largestFile = 16 * 1024 * 1024

/**
 * Reads a file that only this user may write; undefined when there is none. Throws `TRUST_STORE_UNSAFE` with path and mode when
 * it is a link or no regular file, or when others may change it or a folder above it.
 */
export function readPrivateFile(path: string): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  refuseUnsafe(path)
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw unsafe({ path, why: 'it is no regular file', hint: `Remove ${path}.` })
    if (stats.size > largestFile) throw unsafe({ path, why: 'it is larger than 16 MiB', hint: `Remove ${path}.` })
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Puts a text in the place of a private file in one step, with mode 0600; folders that are missing are made for this user alone.
 * Throws `TRUST_STORE_UNSAFE` as `readPrivateFile` does.
 */
export function writePrivateFile(path: string, text: string): void {
  refuseUnsafe(path)
  makeFolder(dirname(path))
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`)
  const descriptor = openSync(draft, 'wx', 0o600)
  try {
    writeFileSync(descriptor, text)
    fchmodSync(descriptor, 0o600)
    fsyncSync(descriptor)
    closeSync(descriptor)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Adds a line to a private file. Throws as `writePrivateFile` does. */
export function appendPrivateLine(path: string, line: string): void {
  refuseUnsafe(path)
  makeFolder(dirname(path))
  const flags =
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const descriptor = openSync(path, flags, 0o600)
  try {
    appendFileSync(descriptor, `${line}\n`)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Throws `TRUST_STORE_UNSAFE` when a file or its folder is a link, or when others may change the file or a folder above it.
 * Folders above that may be links, such as a home kept elsewhere, and are judged where they really are.
 */
export function refuseUnsafe(path: string): void {
  const folder = dirname(path)
  for (const place of [folder, path]) {
    const stats = lstatSync(place, { throwIfNoEntry: false })
    if (stats?.isSymbolicLink())
      throw unsafe({ path: place, why: 'it is a link', hint: `Put the real thing in its place, or remove ${place}.` })
    if (stats && place === path && !stats.isFile())
      throw unsafe({ path, why: 'it is no regular file', hint: `Remove ${path}.` })
  }
  const found = findLooseness(path, rule) ?? findLooseFolder(followLinks(folder), rule)
  if (found !== undefined) throw unsafe(found)
}

function unsafe({ path, why, hint }: LooseFile): HookError {
  return new HookError('TRUST_STORE_UNSAFE', `what was approved is not believed: ${why}`, {
    hint,
    place: { file: path },
  })
}
