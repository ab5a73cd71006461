import { expect, test } from 'vitest'
import { makeProject } from './support/project.ts'

test('schema of an event describes what a hook reads and may print', async () => {
  const { code, stdout, stderr } = await makeProject().run(['schema', 'PreToolUse'])
  const schema = JSON.parse(stdout)
  expect({ code, stderr, title: schema.title }).toEqual({ code: 0, stderr: '', title: 'PreToolUse' })
  expect(schema.$defs.input.required).toEqual(expect.arrayContaining(['session_id', 'tool_name', 'tool_input']))
  expect(schema.$defs.output.properties.hookSpecificOutput.properties).toHaveProperty('permissionDecision')
})

test('schema knows the names of every dialect', async () => {
  const project = makeProject()
  const titles = ['pre_compact', 'PreCompact', 'Compaction'].map(
    async (name) => JSON.parse((await project.run(['schema', name, '--json'])).stdout).title,
  )
  expect(await Promise.all(titles)).toEqual(['Compaction', 'Compaction', 'Compaction'])
})

test('schema without an argument describes a configuration file', async () => {
  const { code, stdout } = await makeProject().run(['schema'])
  expect({ code, title: JSON.parse(stdout).title }).toEqual({ code: 0, title: 'Hookline configuration' })
})

test('schema verdict describes what fire prints', async () => {
  const { code, stdout } = await makeProject().run(['schema', 'verdict'])
  expect({ code, title: JSON.parse(stdout).title }).toEqual({ code: 0, title: 'Verdict' })
})

test('schema names the nearest event for a wrong one', async () => {
  const { code, stdout, stderr } = await makeProject().run(['schema', 'PreTolUse', '--json'])
  const { error } = JSON.parse(stdout)
  expect({ code, error }).toEqual({
    code: 1,
    error: {
      code: 'EVENT_UNKNOWN',
      message: 'there is no event "PreTolUse"',
      hint: expect.stringMatching(
        /^Did you mean "PreToolUse"\? Events: SessionStart, .* Other schemas: config, verdict, /,
      ),
    },
  })
  expect(stderr).toMatch(/^error\[EVENT_UNKNOWN\] there is no event "PreTolUse"\nhint: Did you mean "PreToolUse"\? /)
})
