import type { Session } from '../../agent/index.ts'
import { describeThrown } from '../../base/describe-thrown.ts'
import { nearestName } from '../../base/names.ts'
import { permissionModes } from '../../protocol/common-input.ts'
import { formatTable } from '../format-table.ts'
import { showLines } from '../show-lines.ts'
import type { Paint } from '../terminal.ts'
import type { HookStatistics } from './hook-statistics.ts'
import { shortenPath } from './view/describe-call.ts'
import { showTokens } from './view/show-numbers.ts'

/** What commands work with. */
export interface SlashScope {
  session: Session
  statistics: HookStatistics
  cwd: string
  paint: Paint
  line(text: string): void
  /** Shows that something is under way until the work is done. */
  busy<T>(text: string, work: () => Promise<T>): Promise<T>
}

interface SlashCommand {
  name: string
  aliases?: readonly string[]
  takes?: string
  about: string
  /** `quit` ends the session. */
  run(argument: string, scope: SlashScope): Promise<'quit' | undefined> | 'quit' | undefined
}

const commands: readonly SlashCommand[] = [
  { name: 'help', about: 'These commands.', run: showHelp },
  { name: 'hooks', about: 'Every hook with its state, runs and timings.', run: showHooks },
  { name: 'clear', about: 'Forget the conversation and begin anew.', run: clear },
  { name: 'compact', takes: '[what to keep]', about: 'Replace the conversation by a summary.', run: compact },
  { name: 'model', takes: '[name]', about: 'Show the model, or change it.', run: changeModel },
  {
    name: 'mode',
    takes: `[${permissionModes.join('|')}]`,
    about: 'Show the permission mode, or change it.',
    run: changeMode,
  },
  { name: 'quit', aliases: ['exit'], about: 'End the session (ctrl-d does the same).', run: () => 'quit' },
]

/** Whether a line is meant as a command. A path is none, nor is a line that begins with a blank. */
export function isSlashCommand(line: string): boolean {
  return /^\/[a-z?]*(?:\s|$)/i.test(line)
}

/** Runs a command. What is no command is told with the nearest one. */
export async function runSlashCommand(line: string, scope: SlashScope): Promise<'quit' | undefined> {
  const [, name = '', argument = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(line.trim()) ?? []
  const found = commands.find((command) => command.name === name || command.aliases?.includes(name))
  if (!found) {
    const names = commands.map((command) => `/${command.name}`)
    const nearest = nearestName(`/${name}`, names)
    const guess = nearest === undefined ? '' : `Did you mean ${nearest}? `
    scope.line(`There is no command ${showLines(`/${name}`)}. ${guess}There are ${names.join(', ')}.`)
    scope.line('With a blank before it the line goes to the model.')
    return undefined
  }
  try {
    return await found.run(argument.trim(), scope)
  } catch (error) {
    scope.line(scope.paint('red', `/${found.name} failed: ${showLines(describeThrown(error))}`))
    return undefined
  }
}

function showHelp(_: string, { line }: SlashScope): undefined {
  const rows = commands.map(({ name, takes, about }) => [`/${name}${takes === undefined ? '' : ` ${takes}`}`, about])
  for (const row of formatTable(rows, '  ')) line(row)
  line('  A line that ends in \\ goes on in the next one.')
  line('  ctrl-c interrupts the turn; pressed again it ends the session.')
  return undefined
}

function showHooks(_: string, { session, statistics, cwd, line, paint }: SlashScope): undefined {
  const { hooks } = session
  if (hooks.length === 0) {
    line('There are no hooks. hookline init writes a first configuration.')
    return undefined
  }
  const [head = '', ...rows] = statistics.table(hooks, (path) => shortenPath(path, cwd))
  line(paint('bold', head))
  for (const row of rows) line(row)
  return undefined
}

async function clear(_: string, { session, line, busy }: SlashScope): Promise<undefined> {
  await busy('Clearing', () => session.clear())
  line('The conversation is forgotten.')
  return undefined
}

async function compact(argument: string, { session, line, busy }: SlashScope): Promise<undefined> {
  const result = await busy('Compacting', () => session.compact(argument === '' ? undefined : argument))
  const { done, reason = '', tokensBefore, tokensAfter, messagesBefore, messagesAfter } = result
  if (!done) line(`Nothing was compacted: ${showLines(reason)}`)
  else
    line(
      `Compacted: ${messagesBefore} messages to ${messagesAfter}, about ${showTokens(tokensBefore)} tokens to ${showTokens(tokensAfter)}.`,
    )
  return undefined
}

function changeModel(argument: string, { session, line }: SlashScope): undefined {
  if (argument !== '') session.setModel(argument)
  const verb = argument === '' ? 'is' : 'is now'
  line(`The model ${verb} ${showLines(session.model)} of ${session.provider}.`)
  return undefined
}

function changeMode(argument: string, { session, line }: SlashScope): undefined {
  const mode = permissionModes.find((known) => known === argument)
  if (argument !== '' && !mode) {
    line(`There is no permission mode ${showLines(argument)}. There are ${permissionModes.join(', ')}.`)
    return undefined
  }
  if (mode) session.setPermissionMode(mode)
  line(`The permission mode ${mode ? 'is now' : 'is'} ${session.permissionMode}.`)
  return undefined
}
