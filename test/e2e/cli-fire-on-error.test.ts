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
