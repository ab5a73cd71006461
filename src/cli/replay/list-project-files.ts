import { execFileSync } from 'node:child_process'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What of a project is copied, and which folders are linked instead. Paths are relative to it. */
export interface ProjectFiles {
  files: string[]
  links: string[]
}

/** Folders of dependencies: large, and hooks only read them. */
const dependencies: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv', 'vendor'])
/** Folders that are copied although git ignores them: hooks and their settings live there. */
const settings: ReadonlySet<string> = new Set(['.claude', '.hookline', '.kimi', '.husky'])
const largestIgnored = 1024 * 1024

/** Lists a project by git, or where there is none by walking through it. */
export function listProjectFiles(projectDir: string): ProjectFiles {
  const tracked = askGit(projectDir, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  if (tracked === null) return walk(projectDir)
  const ignored =
    askGit(projectDir, ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']) ?? []
  const list: ProjectFiles = { files: [...new Set(tracked)].filter((file) => !file.endsWith('/')), links: [] }
  for (const path of ignored) addIgnored(path.replace(/\/$/, ''), { projectDir, list, isFolder: path.endsWith('/') })
  return list
}

function addIgnored(
  path: string,
  { projectDir, list, isFolder }: { projectDir: string; list: ProjectFiles; isFolder: boolean },
): void {
  const name = path.split('/').at(-1)!
  if (!isFolder) {
    const size = lstatSync(join(projectDir, path), { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY
    if (size <= largestIgnored) list.files.push(path)
  } else if (dependencies.has(name)) list.links.push(path)
  else if (settings.has(name)) {
    const inside = walk(join(projectDir, path))
    list.files.push(...inside.files.map((file) => join(path, file)))
    list.links.push(...inside.links.map((file) => join(path, file)))
  }
}

const largestList = 256 * 1024 * 1024

function askGit(projectDir: string, args: readonly string[]): string[] | null {
  try {
    const { GIT_DIR: _, GIT_WORK_TREE: __, GIT_INDEX_FILE: ___, ...env } = process.env
    // A repository can name a program in its settings that git would start for a look at it.
    const printed = execFileSync('git', ['-c', 'core.fsmonitor=false', '--no-optional-locks', ...args], {
      cwd: projectDir,
      env,
      encoding: 'utf8',
      maxBuffer: largestList,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return printed.split('\0').filter((path) => path !== '')
  } catch {
    return null
  }
}

function walk(root: string): ProjectFiles {
  const found: ProjectFiles = { files: [], links: [] }
  const open = ['']
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of readFolder(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (!entry.isDirectory()) found.files.push(path)
      else if (dependencies.has(entry.name)) found.links.push(path)
      else if (entry.name !== '.git') open.push(path)
    }
  }
  return found
}

function readFolder(path: string): import('node:fs').Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return []
  }
}
