import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { CommandRequest } from './command-request.ts'

/** The program that a command line ends up running, with everything known of its words. */
export interface PlainCall {
  /** Null where only a running shell could tell. */
  words: (string | null)[]
  /** The directory it runs in, or null when that is not known. */
  cwd: string | null
}

/** What of a command line can be known without running it. */
export interface CommandShape {
  /** Set when the line is one single program, possibly behind wrappers such as `env` or `timeout`. */
  call: PlainCall | null
  /** Whether the line says itself with which code it ends. */
  exits: boolean
}

type Request = Pick<CommandRequest, 'command' | 'cwd' | 'env'>

/** Reads a command line as far as it is static, with the variables of the hook's own environment filled in. */
export async function readShape({ command, cwd, env }: Request): Promise<CommandShape> {
  if ('exec' in command) return { call: { words: [command.exec, ...command.args], cwd }, exits: false }
  // Only looked at after a failure or at load, so the parser is not loaded before it is needed.
  const { parseCommand } = await import('../../shell/index.ts')
  const { commands } = parseCommand(command.shell)
  const written = commands.filter(({ via }) => via.length === 0)
  const last = commands.at(-1)
  const exits = commands.some(({ words }) => words[0]?.value === 'exit')
  if (written.length !== 1 || !last) return { call: null, exits }
  const words = last.words.map((word) =>
    'home' in word ? expandHome(word.value, env) : (word.value ?? expandVariables(word.raw, env)),
  )
  return { call: { words, cwd: last.cwd === null ? null : resolve(cwd, last.cwd) }, exits }
}

function expandHome(value: string | null, env: Request['env']): string | null {
  return value?.replace(/^~(?=\/|$)/, env['HOME'] ?? homedir()) ?? null
}

/** Fills in `$NAME` and `${NAME}`, plain or in double quotes; null when the word holds anything else that a shell would work on. */
function expandVariables(raw: string, env: Request['env']): string | null {
  const expanded = raw
    .replaceAll('"', '')
    .replace(/\$(?:(\w+)|\{(\w+)\})/g, (_, plain, braced) => env[plain ?? braced] ?? '')
  const rest = raw.replaceAll('"', '').replace(/\$(?:\w+|\{\w+\})/g, '')
  return /[$`'"\\*?[\]{}~|&;<>()\s]/.test(rest) ? null : expanded
}
