import { createHash, type Hash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { listSubmodules } from './list-submodules.ts'
import { openRepositoryView, type RepositoryView } from './repository-view.ts'
import type { GitTools } from './run-git.ts'

/**
 * A digest of what is in the Git work tree around a folder and in its submodules: the commit, and every changed or new file with
 * its content. Null when there is none, or it cannot be told in time; two nulls say nothing about each other. Starts no program
 * that the repository names.
 */
export async function digestWorkTree(folder: string, tools: GitTools): Promise<string | null> {
  const hash = createHash('sha256')
  const digested = await lookInto(folder, { tools, look: (view) => addToDigest(view, hash) })
  return digested.every((isWhole) => isWhole) ? hash.digest('hex') : null
}

/**
 * The changes in the work tree and its submodules since the last commit, as text of bounded length; null when there is no work
 * tree. Starts no program that the repository names.
 */
export async function readWorkTreeDiff(folder: string, tools: GitTools): Promise<string | null> {
  const [own, ...inside] = await lookInto(folder, { tools, look: readDiff })
  if (own == null) return null
  const text = [own || '(no changes)', ...inside.filter((part) => part)].join('\n\n')
  return text.length <= mostDiff ? text : `${text.slice(0, mostDiff)}\n(… cut …)`
}

const mostDiff = 80_000
const mostRepositories = 32

/** Looks at one repository; the name is that of a submodule, empty for the outermost. */
type Look<T> = (view: RepositoryView, name: string) => Promise<T>

/**
 * Looks into the repository around a folder, then into its submodules, one after the other. Git itself would start another git in
 * each of them, with the settings that it finds there. Null stands for one that cannot be opened, and for all beyond the limit.
 */
async function lookInto<T>(folder: string, { tools, look }: { tools: GitTools; look: Look<T> }): Promise<(T | null)[]> {
  const found: (T | null)[] = []
  const waiting = [{ folder, name: '' }]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (found.length === mostRepositories) return [...found, null]
    const { folder: inside, name } = next
    const view = await openRepositoryView(inside, tools)
    try {
      // What is no repository of its own belongs to the one around it, which was looked into.
      if (view && name !== '' && view.root !== inside) continue
      found.push(view && (await look(view, name)))
      for (const path of view ? await listSubmodules(view) : [])
        waiting.push({ folder: join(view!.root, path), name: join(name, path) })
    } finally {
      view?.close()
    }
  }
  return found
}

const statusArguments = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--no-renames']
const noRecursion = '--ignore-submodules=dirty'
const mostBytes = 64 * 1024 * 1024

/** Whether all could be added. */
async function addToDigest({ root, ask }: RepositoryView, hash: Hash): Promise<boolean> {
  const status = await ask([...statusArguments, noRecursion])
  if (!status?.isExact) return false
  hash.update(`${root}\0${status.text}\0`)
  let room = mostBytes
  try {
    for (const path of listPaths(status.text)) {
      room -= hashFile(join(root, path), { hash, room })
      if (room <= 0) return false
    }
    return true
  } catch {
    // What is changed while it is read cannot be told.
    return false
  }
}

async function readDiff({ ask, hasCommit }: RepositoryView, name: string): Promise<string | null> {
  const status = await ask(['status', '--short', '--untracked-files=normal', noRecursion])
  if (status === null) return null
  const diff = await ask([...diffArguments, noRecursion, hasCommit ? 'HEAD' : '--cached'])
  const text = status.text === '' && !diff?.text ? '' : `${status.text}\n${diff?.text ?? ''}`.trimEnd()
  return text === '' || name === '' ? text : `In the submodule ${name}:\n\n${text}`
}

const diffArguments = ['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--no-relative', '--submodule=short']

/** The paths in `git status --porcelain=v2 -z`: of ordinary, unmerged and untracked entries. */
function listPaths(status: string): string[] {
  return status.split('\0').flatMap((entry) => {
    if (entry.startsWith('? ')) return [entry.slice(2)]
    const fields = entry.startsWith('1 ') ? 8 : entry.startsWith('u ') ? 10 : 0
    return fields === 0 ? [] : [entry.split(' ').slice(fields).join(' ')]
  })
}

/** Adds a file to the digest and gives its size. */
function hashFile(path: string, { hash, room }: { hash: Hash; room: number }): number {
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    hash.update((error as NodeJS.ErrnoException).code === 'ELOOP' ? readlinkSync(path) : 'gone')
    return 0
  }
  try {
    const stats = fstatSync(descriptor)
    hash.update(`${path}\0${stats.isFile() ? stats.size : 'special'}\0`)
    if (!stats.isFile() || stats.size > room) return stats.isFile() ? stats.size : 0
    const chunk = Buffer.allocUnsafe(64 * 1024)
    for (let count = readSync(descriptor, chunk); count > 0; count = readSync(descriptor, chunk))
      hash.update(chunk.subarray(0, count))
    return stats.size
  } finally {
    closeSync(descriptor)
  }
}
