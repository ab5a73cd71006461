import { BUILTINS } from './builtins.ts'
import type { Handler } from './call.ts'
import { CONTAINERS } from './containers.ts'
import { FILE_WALKERS } from './file-walkers.ts'
import { runGit } from './git.ts'
import { INTERPRETERS, isPython, runInterpreter } from './interpreters.ts'
import { PREFIXES, runPrefix } from './prefix-commands.ts'
import { runShell, SHELLS } from './shells.ts'
import { TEXT_RUNNERS } from './text-runners.ts'

const HANDLERS = new Map<string, Handler>([
  ...Object.entries(BUILTINS),
  ...Object.entries(CONTAINERS),
  ...Object.entries(FILE_WALKERS),
  ...Object.entries(TEXT_RUNNERS),
  ...Object.keys(PREFIXES).map((name): [string, Handler] => [name, runPrefix]),
  ...Object.keys(INTERPRETERS).map((name): [string, Handler] => [name, runInterpreter]),
  ...SHELLS.map((name): [string, Handler] => [name, runShell]),
  ['git', runGit],
])

/** The handler for a command that runs other commands, by its name without directory; undefined for all others. */
export function findHandler(name: string): Handler | undefined {
  return HANDLERS.get(name) ?? (isPython(name) ? runInterpreter : undefined)
}
