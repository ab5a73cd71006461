import { HookError } from '../../base/errors.ts'
import { nearestName } from '../../base/names.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { findTestCommand } from './init/find-test-command.ts'
import { type StarterGuard, starterGuards } from './init/starter-guards.ts'
import { trustWritten, type WrittenTrust } from './init/trust-written.ts'
import { type WrittenFile, writeStarter } from './init/write-starter.ts'

const names = starterGuards.map(({ name }) => name)

const flags = {
  guard: {
    type: 'text',
    value: 'NAMES',
    many: true,
    about: `The guards, separated by commas, instead of questions: ${names.join(', ')}.`,
  },
  ts: { type: 'switch', about: 'Write TypeScript instead of JSON.' },
  yes: { type: 'switch', about: 'Ask nothing and take all guards.' },
  force: { type: 'switch', about: 'Replace a configuration that is there already.' },
} as const

export default defineCommand({
  usage: '',
  flags,
  maxArguments: 0,
  examples: ['init', 'init --yes', 'init --guard dangerous-commands,tests-before-stop', 'init --ts --force'],
  run: init,
})

async function init({ flags: given, terminal }: CommandCall<typeof flags>): Promise<number> {
  const cwd = process.cwd()
  const guards = await chooseGuards(given)
  const testCommand = findTestCommand(cwd)
  const form = given.ts ? 'ts' : 'json'
  const files = writeStarter({ cwd, guards, form, facts: { testCommand }, force: given.force })
  const told: Told = {
    guards: guards.map(({ name }) => name),
    files,
    testCommand,
    trust: await trustWritten(cwd, files),
    next: await listNextSteps(files),
  }
  if (given.json) terminal.print(JSON.stringify({ version: 1, ...told, testCommand: testCommand ?? null }, null, 2))
  else printStarter(told, terminal.print)
  return 0
}

async function chooseGuards(given: CommandCall<typeof flags>['flags']): Promise<readonly StarterGuard[]> {
  if (given.guard.length > 0) return readNames(given.guard.flatMap((list) => list.split(',')))
  const isSeen = process.stdin.isTTY === true && process.stderr.isTTY === true
  if (given.yes || given.json || !isSeen) return starterGuards
  const { askGuards } = await import('./init/ask-guards.ts')
  const chosen = await askGuards({ input: process.stdin, output: process.stderr })
  if (chosen.length > 0) return chosen
  throw new HookError('USAGE', 'no guard was chosen: nothing was written', { hint: 'Say yes to at least one.' })
}

function readNames(wanted: readonly string[]): StarterGuard[] {
  const trimmed = wanted.map((name) => name.trim()).filter((name) => name !== '')
  for (const name of trimmed) {
    if (names.includes(name)) continue
    const nearest = nearestName(name, names)
    const meant = nearest === undefined ? '' : `Did you mean "${nearest}"? `
    throw new HookError('USAGE', `there is no guard "${name}"`, { hint: `${meant}There are ${names.join(', ')}.` })
  }
  if (trimmed.length > 0) return starterGuards.filter(({ name }) => trimmed.includes(name))
  throw new HookError('USAGE', '--guard names no guard', { hint: `There are ${names.join(', ')}.` })
}

interface Told {
  guards: string[]
  files: WrittenFile[]
  testCommand: string | undefined
  trust: WrittenTrust
  next: { command: string; why: string }[]
}

async function listNextSteps([config]: readonly WrittenFile[]): Promise<Told['next']> {
  const { hookline } = await import('../command-table.ts')
  const steps = [
    { command: `hookline test ${config!.path}`, why: 'proves that the guards deny what they must' },
    { command: `hookline lint ${config!.path}`, why: 'looks for faults whenever you have changed something' },
    { command: 'hookline trust', why: 'approves the hooks again after you have changed them' },
    { command: 'hookline install claude', why: 'registers Hookline in the settings of an agent' },
  ]
  return steps.filter(({ command }) => hookline.commands.some(({ name }) => name === command.split(' ')[1]))
}

function printStarter({ guards, files, testCommand, trust, next }: Told, print: (line: string) => void): void {
  print(`Written, with ${guards.join(', ')}:`)
  for (const { path } of files) print(`  ${path}`)
  if (guards.includes('tests-before-stop') && testCommand === undefined)
    print('No test command was found: write yours into .hookline/tests-before-stop.sh.')
  if (trust.problem !== undefined) print(`They are not approved yet: ${trust.problem}`)
  print('\nNext:')
  const width = Math.max(...next.map(({ command }) => command.length))
  for (const { command, why } of next) print(`  ${command.padEnd(width)}  ${why}`)
}
