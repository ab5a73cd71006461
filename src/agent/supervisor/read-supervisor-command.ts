import type { CommandSpec } from '../../protocol/hook.ts'
import { parseCommand, type SimpleCommand, type Word } from '../../shell/index.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A command line that calls the supervisor: its flags, and the variables it is given. */
export interface SupervisorCommandLine {
  argv: string[]
  env: Record<string, string>
}

/**
 * Reads a command that does nothing but call the supervisor, however it is started: by name, by path, through Node or a package
 * runner, behind `env` or `timeout`. Undefined for any other command, and for one whose flags only a shell could tell.
 */
export function readSupervisorCommand(run: CommandSpec['run'], env: Environment): SupervisorCommandLine | undefined {
  if ('exec' in run) {
    const words = [run.exec, ...run.args].map((value) => ({ value, raw: value }))
    return readWords(words, [], env)
  }
  if (!run.shell.includes(hookWord)) return undefined
  const commands = parseCommand(run.shell).commands.filter(({ reading }) => reading === undefined)
  // One command, and inside it the one that it wraps, and so on.
  const isOne = new Set(commands.map(({ via }) => via.length)).size === commands.length
  if (!isOne || commands.some(writesFile)) return undefined
  const innermost = commands.at(-1)
  return (
    innermost &&
    readWords(
      innermost.words,
      commands.flatMap(({ assignments }) => assignments),
      env,
    )
  )
}

const hookWord = 'supervisor-hook'

function writesFile({ redirects }: SimpleCommand): boolean {
  return redirects.some(({ target }) => target.value !== '/dev/null')
}

const program = /(?:^|\/)(?:ccc|hookline)(?:@[\w.^~-]+|\.[cm]?js)?$/
const launcher = /(?:^|\/)(?:node|nodejs|bun|bunx|npx|npm|pnpm|yarn)$|^(?:exec|dlx|x|--|-y|--yes)$/

function readWords(
  words: readonly Word[],
  assignments: SimpleCommand['assignments'],
  env: Environment,
): SupervisorCommandLine | undefined {
  const at = words.findIndex((word) => program.test(textOf(word)))
  if (at === -1 || words[at + 1]?.value !== hookWord) return undefined
  if (!words.slice(0, at).every((word) => launcher.test(textOf(word)))) return undefined
  const argv = words.slice(at + 2).map((word) => resolveWord(word, env))
  if (!argv.every((word) => word !== undefined)) return undefined
  const given = assignments.map(({ name, value }) => [name, resolveWord(value, env)] as const)
  const known = given.filter((pair): pair is readonly [string, string] => pair[1] !== undefined && pair[1] !== '')
  return { argv, env: Object.fromEntries(known) }
}

// What a path begins with may be a variable: it is the name at its end that tells.
function textOf({ value, raw }: Word): string {
  return value ?? raw.replace(/["']/g, '')
}

function resolveWord({ value, raw }: Word, env: Environment): string | undefined {
  if (value !== null) return value
  const name = /^"?\$(?:\{(?<braced>[A-Za-z_]\w*)\}|(?<bare>[A-Za-z_]\w*))"?$/.exec(raw)?.groups
  return name && (env[name['braced'] ?? name['bare']!] ?? '')
}
