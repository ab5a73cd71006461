import { expect, test } from 'vitest'
import { toolCall } from './support/events.ts'
import { makeProject } from './support/project.ts'

const fire = ['fire', '--event', '-', '--config', 'hooks.json', '--reply', 'claude']
const blocking = [...fire, '--on-error', 'block']
const broken = { 'hooks.json': '{ "PreToolUse": [ }' }
const event = (name: string, fields: object) => JSON.stringify({ session_id: 's', hook_event_name: name, ...fields })

test('a broken configuration exits 1, which agents take for a go, unless its owner wants it to block', async () => {
  const project = makeProject(broken)
  expect((await project.run(fire, { stdin: toolCall('ls') })).code).toBe(1)
  const { code, stdout, stderr } = await project.run(blocking, { stdin: toolCall('ls') })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^Hookline could not ask the hooks about this, so it was blocked: .*hooks\.json/s)
})

test.each([
  ['a prompt', event('UserPromptSubmit', { prompt: 'hi' }), 2],
  ['what cannot be read', '{"hook_event_name": "PreToolUse", "tool_input": ', 2],
  ['a stop, or the agent would never end', event('Stop', {}), 1],
  ['what only tells something', event('Notification', { message: 'm', notification_type: 'info' }), 1],
  ['an event that is not hosted', event('FileChanged', {}), 1],
])('--on-error block and %s', async (_, stdin, code) => {
  expect((await makeProject(broken).run(blocking, { stdin })).code).toBe(code)
})

const stop = event('Stop', {})
test.each([
  [
    'a misspelt flag',
    ['--event', '-', '--reply', 'claude', '--on-error', 'block', '--confg', 'x'],
    /unknown flag --confg/,
  ],
  [
    'a flag without its value',
    ['--reply=claude', '--on-error=block', '--event', '-', '--config'],
    /--config needs a value/,
  ],
  ['a flag twice', ['--event', '-', '--event', '-', '--reply', 'claude', '--on-error', 'block'], /twice/],
  ['a misspelt --on-error', ['--event', '-', '--reply', 'claude', '--on-eror', 'block'], /unknown flag --on-eror/],
  ['a misspelt value of it', ['--event', '-', '--reply', 'claude', '--on-error', 'blok'], /does not know "blok"/],
  ['a misspelt agent', ['--event', '-', '--reply', 'cluade', '--on-error', 'block'], /does not know "cluade"/],
  ['no --event', ['--reply', 'claude', '--on-error', 'block'], /--event is missing/],
])('--on-error block and arguments with %s', async (_, args, reason) => {
  const project = makeProject()
  const { code, stdout, stderr } = await project.run(['fire', ...args], { stdin: toolCall('ls') })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^Hookline could not ask the hooks about this, so it was blocked: /)
  expect(stderr).toMatch(reason)
  expect((await project.run(['fire', ...args], { stdin: stop })).code).toBe(1)
})

test.each([
  ['without --on-error block', ['--event', '-', '--reply', 'claude', '--confg', 'x']],
  ['with --on-error fail', ['--event', '-', '--reply', 'claude', '--on-error', 'fail', '--confg', 'x']],
  ['without --reply', ['--event', '-', '--on-error', 'block', '--confg', 'x']],
])('wrong arguments %s are an error like any other', async (_, args) => {
  const { code, stderr } = await makeProject().run(['fire', ...args], { stdin: toolCall('ls') })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^error\[USAGE\] unknown flag --confg\nhint: Did you mean --config\?/)
})

test.each([
  ['a misspelt command', ['fier', '--event', '-', '--reply', 'claude', '--on-error', 'block'], /no command "fier"/],
  ['a flag before it', ['--debug', 'fire', '--event', '-', '--reply', 'claude', '--on-error', 'block'], /--debug/],
])('--on-error block and %s', async (_, args, reason) => {
  const project = makeProject()
  const { code, stderr } = await project.run(args, { stdin: toolCall('ls') })
  expect(code).toBe(2)
  expect(stderr).toMatch(reason)
  expect((await project.run(args, { stdin: stop })).code).toBe(1)
  expect((await project.run(args.slice(0, -2), { stdin: toolCall('ls') })).code).toBe(1)
})
