import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ToolCall } from '../../match/index.ts'
import { isShellTool, nativeToolName } from '../../match/tool-names.ts'
import { CallSite, type Surroundings } from './call-site.ts'
import { ask, type Finding, strictestFinding } from './finding.ts'
import { judgeShell } from './judge-shell.ts'

/** What a call would do to what is protected; null when nothing. Runs nothing and never throws for any input. */
export function judgeCall(call: ToolCall, surroundings: Surroundings): Finding | null {
  const site = new CallSite(findFolder(call), surroundings)
  const name = nativeToolName(call.toolName)
  if (isShellTool(name)) return judgeShell(readText(call.toolInput['command']), site)
  return isReading(name) ? null : strictestFinding(judgeValues(call.toolInput, site))
}

// Some agents say with each command where it runs.
function findFolder({ toolInput, cwd = process.cwd() }: ToolCall): string {
  const given = ['cwd', 'workdir', 'working_directory', 'directory', 'dir_path'].map((name) => toolInput[name])
  const folder = given.find((value): value is string => typeof value === 'string' && value !== '')
  return folder === undefined ? cwd : resolve(cwd, folder)
}

function readText(command: unknown): unknown {
  return Array.isArray(command) ? command.map(quote).join(' ') : command
}

// A tool of a server says by its name what it does; the server itself is one that the owner chose.
function isReading(name: string): boolean {
  const words = name
    .split('__')
    .at(-1)!
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
  return words.some((word) => readingWords.has(word)) && !words.some((word) => writingWords.has(word))
}

const readingWords = new Set(
  'read get list search find view show stat info tree head tail cat grep glob fetch describe query lookup inspect diff'.split(
    ' ',
  ),
)
const writingWords = new Set(
  'write edit create update delete remove move rename copy put set append insert replace patch apply save upload download make mkdir touch run exec execute shell command sync restore import'.split(
    ' ',
  ),
)

// What stands in these is what is written, looked for or said, not where.
const contents =
  /^(?:content|contents|text|body|data|message|prompt|query|pattern|regex|description|old_?(?:string|str|text)|new_?(?:string|str|text)|replacement|value|title|comment|url)$/i
const commands = /^(?:command|cmd|script|shell|shell_?command|command_?line)$/i
const deepest = 6
const mostValues = 2_000
const longestPath = 4_096

interface Walk {
  site: CallSite
  left: number
}

function judgeValues(input: Readonly<Record<string, unknown>>, site: CallSite): Iterable<Finding | null> {
  return judgeEntries(Object.entries(input), { site, left: mostValues }, 0)
}

function* judgeEntries(entries: Iterable<[string, unknown]>, walk: Walk, depth: number): Generator<Finding | null> {
  for (const [key, value] of entries) {
    if (--walk.left < 0) return
    if (typeof value === 'string') yield judgeValue(key, value, walk.site)
    else if (Array.isArray(value) && commands.test(key)) yield judgeShell(readText(value), walk.site)
    else if (typeof value === 'object' && value !== null && depth < deepest)
      yield* judgeEntries(
        Array.isArray(value) ? value.map((one) => [key, one]) : Object.entries(value),
        walk,
        depth + 1,
      )
  }
}

function quote(word: unknown): string {
  return `'${String(word).replaceAll("'", `'\\''`)}'`
}

function judgeValue(key: string, value: string, site: CallSite): Finding | null {
  if (commands.test(key)) return judgeShell(value, site)
  if (patchMark.test(value))
    return strictestFinding(listPatched(value).map((path) => site.judgeRemoval(path, 'patches')))
  if (contents.test(key) || value.length > longestPath || /[\n\0]/.test(value)) return null
  const path = value.startsWith('file:') ? readUrl(value) : value
  if (path === null || path === '') return null
  const written = site.judgeWrite(path)
  if (written) return written
  // A tool that is given the folder may do anything in it, and one that takes it away need not say so.
  return site.standing(path) === 'holder' && /path|file|dir|folder|dest|target|source|from|to$/i.test(key)
    ? ask(`may change what is in ${path}`)
    : null
}

// The two ways in which agents write patches.
const patchMark = /^\*\*\* Begin Patch|^--- \S.*\n\+\+\+ \S/m

function listPatched(patch: string): string[] {
  const named = patch.matchAll(
    /^(?:\*\*\* (?:(?:Add|Update|Delete) File|Move to): |(?:---|\+\+\+) (?:[ab]\/)?)([^\t\n]+)/gm,
  )
  return [...named].map(([, path]) => path!.trim()).filter((path) => path !== '/dev/null')
}

function readUrl(text: string): string | null {
  try {
    return fileURLToPath(text)
  } catch {
    return null
  }
}
