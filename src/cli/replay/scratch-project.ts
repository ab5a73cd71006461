import {
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { HookError } from '../../base/errors.ts'
import { cacheFolder } from '../../store/cache-folder.ts'
import { makePrivateFolder } from '../../store/private-folder.ts'
import { listProjectFiles } from './list-project-files.ts'
import { copyRepository } from './scratch-repository.ts'

/** A copy of a project in which hooks may do what they like. */
export interface ScratchProject {
  readonly folder: string
  readonly files: number
  readonly bytes: number
  /** Removes it. Never throws. */
  remove(): void
}

/** How much is copied at most. */
export interface CopyLimits {
  files: number
  bytes: number
}

export const usualLimits: CopyLimits = { files: 50_000, bytes: 512 * 1024 * 1024 }

/**
 * Copies a project: the files that git tracks or would add, and small ignored ones; folders of dependencies become links to the
 * real ones, and the repository shares its objects with the real one, so that git answers as it would there. Throws `USAGE` when
 * that is more than the limits allow.
 */
export function copyProject(
  projectDir: string,
  { env, limits = usualLimits }: { env: NodeJS.ProcessEnv; limits?: CopyLimits },
): ScratchProject {
  const root = makeRoot(env)
  const remove = (): void => removeFolder(root)
  try {
    const folder = join(root, basename(projectDir) || 'project')
    mkdirSync(folder)
    const counted = copyAll(projectDir, folder, limits)
    return { folder, ...counted, remove }
  } catch (error) {
    remove()
    throw error
  }
}

// Not among temporary files: guards that trust those would take every path of the project for one of them.
function makeRoot(env: NodeJS.ProcessEnv): string {
  const base = cacheFolder(env) ?? join(homedir(), '.cache', 'hookline')
  makePrivateFolder(base)
  removeAbandoned(base)
  return realpathSync(mkdtempSync(join(base, 'replay-')))
}

const longestReplayMs = 24 * 60 * 60 * 1000

// Of a process that was killed the copy stays behind.
function removeAbandoned(base: string): void {
  for (const name of readdirSync(base)) {
    if (!name.startsWith('replay-')) continue
    const age = Date.now() - (lstatSync(join(base, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > longestReplayMs) removeFolder(join(base, name))
  }
}

function copyAll(projectDir: string, folder: string, limits: CopyLimits): { files: number; bytes: number } {
  if (lstatSync(projectDir, { throwIfNoEntry: false }) === undefined) return { files: 0, bytes: 0 }
  const { files, links } = listProjectFiles(projectDir)
  if (files.length > limits.files) throw tooMuch(projectDir, `${files.length} files`, `${limits.files} files`)
  let bytes = 0
  for (const file of files) {
    bytes += copyEntry(file, { projectDir, folder })
    if (bytes > limits.bytes) throw tooMuch(projectDir, `more than ${megabytes(limits.bytes)}`, megabytes(limits.bytes))
  }
  for (const link of links) linkFolder(link, { projectDir, folder })
  copyRepository(projectDir, folder)
  return { files: files.length, bytes }
}

function tooMuch(projectDir: string, found: string, most: string): HookError {
  return new HookError('USAGE', `${projectDir} is too large to be copied: ${found}, at most ${most}`, {
    hint: 'Give a copy of your own by --cwd DIR, or run hooks in the project itself by --in-place.',
  })
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`
}

// A file may have gone since it was listed, or not be ours to read: hooks then see what they would see of it.
function copyEntry(file: string, { projectDir, folder }: { projectDir: string; folder: string }): number {
  const from = join(projectDir, file)
  const to = join(folder, file)
  try {
    const stats = lstatSync(from, { throwIfNoEntry: false })
    if (stats === undefined) return 0
    if (!stats.isFile() && !stats.isSymbolicLink()) return 0
    mkdirSync(dirname(to), { recursive: true })
    if (stats.isSymbolicLink()) symlinkSync(moveTarget(readlinkSync(from), { projectDir, folder }), to)
    else copyFileSync(from, to, constants.COPYFILE_FICLONE)
    return stats.size
  } catch (error) {
    if (['EACCES', 'EPERM', 'ENOENT', 'EEXIST', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return 0
    throw error
  }
}

function moveTarget(target: string, { projectDir, folder }: { projectDir: string; folder: string }): string {
  if (!isAbsolute(target)) return target
  const inside = relative(projectDir, target)
  return inside.startsWith('..') || isAbsolute(inside) ? target : join(folder, inside)
}

function linkFolder(path: string, { projectDir, folder }: { projectDir: string; folder: string }): void {
  const to = join(folder, path)
  mkdirSync(dirname(to), { recursive: true })
  if (lstatSync(to, { throwIfNoEntry: false }) === undefined) symlinkSync(join(projectDir, path), to)
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // what a hook has locked away stays behind in the cache
  }
}
