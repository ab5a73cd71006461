import type { HandlerSpec } from '../../protocol/hook.ts'
import type { Weaken } from './fidelity.ts'
import { quoteWord } from './quote-word.ts'

type Command = HandlerSpec & { type: 'command' }

/** A command with its directory and variables as one line for a shell, for formats that have no keys for them. */
export function writeShellCommand(handler: Command, weaken: Weaken): string {
  const { run, cwd, env = {} } = handler
  if (handler.reap !== undefined) weaken(`reap is lost: what the hook leaves running is not looked after`)
  const command = 'shell' in run ? run.shell : [run.exec, ...run.args].map(quoteWord).join(' ')
  const lines = [
    ...(cwd === undefined ? [] : [`cd ${quoteWord(cwd)} || exit 1`]),
    ...Object.entries(env).map(([name, value]) => `export ${name}=${quoteWord(value)}`),
  ]
  return [...lines, command].join('\n')
}

/** Whether a command needs more than its own text. */
export function hasSurroundings({ cwd, env = {} }: Command): boolean {
  return cwd !== undefined || Object.keys(env).length > 0
}
