import { defineCommand } from '../command.ts'
import { runHook } from './supervisor-entry.ts'

const flags = {
  'session-id': { type: 'text', value: 'ID', about: 'The session that wants to stop; stdin is then not read.' },
  reviewer: {
    type: 'text',
    value: 'command:PROGRAM|claude|model[:NAME]',
    about: 'Who reviews; else what ccc.json says, else Claude Code, else the model whose key is set.',
  },
  explain: { type: 'switch', about: 'Only print what would be sent, and to whom.' },
  debug: { type: 'switch', about: 'Write the log to stderr too.', aliases: ['verbose'] },
} as const

/** Describes the hook for `--help`; a call of it never comes this far, because its flags are read more leniently. */
export default defineCommand({
  usage: '< INPUT',
  flags,
  hasFixedOutput: true,
  maxArguments: Number.POSITIVE_INFINITY,
  examples: [
    'supervisor-hook < stop.json',
    'supervisor-hook --reviewer command:/home/me/bin/review.sh --explain < stop.json',
  ],
  run: () => runHook(process.argv.slice(3)),
})
