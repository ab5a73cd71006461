import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from './settings.ts'

function write(content: string | object): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'ccc.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const standard = {
  limits: { rounds: 20, ms: null, tokens: null },
  timeoutMs: 600_000,
  reviewer: undefined,
  noProgressLimit: 3,
  resetOnUserPrompt: false,
  unknown: [],
}

test.each([
  ['an empty file of settings', {}, {}],
  ['zeros', { supervisor: { max_iterations: 0, timeout_seconds: 0 } }, {}],
  ['one of two', { supervisor: { max_iterations: 5 } }, { limits: { ...standard.limits, rounds: 5 } }],
  ['the other of two', { supervisor: { timeout_seconds: 30 } }, { timeoutMs: 30_000 }],
  [
    'the lowest',
    { supervisor: { max_iterations: 1, timeout_seconds: 10 } },
    { limits: { ...standard.limits, rounds: 1 }, timeoutMs: 10_000 },
  ],
  [
    'the highest',
    { supervisor: { max_iterations: 100, timeout_seconds: 3600 } },
    { limits: { ...standard.limits, rounds: 100 }, timeoutMs: 3_600_000 },
  ],
  [
    'budgets',
    { supervisor: { max_total_seconds: 90, max_total_tokens: 1000 } },
    { limits: { rounds: 20, ms: 90_000, tokens: 1000 } },
  ],
  ['a switch for no progress', { supervisor: { no_progress_limit: 0 } }, { noProgressLimit: 0 }],
  [
    'comments and other sections',
    '{ // mine\n"providers": {}, "supervisor": {"reset_on_user_prompt": true,} }',
    { resetOnUserPrompt: true },
  ],
  ['a key nobody knows', { supervisor: { max_iteration: 3 } }, { unknown: ['max_iteration'] }],
  [
    'a key that a reviewer of this type does not have',
    { supervisor: { reviewer: { type: 'claude', pass_env: ['KEY'] } } },
    { reviewer: { type: 'claude', args: [] }, unknown: ['reviewer.pass_env'] },
  ],
  [
    'a reviewer',
    { supervisor: { reviewer: { type: 'command', command: './r.sh', pass_env: ['KEY'] } } },
    { reviewer: { type: 'command', command: './r.sh', passEnv: ['KEY'] } },
  ],
])('reads %s', async (_, content, expected) => {
  expect(await readSettings(write(content))).toEqual({ ...standard, ...expected })
})

test('takes the defaults when there is no file', async () => {
  expect(await readSettings(join(tmpdir(), 'no-such-folder', 'ccc.json'))).toEqual(standard)
})

test.each([
  [{ supervisor: { max_iterations: 101 } }, 'max_iterations is 101 where a whole number from 1 to 100'],
  [{ supervisor: { max_iterations: -1 } }, 'max_iterations is -1'],
  [{ supervisor: { max_iterations: 1.5 } }, 'max_iterations is 1.5'],
  [{ supervisor: { max_iterations: '5' } }, 'max_iterations is "5"'],
  [{ supervisor: { timeout_seconds: 9 } }, 'timeout_seconds is 9 where a number from 10 to 3600'],
  [{ supervisor: { timeout_seconds: 3601 } }, 'timeout_seconds is 3601'],
  ['{"supervisor": {"timeout_seconds": 1e999}}', 'timeout_seconds is Infinity where'],
  [{ supervisor: { reviewer: {} } }, 'reviewer.type is missing; valid are command, claude and model'],
  [{ supervisor: { reviewer: { type: 'oracle' } } }, 'valid are command, claude and model'],
  [{ supervisor: { reviewer: { type: 'command' } } }, 'reviewer.command is missing'],
  [{ supervisor: [] }, 'supervisor is no object'],
  ['[]', 'holds no object'],
  ['{"supervisor": ', 'ccc.json'],
])('refuses %j', async (content, message) => {
  await expect(readSettings(write(content))).rejects.toThrow(message as string)
})
