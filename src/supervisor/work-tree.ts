import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { ReviewTools } from './reviewer.ts'

type GitTools = Pick<ReviewTools, 'runner' | 'signal' | 'remaining'>

/**
 * A digest of what is in the Git work tree around a folder: the commit, and every changed or new file with its content. Null
 * when there is none, or it cannot be told in time; two nulls say nothing about each other.
 */
export async function digestWorkTree(folder: string, tools: GitTools): Promise<string | null> {
  const root = await runGit(folder, ['rev-parse', '--show-toplevel'], tools)
  const status = root && (await runGit(folder, statusArguments, tools))
  if (root === null || status === null) return null
  const hash = createHash('sha256').update(status)
  let room = mostBytes
  for (const path of listPaths(status)) {
    room -= hashFile(join(root.replace(/\n$/, ''), path), { hash, room })
    if (room <= 0) return null
  }
  return hash.digest('hex')
}

const statusArguments = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--no-renames']
const mostBytes = 64 * 1024 * 1024
const mostDiff = 80_000

/** The changes in the work tree since the last commit, as text of bounded length; null when there is no work tree. */
export async function readWorkTreeDiff(folder: string, tools: GitTools): Promise<string | null> {
  const status = await runGit(folder, ['status', '--short', '--untracked-files=normal'], tools)
  if (status === null) return null
  const diff = await runGit(folder, ['diff', '--no-color', '--no-ext-diff', '--no-textconv', 'HEAD'], tools)
  const text = `${status || '(no changes)\n'}\n${diff ?? ''}`.trimEnd()
  return text.length <= mostDiff ? text : `${text.slice(0, mostDiff)}\n(… cut …)`
}

const gitLimitMs = 10_000

// A repository can name programs in its settings; none of them is started for a look at it.
async function runGit(folder: string, args: readonly string[], tools: GitTools): Promise<string | null> {
  const result = await tools.runner.run({
    command: { exec: 'git', args: ['-c', 'core.fsmonitor=false', '--no-optional-locks', ...args] },
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
    stdin: '',
    timeoutMs: Math.max(1, Math.min(gitLimitMs, tools.remaining())),
    reap: 'group',
    signal: tools.signal,
  })
  if (result.kind !== 'process' || result.end.by !== 'exit' || result.end.code !== 0) return null
  return result.stdout.text
}

/** The paths in `git status --porcelain=v2 -z`: of ordinary, unmerged and untracked entries. */
function listPaths(status: string): string[] {
  return status.split('\0').flatMap((entry) => {
    if (entry.startsWith('? ')) return [entry.slice(2)]
    const fields = entry.startsWith('1 ') ? 8 : entry.startsWith('u ') ? 10 : 0
    return fields === 0 ? [] : [entry.split(' ').slice(fields).join(' ')]
  })
}

/** Adds a file to the digest and gives its size. */
function hashFile(path: string, { hash, room }: { hash: ReturnType<typeof createHash>; room: number }): number {
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
