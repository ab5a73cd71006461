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

type ProcessHandler = Extract<HandlerSpec, { type: 'command' | 'worker' }>

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
  if (handler.type !== 'command' && handler.type !== 'worker') return { paths: [], unpinned: [] }
  const known = remembered.get(handler)
  if (known && known.root === place.root && known.env === place.env) return known.found
  const found = search(handler, place)
  remembered.set(handler, { root: place.root, env: place.env, found })
  return found
}

// One load asks more than once about the same hook.
const remembered = new WeakMap<HandlerSpec, ScriptPlace & { found: FoundScripts }>()

function search(handler: ProcessHandler, place: ScriptPlace): FoundScripts {
  const found: FoundScripts = { paths: [], unpinned: [] }
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
  const { commands, complete, problems } = parseCommand(`${given.join('')}${dropDefaults(text)}`)
  if (!complete) found.unpinned.push(`the command cannot be read in full: ${problems[0]?.message ?? 'unknown'}`)
  for (const command of commands) readSimple(command, { ...search, command })
}

// These are always set: what stands for them otherwise never counts.
function dropDefaults(text: string): string {
  return text.replace(/\$\{(\w+):?[-?][^}`$]*\}/g, (whole, name: string) =>
    projectVariables.includes(name) && name !== 'PWD' ? `\${${name}}` : whole,
  )
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
  const program = name.split('/').at(-1)!
  if (call) addCall(call, program, search)
  else if (runners.test(program))
    addGiven(words, search, `${program} runs or loads what other files of the project say`)
  else if (!name.includes('/') && !harmless.has(program)) addUnknown(words, search)
}

function addCall({ files, from }: InterpreterCall, program: string, search: CallSearch): void {
  for (const file of files) addFile(file, search)
  if (/^(?:node|nodejs|tsx|ts-node)$/.test(program)) addModules(files, search)
  if (from === 'elsewhere') search.found.unpinned.push(`what ${program} runs is not named as a file`)
  if (from !== 'stdin') return
  for (const file of search.reads) addFile(file, search)
  if (search.reads.length === 0) search.found.unpinned.push(`${program} runs what it reads from its input`)
}

// Node finds a script by the beginning of its name, too.
function addModules(files: readonly (string | null)[], { folder, found }: CallSearch): void {
  for (const file of files) {
    if (file === null || folder === null || isFile(resolve(folder, file))) continue
    const path = resolve(folder, file)
    const meant = ['.js', '.cjs', '.mjs', '.json', '/package.json', '/index.js'].map((end) => `${path}${end}`)
    found.paths.push(...meant.filter(isFile))
    found.unpinned.push(`${file} is looked for under other names`)
  }
}

/** Programs that run what other files of a project say. */
const runners =
  /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx|deno|corepack|make|gmake|just|task|rake|bundle|cargo|go|gradlew?|mvnw?|ant|sbt|cmake|ninja|bazel|tox|nox|poetry|pipenv|uv|uvx|pipx|pytest|pre-commit|lefthook|husky|docker|podman|nix|direnv|mise|composer|dotnet|mix|swift|vite|vitest|jest|eslint|prettier|tsc|biome|ruff|black|mypy)$/

function addGiven(words: readonly (string | null)[], search: CallSearch, warning: string): void {
  search.found.unpinned.push(warning)
  search.found.paths.push(...listGiven(words, search))
}

/** Programs that take files for data or are seen through, and what a shell does by itself. */
const harmless = new Set(
  `[ [[ : alias bg break cat cd chmod chown cksum cmp comm command continue cp curl cut date dd df diff dirname du echo egrep exec
  exit export expr false fc fg fgrep file fold getopts git grep gunzip gzip hash head hostname id install jobs join kill less
  let ln local logger ls md5sum mkdir mktemp more mv nl notify-send paste printenv printf ps pwd read readlink readonly realpath
  return rg rm rmdir say seq set sha1sum sha256sum shift shuf sleep sort split stat sum sync tac tail tar tee test times touch
  tput tr trap true truncate type typeset tty ulimit umask unalias uname uniq unset unzip wait wc wget which whoami xxd yes zip
  basename base64 column hookline ccc env timeout gtimeout sudo doas nohup time nice ionice xargs find flock setsid stdbuf busybox
  eval builtin`.split(/\s+/),
)

// It may be an interpreter that nobody told us of: what it is given is pinned, and that this may not be all is said.
function addUnknown(words: readonly (string | null)[], search: CallSearch): void {
  const given = listGiven([...words, ...search.reads], search)
  if (given.length > 0) addGiven(words, search, `what ${words[0]} does with its files is not known`)
  search.found.paths.push(...given)
}

const scriptNames =
  /\.(?:[cm]?[jt]s|sh|bash|zsh|fish|py|rb|pl|php|lua|r|jl|exs?|scm|rkt|el|tcl|exp|scpt|ps1|kts|groovy|clj|jar|wasm|ml|hs|sql|awk)$/i

// A script that is not there yet is meant all the same: it must not come into force unseen.
function listGiven(words: readonly (string | null)[], { folder, root }: CallSearch): string[] {
  if (folder === null) return []
  return words
    .slice(1)
    .flatMap((word) => (word === null || word.includes('://') ? [] : [word, word.split('=').at(-1)!]))
    .filter((word) => !word.startsWith('-'))
    .map((word) => resolve(folder, word))
    .filter((path) => (isFile(path) || scriptNames.test(path)) && isInside(followLinks(path), root))
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
