import { expect, test } from 'vitest'
import { isRegistration } from './calls-hookline.ts'
import { readConfig } from './index.ts'

test.each([
  'hookline fire --reply claude --event -',
  'hookline fire --event - --config x.json --reply=kimi',
  "/usr/bin/node '/opt/my tools/hookline.js' fire --reply claude --event -",
  '/usr/local/bin/hookline fire --reply claude --event - --config /h/hooks.json',
])('knows %j for Hookline registered with an agent', (command) => {
  expect(isRegistration(command)).toBe(true)
})

test.each(['hookline fire --event e.json', 'my-hookline-fire --reply x', 'echo hookline', 'hookline lint --reply'])(
  'takes %j for an ordinary command',
  (command) => {
    expect(isRegistration(command)).toBe(false)
  },
)

test('a registration never runs inside Hookline, where it would call itself', () => {
  const settings = { hooks: { Stop: [{ hooks: [{ command: 'hookline fire --reply claude --event -' }] }] } }
  const { hooks } = readConfig('claude', settings, { layer: 'user', trusted: true })
  expect(hooks.map(({ idle }) => idle)).toEqual([
    { why: 'unsupported', detail: 'it is Hookline itself, registered with an agent' },
  ])
})
