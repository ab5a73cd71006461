import { dialects } from '../../dialects/index.ts'
import { permissionModes } from '../../protocol/common-input.ts'
import type { DialectName } from '../../protocol/dialect.ts'
import type { FlagValues } from '../parse-flags.ts'
import { trustFlag } from '../trust/trust-flag.ts'

/** The flags of `hookline run`. */
export const runFlags = {
  provider: {
    type: 'text',
    choices: ['anthropic', 'openai', 'google', 'openai-compatible', 'scripted'],
    about: 'Who answers; else the one whose key is in the environment.',
  },
  model: { type: 'text', value: 'NAME', about: 'The model; else the default of the provider.' },
  'base-url': { type: 'text', value: 'URL', about: 'Where the API of the provider is.' },
  script: {
    type: 'text',
    value: 'FILE',
    about: 'Let the embedded model answer with these steps: JSON, needs no key.',
  },
  config: {
    type: 'text',
    value: 'FILE',
    many: true,
    about: 'Hooks of this file, besides those of the user and the project.',
  },
  dialect: {
    type: 'text',
    choices: Object.keys(dialects) as DialectName[],
    about: 'The dialect of the --config files; else told from their content.',
  },
  'setting-sources': {
    type: 'text',
    value: 'LIST',
    about: 'Where to look for hooks: managed,user,project,local by default; none for nowhere.',
  },
  ...trustFlag,
  'permission-mode': {
    type: 'text',
    choices: permissionModes,
    about: 'What runs without a question: default reads, autoEdit writes too, yolo everything, plan only reads.',
  },
  allow: { type: 'text', value: 'RULE', many: true, about: 'Run these calls without a question: Bash(npm test *).' },
  deny: { type: 'text', value: 'RULE', many: true, about: 'Never run these calls.' },
  'pass-env': {
    type: 'text',
    value: 'NAME',
    many: true,
    about: 'Let commands of the Bash tool find this variable although it holds the key of a model.',
  },
  resume: { type: 'text', value: 'ID', about: 'Go on with this session.' },
  continue: { type: 'switch', about: 'Go on with the latest session of this folder.' },
  'max-turns': { type: 'text', value: 'N', about: 'End a turn after so many steps of the model.' },
  'output-format': {
    type: 'text',
    choices: ['text', 'json', 'stream-json'],
    about: 'text; json: one object at the end (--json is the same); stream-json: every message as a line.',
  },
  price: { type: 'text', value: 'IN/OUT', about: 'Dollars for a million tokens in and out, to show the cost: 3/15.' },
  cwd: { type: 'text', value: 'DIR', about: 'The project; the working directory by default.' },
  serve: {
    type: 'text',
    value: 'PORT',
    bare: '0',
    about:
      'Serve a live page beside the session, where its questions can be answered too; on a free port unless one is given.',
  },
  debug: { type: 'switch', aliases: ['verbose'], about: 'Tell on stderr what every hook does.' },
} as const

export type RunFlags = FlagValues<typeof runFlags> & { readonly json: boolean }
