import type { CommandEntry, Program } from '../command.ts'
import { runProgram } from '../run-program.ts'
import { createTerminal } from '../terminal.ts'

/** The commands of the supervisor, in whichever program they stand. */
export const supervisorCommands: readonly CommandEntry[] = [
  {
    name: 'supervisor-hook',
    about: 'Decide, as a hook of an agent, whether it may stop or ask.',
    load: () => import('./supervisor-hook.ts'),
  },
  {
    name: 'supervisor-mode',
    about: 'Switch the supervisor of a session on or off, or tell which it is.',
    load: () => import('./supervisor-mode.ts'),
  },
  {
    name: 'supervisor-record',
    about: 'Print what reviews decided: approved, refused, capped, unverified.',
    load: () => import('./supervisor-record.ts'),
  },
]

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
