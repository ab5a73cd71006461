import { homedir } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { findScript } from '../../handlers/command/interpreters.ts'
import { parseCommand, type SimpleCommand, type Word } from '../../shell/index.ts'
import type { LintedHook } from '../linted-hook.ts'
import type { CodeSource } from './hook-code.ts'

/** A program that a piece of code calls. */
export interface ProgramUse {
  /** As written, variables of the project filled in: `jq`, `./guard.sh`, `python3`. */
  readonly name: string
  readonly source: CodeSource
  /** Absolute path of the script that it is or runs; undefined when it runs none or the directory is not known. */
  readonly script?: string
  /** The script as written. */
  readonly written?: string
  /** Set when the script is given to an interpreter instead of being run itself. */
  readonly interpreter?: string
  /** The directory it runs in has been changed by `cd`: where to, null when only a running shell could tell. */
  readonly moved?: string | null
}

/** Every program that a piece of shell calls, wrappers seen through, with the script it runs. */
export function findPrograms(source: CodeSource, linted: LintedHook): ProgramUse[] {
  const commands = parseCommand(source.text).commands.filter(({ reading }) => reading === undefined)
  return commands.flatMap((command) => {
    const words = command.words.map((word) => expandWord(word, linted))
    const name = words[0]
    return name == null || name === '' ? [] : [describeUse(name, { words, command, source, linted })]
  })
}

interface Call {
  words: (string | null)[]
  command: SimpleCommand
  source: CodeSource
  linted: LintedHook
}

function describeUse(name: string, { words, command, source, linted }: Call): ProgramUse {
  const read =
    name === '.' || name === 'source' ? { interpreter: 'sh', script: words[1] ?? undefined } : findScript(words)
  const written = name.includes('/') ? name : (read?.script ?? undefined)
  const start = startFolder(linted)
  const folder = command.cwd === null ? null : resolve(start, command.cwd)
  const script = written === undefined ? undefined : locate(written, folder)
  return {
    name,
    source,
    ...(script !== undefined && { script }),
    ...(written !== undefined && { written }),
    ...(read && !name.includes('/') && { interpreter: read.interpreter }),
    ...(command.cwd !== '.' && { moved: command.cwd }),
  }
}

function locate(written: string, folder: string | null): string | undefined {
  if (isAbsolute(written)) return written
  return folder === null ? undefined : resolve(folder, written)
}

function startFolder({ hook, file }: LintedHook): string {
  const { handler } = hook
  const own = handler.type === 'command' || handler.type === 'worker' ? handler.cwd : undefined
  return resolve(file.context.projectDir, own ?? '.')
}

/** Variables that hooks find set to the root of the project. */
export const projectVariables: ReadonlySet<string> = new Set([
  'HOOKLINE_PROJECT_DIR',
  'CLAUDE_PROJECT_DIR',
  'BLADE_PROJECT_DIR',
  'KIMI_PROJECT_DIR',
  'KIMI_WORK_DIR',
  'PWD',
])

function expandWord({ value, raw, home }: Word, { file }: LintedHook): string | null {
  const { env, projectDir } = file.context
  if (home) return value?.replace(/^~(?=\/|$)/, env['HOME'] ?? homedir()) ?? null
  if (value !== null) return value
  const plain = raw.replaceAll('"', '')
  const expanded = plain.replace(/\$(?:(\w+)|\{(\w+)(?::-[^}]*)?\})/g, (_, bare, braced) => {
    const name = String(bare ?? braced)
    return projectVariables.has(name) ? projectDir : name === 'HOME' ? (env['HOME'] ?? homedir()) : '\0'
  })
  return /[\0$`'\\*?[\]{}~|&;<>()]/.test(expanded) ? null : expanded
}
