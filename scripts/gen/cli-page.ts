import type { CommandEntry, Program } from '../../src/cli/command.ts'
import { hookline } from '../../src/cli/command-table.ts'
import { ccc } from '../../src/cli/commands/supervisor-program.ts'
import { describeFlags } from '../../src/cli/print-help.ts'
import { sharedFlags } from '../../src/cli/run-program.ts'
import { code, page, table } from './markdown.ts'

/** The reference of all commands of both programs. */
export async function cliPage(): Promise<string> {
  const parts = [hookline, ccc].map(async (program) => [
    `## ${program.name}`,
    program.about,
    ...(await Promise.all(program.commands.map((entry) => describeCommand(program, entry)))),
  ])
  return page([
    '# The command line',
    `Every command also takes ${Object.keys(sharedFlags)
      .map((name) => code(`--${name}`))
      .join(
        ' and ',
      )}; only what \`supervisor-hook\` prints is fixed. A bad call says what is wrong and how to mend it, and exits with 1; under \`--json\` errors are \`{"error": {code, message, hint, …}}\` on stdout.`,
    ...(await Promise.all(parts)).flat(),
  ])
}

async function describeCommand(program: Program, entry: CommandEntry): Promise<string> {
  const { default: command } = await entry.load()
  const usage = [program.name, entry.name, command.usage].filter((part) => part !== '').join(' ')
  const rows = describeFlags(command.flags).map(([flag, about]) => [code(flag!), about!])
  const examples = command.examples.map((example) => `${program.name} ${example}`)
  return [
    `### ${program.name} ${entry.name}`,
    `${entry.about} ${code(usage)}`,
    ...(rows.length === 0 ? [] : [table(['flag', 'means'], rows)]),
    ...(examples.length === 0 ? [] : [['```text', ...examples, '```'].join('\n')]),
  ].join('\n\n')
}
