import { HookError } from '../base/errors.ts'
import { nearestName } from '../base/names.ts'
import type { CommandEntry, Program } from './command.ts'
import { type FlagSpecs, type ParsedFlags, parseFlags } from './parse-flags.ts'
import { printError } from './print-error.ts'
import type { Terminal } from './terminal.ts'

/** Runs one call of a program and gives its exit code. Never rejects: what goes wrong is printed and gives 1. */
export async function runProgram(program: Program, argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(program, argv, terminal)
  } catch (error) {
    printError(error, { terminal, json: wantsJson(argv) })
    return 1
  }
}

async function dispatch(program: Program, argv: readonly string[], terminal: Terminal): Promise<number> {
  const [first, ...rest] = argv
  const json = wantsJson(argv)
  if (first === '--version') return printVersion(terminal, json)
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const { printCommandHelp, printProgramHelp } = await import('./print-help.ts')
    const named = rest.find((word) => !word.startsWith('-'))
    if (named !== undefined) await printCommandHelp(program, findCommand(program, named), { terminal, json })
    else printProgramHelp(program, { terminal, json })
    if (first !== undefined) return 0
    throw new HookError('USAGE', 'no command was given', { hint: `Write ${program.name} COMMAND; the list is above.` })
  }
  let entry: CommandEntry
  try {
    entry = findCommand(program, first)
  } catch (error) {
    return answerAsMeant(program, argv, { error, terminal })
  }
  return runCommand(program, entry, { argv: rest, terminal, json })
}

// Whoever reads exit codes cannot tell a misspelt command from a misspelt flag: the command that was meant answers both.
async function answerAsMeant(
  { commands }: Program,
  argv: readonly string[],
  { error, terminal }: { error: unknown; terminal: Terminal },
): Promise<number> {
  const names = commands.map(({ name }) => name)
  const meant = argv.find((word) => names.includes(word)) ?? nearestName(argv[0]!, names)
  const command = await commands.find(({ name }) => name === meant)?.load()
  if (command?.default.onUsageError === undefined) throw error
  return command.default.onUsageError(error, argv, terminal)
}

async function runCommand(
  program: Program,
  entry: CommandEntry,
  { argv, terminal, json }: { argv: readonly string[]; terminal: Terminal; json: boolean },
): Promise<number> {
  if (asksForHelp(argv)) {
    const { printCommandHelp } = await import('./print-help.ts')
    await printCommandHelp(program, entry, { terminal, json })
    return 0
  }
  const { default: command } = await entry.load()
  let parsed: ParsedFlags<FlagSpecs & typeof sharedFlags>
  try {
    parsed = parseFlags(argv, { ...command.flags, ...sharedFlags }, command.maxArguments)
  } catch (error) {
    if (command.onUsageError === undefined) throw error
    return await command.onUsageError(error, argv, terminal)
  }
  return command.run({ flags: parsed.flags, arguments: parsed.arguments, terminal })
}

/** The flags of every command. */
export const sharedFlags = {
  json: { type: 'switch', about: 'Print JSON instead of text.' },
  help: { type: 'switch', about: 'Print this help.' },
} as const

function findCommand(program: Program, name: string): CommandEntry {
  const entry = program.commands.find((command) => command.name === name)
  if (entry) return entry
  if (name.startsWith('-'))
    throw new HookError('USAGE', `unknown flag ${name}`, {
      hint: /^-+v/i.test(name)
        ? `Write ${program.name} --version.`
        : `The command comes first: ${program.name} COMMAND.`,
    })
  const names = program.commands.map((command) => command.name)
  const nearest = name === 'version' ? '--version' : nearestName(name, names)
  const known = names.length === 0 ? 'It has none yet.' : `Commands: ${names.join(', ')}.`
  throw new HookError('USAGE', `${program.name} has no command "${name}"`, {
    hint: nearest === undefined ? known : `Did you mean "${nearest}"? ${known}`,
  })
}

// Read before the flags are understood: an error in them must be told in the form that was asked for.
function wantsJson(argv: readonly string[]): boolean {
  return beforeDashes(argv).includes('--json')
}

function asksForHelp(argv: readonly string[]): boolean {
  return beforeDashes(argv).some((word) => word === '--help' || word === '-h')
}

function beforeDashes(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end === -1 ? argv : argv.slice(0, end)
}

async function printVersion(terminal: Terminal, json: boolean): Promise<number> {
  const { readVersion } = await import('./version.ts')
  const version = readVersion()
  terminal.print(json ? JSON.stringify({ version }) : version)
  return 0
}
