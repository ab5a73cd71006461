import { expect, test } from 'vitest'
import { registerSupervisor } from './ccc-install-register.ts'

const file = 'settings.json'
const command = 'ccc supervisor-hook'
const hook = { type: 'command', command, timeout: 600 }
const wanted = { Stop: [{ hooks: [hook] }], PreToolUse: [{ matcher: 'AskUserQuestion', hooks: [hook] }] }

test('C19: makes a file with the two hooks', () => {
  for (const text of [undefined, '', ' \n']) {
    const { text: made, ...rest } = registerSupervisor(text, { file, command })
    expect(JSON.parse(made)).toEqual({ disableAllHooks: false, hooks: wanted })
    expect(rest).toEqual({ added: ['Stop', 'PreToolUse'], removed: [], enabled: false })
  }
})

test('C19: keeps everything else byte for byte, and gives it back', () => {
  const mine = `{
  // what I chose
  "model": "opus", /* not "disableAllHooks": true */
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./guard.sh" }] } // first
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]
  },
  "env": { "A": "1" }
}
`
  const { text } = registerSupervisor(mine, { file, command })
  const entry = JSON.stringify({ hooks: [hook] })
  const group = JSON.stringify({ matcher: 'AskUserQuestion', hooks: [hook] }, null, 2).replaceAll('\n', '\n      ')
  const expected = mine
    .replace('}] } // first', `}] }, // first\n      ${group}`)
    .replace('"say done" }] }]', `"say done" }] }, ${entry}]`)
  expect(text).toBe(expected)
  expect(registerSupervisor(text, { file, command })).toEqual({ text, added: [], removed: [], enabled: false })
  expect(registerSupervisor(text, { file })).toMatchObject({ added: [], removed: ['PreToolUse', 'Stop'] })
  expect(registerSupervisor(text, { file }).text).toBe(mine)
})

test('replaces an entry of ours that is not as wanted', () => {
  const old = { hooks: { Stop: [{ hooks: [{ type: 'command', command: '/old/ccc supervisor-hook', timeout: 5 }] }] } }
  const { text, added, removed } = registerSupervisor(JSON.stringify(old), { file, command })
  expect(JSON.parse(text)).toEqual({ hooks: wanted })
  expect({ added, removed }).toEqual({ added: ['Stop', 'PreToolUse'], removed: [] })
})

test('C19: switches the hooks of the file on, and nothing but that', () => {
  const text = '{\n  // "disableAllHooks": true\n  "x": { "disableAllHooks": true },\n  "disableAllHooks" : true\n}\n'
  const registered = registerSupervisor(text, { file, command })
  expect(registered.enabled).toBe(true)
  expect(registered.text).toContain('// "disableAllHooks": true')
  expect(registered.text).toContain('"x": { "disableAllHooks": true }')
  expect(registered.text).toContain('"disableAllHooks" : false')
})

test('leaves a file alone that has nothing of ours, and refuses one that is no object', () => {
  expect(registerSupervisor('{"hooks": {}}', { file })).toEqual({
    text: '{"hooks": {}}',
    added: [],
    removed: [],
    enabled: false,
  })
  expect(registerSupervisor(undefined, { file }).text).toBe('')
  expect(() => registerSupervisor('[]', { file, command })).toThrow('no object')
  expect(() => registerSupervisor('{"hooks": ', { file, command })).toThrow()
})
