import { senders } from '../../dialects/wire-in/identify-sender.ts'
import { dialectNames } from '../../protocol/dialect.ts'
import type { FlagValues } from '../parse-flags.ts'
import { trustFlag } from '../trust/trust-flag.ts'

/** The flags of commands that are given one event. */
export const fireFlags = {
  event: { type: 'text', value: 'FILE|-', about: 'The event as JSON, in any wire format; - reads it from stdin.' },
  config: {
    type: 'text',
    value: 'FILE',
    many: true,
    about: 'Use this configuration instead of looking for user, project and local ones.',
  },
  dialect: {
    type: 'text',
    choices: dialectNames,
    about: 'The dialect of the --config files; else told from their content.',
  },
  reply: {
    type: 'text',
    choices: senders,
    about: 'Answer as the hook of this agent: its own output and exit code instead of the verdict.',
  },
  'on-error': {
    type: 'text',
    choices: ['fail', 'block'],
    about:
      'With --reply, when hooks cannot be asked: exit 1, which agents take for “go on” (the default), or block the call or prompt.',
  },
  ...trustFlag,
  cwd: { type: 'text', value: 'DIR', about: 'The project; else what the event says, else the working directory.' },
  'session-id': { type: 'text', value: 'ID', about: 'The session; else what the event says.' },
  debug: { type: 'switch', aliases: ['verbose'], about: 'Tell on stderr what every hook does.' },
} as const

export type FireFlags = FlagValues<typeof fireFlags>
