import { expect, test } from 'vitest'
import { guardWith, toolCall } from './support/events.ts'
import { makeProject } from './support/project.ts'

const reply = (dialect: string): string[] => ['fire', '--event', '-', '--config', 'hooks.json', '--reply', dialect]

test('--reply claude answers a deny as a hook of Claude would, with nothing else on stdout', async () => {
  const project = makeProject({ 'hooks.json': guardWith('echo "not here" >&2; exit 2') })
  const { code, stdout } = await project.run(reply('claude'), { stdin: toolCall('ls') })
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'not here',
      },
    },
  ])
})

test('--reply without anything to say is silent', async () => {
  const project = makeProject({ 'hooks.json': guardWith('true') })
  for (const dialect of ['claude', 'kimi-official', 'codex'])
    expect(await project.run(reply(dialect), { stdin: toolCall('ls') })).toEqual({ code: 0, stdout: '', stderr: '' })
})

test('--reply to an event that is not hosted lets it pass', async () => {
  const project = makeProject({ 'hooks.json': guardWith('exit 2') })
  const { code, stdout } = await project.run(reply('claude'), { stdin: '{"hook_event_name":"WorktreeCreate"}' })
  expect([code, stdout]).toEqual([0, ''])
})

test('--reply with a broken configuration is an error, never an answer', async () => {
  const project = makeProject({ 'hooks.json': '{' })
  const { code, stdout, stderr } = await project.run(reply('claude'), { stdin: toolCall('ls') })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^error\[CONFIG_SYNTAX\] /)
})

test('--reply knows only the agents it can answer', async () => {
  const project = makeProject({ 'hooks.json': {} })
  const { code, stderr } = await project.run(reply('claud'), { stdin: toolCall('ls') })
  expect([code, stderr.split('\n')[0]]).toEqual([1, 'error[USAGE] --reply does not know "claud"'])
  expect(stderr).toContain('Did you mean "claude"?')
})
