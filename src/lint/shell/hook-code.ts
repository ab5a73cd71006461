import { readFileSync, statSync } from 'node:fs'
import type { Place } from '../../base/errors.ts'
import { positionAt } from '../../base/json/text-position.ts'
import { createParseBudget, parseText } from '../../shell/parse-text.ts'
import type { ParsedScript } from '../../shell/syntax-tree.ts'
import type { LintedHook } from '../linted-hook.ts'
import { findPrograms, type ProgramUse } from './find-programs.ts'
import { readShebang } from './read-shebang.ts'

/** The code that a hook runs, as far as it can be read. */
export interface HookCode {
  /** The command line first, then the scripts it runs. Empty for hooks that start no process. */
  readonly sources: readonly CodeSource[]
  /** Every program that the command line and its shell scripts call. */
  readonly programs: readonly ProgramUse[]
}

/** A piece of code: the command line of a hook, or a script. */
export interface CodeSource {
  readonly origin: 'command' | 'script'
  readonly text: string
  /** What reads it: `sh`, `bash`, `python3`. */
  readonly language: string
  /** Set for shell. */
  readonly tree?: ParsedScript
  /** Path of a script. */
  readonly file?: string
  /** Where an offset of the text stands; for a command line the place of the whole line. */
  place(offset?: number): Place
}

const largestScript = 1024 * 1024

/** Reads the command line of a hook and the scripts it runs. Never throws: what cannot be read is not there. */
export function readHookCode(linted: LintedHook): HookCode {
  const line = readCommandLine(linted)
  if (line === undefined) return { sources: [], programs: [] }
  const programs = findPrograms(line, linted)
  const scripts = new Map<string, CodeSource>()
  for (const { script, interpreter } of programs) {
    if (script === undefined || scripts.has(script)) continue
    const source = readScript(script, interpreter)
    if (source) scripts.set(script, source)
  }
  const inner = [...scripts.values()].flatMap((source) => (source.tree ? findPrograms(source, linted) : []))
  return { sources: [line, ...scripts.values()], programs: [...programs, ...inner] }
}

function readCommandLine({ hook, entry, place }: LintedHook): CodeSource | undefined {
  const { handler } = hook
  if (handler.type === 'worker') return makeLine(handler.command, 'sh', () => place('command'))
  if (handler.type !== 'command') return undefined
  const { run } = handler
  if ('shell' in run) return makeLine(run.shell, 'sh', () => place('command'))
  const inline = /^(?:.*\/)?(?:ba|da|z|k)?sh$/.test(run.exec) && run.args[0] === '-c' ? run.args[1] : undefined
  if (inline !== undefined) return makeLine(inline, run.exec.split('/').at(-1)!, () => place('command'))
  const words = [run.exec, ...run.args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
  return makeLine(words.join(' '), 'sh', () => place(Object.hasOwn(entry, 'exec') ? 'exec' : 'command'))
}

function makeLine(text: string, language: string, place: () => Place): CodeSource {
  return { origin: 'command', text, language, tree: parseShell(text), place }
}

function readScript(file: string, interpreter: string | undefined): CodeSource | undefined {
  const text = readText(file)
  if (text === undefined) return undefined
  const language = interpreter ?? readShebang(text)?.program ?? 'sh'
  return {
    origin: 'script',
    text,
    language,
    file,
    ...(isShell(language) && { tree: parseShell(text) }),
    place: (offset) => ({ file, ...positionAt(text, offset ?? 0) }),
  }
}

/** Whether an interpreter reads shell. */
export function isShell(language: string): boolean {
  return /^(?:ba|da|z|k|a)?sh$/.test(language)
}

const noScript: ParsedScript = { type: 'Script', pos: 0, end: 0, shebang: undefined, commands: [] }

// A text that is too deep or too costly for the parser is judged by its commands alone.
function parseShell(text: string): ParsedScript {
  try {
    const { scripts, whole } = parseText(text, createParseBudget())
    return (whole ? scripts[0] : undefined) ?? noScript
  } catch {
    return noScript
  }
}

// A program that is no script is no text: a NUL byte near its start tells.
function readText(file: string): string | undefined {
  try {
    const stats = statSync(file)
    if (!stats.isFile() || stats.size > largestScript) return undefined
    const bytes = readFileSync(file)
    return bytes.subarray(0, 1024).includes(0) ? undefined : bytes.toString('utf8')
  } catch {
    return undefined
  }
}
