import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type GitAnswer, type GitTools, runGit } from './run-git.ts'

/** A Git work tree, to be looked at. */
export interface RepositoryView {
  /** The top folder of the work tree. */
  root: string
  hasCommit: boolean
  /** What git prints for these arguments; null when it fails or takes too long. */
  ask(args: readonly string[]): Promise<GitAnswer | null>
  close(): void
}

/**
 * Opens the work tree around a folder so that git starts no program that the repository names, and changes nothing in it: git
 * works on a folder of our own with a copy of the index, and of the repository's settings only with those that say how files are
 * compared. Filters, hooks, remotes and whatever else can be a program is not among them, also when it is written while git runs.
 * The settings of the user and of the system count as ever. Null when there is no work tree, or it cannot be told.
 */
export async function openRepositoryView(folder: string, tools: GitTools): Promise<RepositoryView | null> {
  const ask = (args: readonly string[]) => runGit({ folder, args, tools })
  const [places, head, settings] = await Promise.all([
    ask(['rev-parse', '--show-toplevel', '--absolute-git-dir', '--git-common-dir']),
    ask(['rev-parse', '--verify', '--quiet', 'HEAD']),
    ask(['config', '--list', '--show-scope', '-z']),
  ])
  const [root, gitFolder, common, ...more] = places?.code === 0 ? places.text.replace(/\n$/, '').split('\n') : []
  if (!root || !gitFolder || !common || more.length > 0) return null
  if (settings?.code !== 0 || !settings.isExact || !places?.isExact || head === null || head.code > 1) return null
  const own = mkdtempSync(join(tmpdir(), 'hookline-git-'))
  const close = (): void => rmSync(own, { recursive: true, force: true })
  try {
    const commit = head.code === 0 ? head.text.trim() : undefined
    const from = { gitFolder, common: resolve(folder, common) }
    fillFolder(own, { ...from, commit, settings: settings.text })
    const env = { GIT_DIR: own, GIT_WORK_TREE: root, GIT_OBJECT_DIRECTORY: join(from.common, 'objects') }
    const look = async (args: readonly string[]) => {
      const result = await runGit({ folder, args: [...quietSettings, ...args], tools, env })
      return result?.code === 0 ? result : null
    }
    return { root, hasCommit: commit !== undefined, ask: look, close }
  } catch {
    close()
    return null
  }
}

// What a user may have set for every repository and is of no use here.
const quietSettings = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'color.ui=false',
  'color.status=false',
].flatMap((setting) => ['-c', setting])

interface Source {
  gitFolder: string
  common: string
  commit: string | undefined
  settings: string
}

function fillFolder(own: string, { gitFolder, common, commit, settings }: Source): void {
  for (const name of ['refs', 'info']) mkdirSync(join(own, name))
  writeFileSync(join(own, 'HEAD'), `${commit ?? 'ref: refs/heads/none'}\n`)
  writeFileSync(join(own, 'config'), writeSettings(settings))
  for (const name of ['exclude', 'attributes']) symlinkSync(join(common, 'info', name), join(own, 'info', name))
  symlinkSync(join(gitFolder, 'info/sparse-checkout'), join(own, 'info/sparse-checkout'))
  for (const name of readdirSync(gitFolder))
    if (name.startsWith('sharedindex.')) symlinkSync(join(gitFolder, name), join(own, name))
  copyIndex(join(gitFolder, 'index'), join(own, 'index'))
}

/** Settings that say how the repository is stored and how files are compared with it. None of them can name a program. */
const keptSettings: ReadonlySet<string> = new Set(
  [
    ...[
      'repositoryformatversion',
      'filemode',
      'symlinks',
      'ignorecase',
      'precomposeunicode',
      'protecthfs',
      'protectntfs',
    ],
    ...[
      'autocrlf',
      'eol',
      'safecrlf',
      'checkroundtripencoding',
      'trustctime',
      'checkstat',
      'ignorestat',
      'bigfilethreshold',
    ],
    ...['sparsecheckout', 'sparsecheckoutcone', 'excludesfile', 'attributesfile'],
  ]
    .map((name) => `core.${name}`)
    .concat('extensions.objectformat', 'index.sparse'),
)

/** The settings of the repository that are kept, from a list of all with where each comes from, as a file. */
function writeSettings(list: string): string {
  const words = list.split('\0')
  const lines: string[] = []
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [key = '', ...rest] = words[at + 1]!.split('\n')
    if ((words[at] !== 'local' && words[at] !== 'worktree') || !keptSettings.has(key)) continue
    const [section, name] = key.split('.')
    lines.push(`[${section}]`, `\t${name}${rest.length === 0 ? '' : ` = ${quote(rest.join('\n'))}`}`)
  }
  return `${lines.join('\n')}\n`
}

function quote(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`
}

const largestIndex = 512 * 1024 * 1024

// A file that is as new as the index may have changed since: a copy must not look newer.
function copyIndex(from: string, to: string): void {
  let descriptor: number
  try {
    descriptor = openSync(from, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || stats.size > largestIndex) throw new Error('the index is no file of a usual size')
    writeFileSync(to, readFileSync(descriptor))
    const seconds = Math.floor(stats.mtimeMs / 1000)
    utimesSync(to, seconds, seconds)
  } finally {
    closeSync(descriptor)
  }
}
