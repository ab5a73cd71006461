import { expect, test } from 'vitest'
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
