import type { CommandEntry } from '../command.ts'

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
