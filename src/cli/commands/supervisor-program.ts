import type { Program } from '../command.ts'
import { runProgram } from '../run-program.ts'
import { createTerminal } from '../terminal.ts'
import { supervisorCommands } from './supervisor-rows.ts'

/** The commands of `ccc`, the supervisor under its own name. */
export const ccc: Program = {
  name: 'ccc',
  about: 'The reviewer that decides whether an agent may stop.',
  commands: [
    ...supervisorCommands,
    {
      name: 'install',
      about: 'Register the supervisor in the settings of Claude Code.',
      load: () => import('./ccc-install.ts'),
    },
    {
      name: 'uninstall',
      about: 'Take the supervisor out of the settings of Claude Code.',
      load: async () => ({ default: (await import('./ccc-install.ts')).uninstallCommand }),
    },
  ],
}

/** Runs `ccc` as this process, from its arguments to its exit code. */
export async function startCcc(): Promise<void> {
  const terminal = createTerminal(process)
  const code = await runProgram(ccc, process.argv.slice(2), terminal)
  await terminal.flush()
  process.exit(code)
}
