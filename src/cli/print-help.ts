import type { CommandDefinition, CommandEntry, Program } from './command.ts'
import type { FlagSpec, FlagSpecs } from './parse-flags.ts'
import { sharedFlags } from './run-program.ts'
import type { Terminal } from './terminal.ts'
import { screenWidth, wrapTable } from './wrap-table.ts'

interface HelpOutput {
  terminal: Terminal
  json: boolean
}

/** Prints what the program is and its commands. */
export function printProgramHelp(program: Program, { terminal, json }: HelpOutput): void {
  const commands = program.commands.map(({ name, about }) => ({ name, about }))
  if (json) {
    terminal.print(JSON.stringify({ program: program.name, about: program.about, commands }, null, 2))
    return
  }
  const rows = commands.map(({ name, about }) => [name, about])
  const lines = [
    program.about,
    '',
    `Usage: ${program.name} COMMAND [FLAGS]`,
    ...section('Commands', wrapTable(rows, { indent: '  ', width: screenWidth() })),
    '',
    `${program.name} COMMAND --help tells more; ${program.name} --version prints the version.`,
  ]
  terminal.print(lines.join('\n'))
}

/** Prints what one command takes and does. */
export async function printCommandHelp(
  program: Program,
  entry: CommandEntry,
  { terminal, json }: HelpOutput,
): Promise<void> {
  const { default: command } = await entry.load()
  const { json: jsonFlag, ...others } = sharedFlags
  const flags = { ...command.flags, ...(!command.hasFixedOutput && { json: jsonFlag }), ...others }
  const name = `${program.name} ${entry.name}`
  const usage = [name, command.usage, '[FLAGS]'].filter((part) => part !== '').join(' ')
  if (json) {
    terminal.print(JSON.stringify({ command: entry.name, about: entry.about, usage, flags: listFlags(flags) }, null, 2))
    return
  }
  const lines = [
    entry.about,
    '',
    `Usage: ${usage}`,
    ...section('Flags', wrapTable(describeFlags(flags), { indent: '  ', width: screenWidth() })),
    ...section('Examples', exampleLines(program, command)),
  ]
  terminal.print(lines.join('\n'))
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines]
}

function listFlags(flags: FlagSpecs): (FlagSpec & { flag: string })[] {
  return Object.entries(flags).map(([name, spec]) => ({ flag: `--${name}`, ...spec }))
}

/** Each flag as it is written, and what it means. */
export function describeFlags(flags: FlagSpecs): string[][] {
  return Object.entries(flags).map(([name, spec]) => {
    const spelling = [name, ...(spec.aliases ?? [])].map((other) => `--${other}`).join(', ')
    const taken = spec.choices?.join('|') ?? spec.value
    const value = taken === undefined ? '' : spec.bare === undefined ? ` ${taken}` : `[=${taken}]`
    return [`${spelling}${value}`, `${spec.about}${spec.many ? ' May be given several times.' : ''}`]
  })
}

function exampleLines(program: Program, command: CommandDefinition): string[] {
  return command.examples.map((example) => `  ${program.name} ${example}`)
}
