import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { HookError } from '../base/errors.ts'
import type { ObservedStep } from '../protocol/ports.ts'
import { createHooks } from './create-hooks.ts'

const use = 'hookline:dangerous-commands'

test('a rule may be left out by its id', async () => {
  const hooks = await createHooks({ guards: [{ use, except: ['fork-bomb'] }] })
  expect(hooks.list().map(({ id }) => id)).toContain(use)
  await hooks.close()
})

test.each([
  [{ use, except: ['fork-bom'] }, `the guard pack "${use}" has no rule "fork-bom"`, 'Did you mean "fork-bomb"?'],
  [
    { use: 'hookline:dangerous-command' },
    'there is no guard pack "hookline:dangerous-command"',
    `Did you mean "${use}"?`,
  ],
])('what is not there is an error with the nearest name: %j', async (guard, message, hint) => {
  await expect(createHooks({ guards: [guard] })).rejects.toMatchObject({ code: 'CONFIG_INVALID_VALUE', message, hint })
})

function writeGuards(guards: unknown): { cwd: string; file: string } {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-guards-')))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const file = join(cwd, '.hookline', 'hooks.json')
  mkdirSync(join(cwd, '.hookline'))
  writeFileSync(file, JSON.stringify({ guards }, null, 2))
  return { cwd, file }
}

test('what is not there is told with the place where a file names it', async () => {
  const { cwd, file } = writeGuards([use, 'nope'])
  const error = await createHooks({}, { cwd, files: [file] }).catch((thrown: unknown) => thrown)
  expect((error as HookError).toJSON()).toEqual({
    code: 'CONFIG_INVALID_VALUE',
    message: 'there is no guard pack "nope"',
    hint: `There is ${use}.`,
    file,
    line: 4,
    column: 5,
    path: 'guards[1]',
  })
})

test('a project that names what is not there does not take the guards of its visitor along', async () => {
  const { cwd, file } = writeGuards(['nope', { use, except: ['fork-bom'] }])
  const told: string[] = []
  const observer = (step: ObservedStep): void => void (step.type === 'notice' && told.push(step.message))
  const hooks = await createHooks({ guards: [use] }, { cwd, settingSources: ['project'], observer })
  expect(hooks.list().map(({ id, source }) => [id, source.layer])).toEqual([[use, 'code']])
  expect(hooks.notices().map(({ message, place }) => [message, place.file, place.line])).toEqual([
    ['a guard was left out: there is no guard pack "nope"', file, 3],
    [`a guard was left out: the guard pack "${use}" has no rule "fork-bom"`, file, 4],
  ])
  expect(told).toContain(`${file}:3:5 a guard was left out: there is no guard pack "nope"`)
  await hooks.close()
})
