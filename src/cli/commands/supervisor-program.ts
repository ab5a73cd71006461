import type { Program } from '../command.ts'
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
