import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import type { HandlerSpec } from '../../protocol/hook.ts'
import { parseCommand, type SimpleCommand, type Word } from '../../shell/index.ts'
import { changesWhatRuns } from '../../shell/risky-variables.ts'
import { followLinks } from './check-owner.ts'
import { type InterpreterCall, readInterpreterCall } from './interpreters.ts'
import { isInside } from './project-identity.ts'

/** What is known of the files that a hook runs. */
export interface FoundScripts {
  /** Absolute paths, links not followed; whether they exist or not. */
  paths: string[]
  /** What may run besides and cannot be named, each as a clause. */
  unpinned: string[]
}

/** Where a hook would run. */
export interface ScriptPlace {
  /** Root of the project, links followed. */
  root: string
  env: Readonly<Record<string, string | undefined>>
}

/**
 * Finds the files that a hook's command names: the program itself when it is given by a path or found in the project, the script
 * given to an interpreter, what that is told to load, what a shell reads in. Of programs of the system nothing is said. Runs
 * nothing and never throws; what cannot be told is said in `unpinned`.
 */
export function findScripts(handler: HandlerSpec, place: ScriptPlace): FoundScripts {
  const found: FoundScripts = { paths: [], unpinned: [] }
  if (handler.type !== 'command' && handler.type !== 'worker') return found
  const start = resolve(place.root, handler.cwd ?? '.')
  const run = handler.type === 'worker' ? { shell: handler.command } : handler.run
  if ('shell' in run) readShell(run.shell, { ...place, start, found })
  else readCall([run.exec, ...run.args], { ...place, found, folder: start, reads: [] })
  return { paths: [...new Set(found.paths)], unpinned: [...new Set(found.unpinned)] }
}

/** Variables that hooks find set to the root of the project, or to the directory they run in. */
const projectVariables = [
  ...['HOOKLINE', 'CLAUDE', 'BLADE', 'KIMI'].map((name) => `${name}_PROJECT_DIR`),
  'KIMI_WORK_DIR',
  'PWD',
]

interface Search extends ScriptPlace {
  found: FoundScripts
}

// The shell's own reading fills the variables in when they are set in front of the text.
function readShell(text: string, search: Search & { start: string }): void {
  const { root, start, found } = search
  const given = projectVariables
    .filter((name) => text.includes(name))
    .map((name) => `${name}=${quote(name === 'PWD' ? start : root)}\n`)
  const { commands, complete, problems } = parseCommand(`${given.join('')}${text}`)
  if (!complete) found.unpinned.push(`the command cannot be read in full: ${problems[0]?.message ?? 'unknown'}`)
  for (const command of commands) readSimple(command, { ...search, command })
}

function readSimple(command: SimpleCommand, search: Search & { start: string; command: SimpleCommand }): void {
  const { found, start } = search
  const risky = command.assignments.map(({ name }) => name).filter((name) => name !== 'PWD' && changesWhatRuns(name))
  for (const name of risky) found.unpinned.push(`it sets ${name}, which changes what other programs run`)
  if (command.words.length === 0) return
  const expand = (word: Word): string | null => expandHome(word, search.env)
  const folder = command.cwd === null ? null : resolve(start, command.cwd)
  const reads = command.redirects.filter(({ kind }) => kind === 'read').map(({ target }) => expand(target))
  readCall(command.words.map(expand), { ...search, folder, reads })
}

interface CallSearch extends Search {
  /** Directory of the call; null when only a running shell could tell. */
  folder: string | null
  /** Files it reads instead of its input. */
  reads: readonly (string | null)[]
}

function readCall(words: readonly (string | null)[], search: CallSearch): void {
  const [name, first] = words
  const { found } = search
  if (name == null || name === '') {
    found.unpinned.push('the name of a program is known only when it runs')
    return
  }
  if (name === '.' || name === 'source') addFile(first ?? null, search)
  else if (name.includes('/')) addProgram(name, search)
  else addByName(name, search)
  const call = readInterpreterCall(words)
  if (call) addCall(call, name, search)
  else if (runners.test(name.split('/').at(-1)!)) addRunner(words, search)
}

function addCall({ files, from }: InterpreterCall, name: string, search: CallSearch): void {
  const [program] = name.split('/').slice(-1)
  for (const file of files) addFile(file, search)
  if (from === 'elsewhere') search.found.unpinned.push(`what ${program} runs is not named as a file`)
  if (from !== 'stdin') return
  for (const file of search.reads) addFile(file, search)
  if (search.reads.length === 0) search.found.unpinned.push(`${program} runs what it reads from its input`)
}

/** Programs that run what other files of a project say. */
const runners =
  /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx|deno|corepack|make|gmake|just|task|rake|bundle|cargo|go|gradlew?|mvnw?|ant|sbt|cmake|ninja|bazel|tox|nox|poetry|pipenv|uv|uvx|pipx|pytest|pre-commit|lefthook|husky|docker|podman|nix|direnv|mise|composer|dotnet|mix|swift|vite|vitest|jest|eslint|prettier|tsc|biome|ruff|black|mypy)$/

function addRunner(words: readonly (string | null)[], search: CallSearch): void {
  search.found.unpinned.push(`${words[0]} runs or loads what other files of the project say`)
  for (const word of words.slice(1)) {
    if (word === null || word.startsWith('-') || search.folder === null) continue
    const path = resolve(search.folder, word)
    if (/\.\w+$/.test(word) && isInside(followLinks(path), search.root) && isFile(path)) search.found.paths.push(path)
  }
}

// Programs of the system are as good as the system itself, and change with it.
const systemFolders = /^\/(?:usr|bin|sbin|lib\w*|opt|nix|snap|System|Library|Applications)\//

function addProgram(name: string, search: CallSearch): void {
  if (isAbsolute(name) && systemFolders.test(followLinks(name)) && !isInside(name, search.root)) return
  addFile(name, search)
}

function addFile(file: string | null, { folder, found }: CallSearch): void {
  if (file === null) found.unpinned.push('the name of a script is known only when it runs')
  else if (isAbsolute(file)) addPath(resolve(file), found)
  else if (folder === null) found.unpinned.push(`the folder of ${file} is known only when it runs`)
  else addPath(resolve(folder, file), found)
}

function addPath(path: string, { paths }: FoundScripts): void {
  if (!path.startsWith('/dev/') && !path.startsWith('/proc/')) paths.push(path)
}

// A folder of the project in PATH lets the project say what a plain name means.
function addByName(name: string, { root, env, folder, found }: CallSearch): void {
  for (const entry of (env['PATH'] ?? '').split(delimiter)) {
    const place = resolve(folder ?? root, join(entry, name))
    if (!isFile(place)) continue
    if (isInside(followLinks(place), root) || isInside(place, root)) {
      found.paths.push(place)
      found.unpinned.push(`${name} is found in the project, through PATH`)
    }
    return
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  } catch {
    return false
  }
}

function expandHome({ value, home }: Word, env: ScriptPlace['env']): string | null {
  return home ? (value?.replace(/^~(?=\/|$)/, env['HOME'] ?? homedir()) ?? null) : value
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
