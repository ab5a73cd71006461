import { expect, test } from 'vitest'
import type { SupervisedSession } from '../agent/supervisor/supervisor-port.ts'
import { openSupervisor } from './open-supervisor.ts'

const session: SupervisedSession = {
  id: 's',
  cwd: '/',
  env: {},
  model: () => {
    throw new Error('no model is asked while a supervisor is opened')
  },
  history: () => '',
  promptId: () => 'p',
  pending: () => [],
}

const open = (options: unknown) => openSupervisor(options as Parameters<typeof openSupervisor>[0], session)

test.each([
  ['yes', 'supervisor is "yes"', 'Give true, false, or an object of options.'],
  [1, 'supervisor is 1', 'Give true, false, or an object of options.'],
  [[], 'supervisor is []', 'Give true, false, or an object of options.'],
  [{ maxIteration: 5 }, 'supervisor does not know "maxIteration"', 'Did you mean "maxIterations"?'],
  [{ onFailure: 'ask' }, 'supervisor.onFailure is "ask"', 'Valid: ignore, deny.'],
  [{ reviewer: 'claude' }, 'supervisor.reviewer is "claude"', "Give an object such as { type: 'claude' }."],
  [{ prompt: ' ' }, 'supervisor.prompt is blank or no text', expect.stringContaining('SUPERVISOR.md')],
  [
    { reviewer: { type: 'claude', passEnv: ['KEY'] } },
    'supervisor does not know "reviewer.passEnv"',
    expect.any(String),
  ],
  [{ timeoutSeconds: 9 }, expect.stringContaining('supervisor.timeoutSeconds is 9 where'), expect.any(String)],
])('refuses the options %j', async (options, message, hint) => {
  const refusal = await open(options).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'CONFIG_INVALID_VALUE', message, hint })
})

test.each([
  {},
  { onFailure: 'deny', prompt: 'Be strict.', maxIterations: 3 },
  { reviewer: { type: 'command', command: './r.sh', passEnv: ['KEY'] } },
  { reviewer: { type: 'claude', model: 'sonnet', args: ['--max-turns', '3'] } },
  { reviewer: { type: 'model', model: 'm', provider: { type: 'openai', apiKey: 'k' } } },
  { reviewer: undefined, timeoutSeconds: undefined },
])('takes the options %j', async (options) => {
  expect(await open(options)).toEqual({ answer: expect.any(Function) })
})
