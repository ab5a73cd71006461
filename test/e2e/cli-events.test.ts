import { expect, test } from 'vitest'
import { makeProject } from './support/project.ts'

test('events prints a row for every event', async () => {
  const { code, stdout, stderr } = await makeProject().run(['events'])
  const lines = stdout.trimEnd().split('\n')
  expect({ code, stderr, head: lines[0], rows: lines.length - 1 }).toEqual({
    code: 0,
    stderr: '',
    head: 'EVENT               HOOKS MAY                                 MATCHER TESTS      FIRES',
    rows: 15,
  })
  expect(lines[4]).toBe(
    'PreToolUse          block, ask, allow, rewriteInput, context  tool_name          before a tool call',
  )
})

test('events --json gives the table as one document', async () => {
  const { code, stdout } = await makeProject().run(['events', '--json'])
  const { version, events } = JSON.parse(stdout)
  expect({ code, version, count: events.length }).toEqual({ code: 0, version: 1, count: 15 })
  expect(events.find((event: { name: string }) => event.name === 'Compaction')).toEqual({
    name: 'Compaction',
    aliases: ['PreCompact', 'pre_compact'],
    dialects: { blade: 'Compaction', claude: 'PreCompact', kimi: 'pre_compact', 'kimi-official': 'PreCompact' },
    fires: 'before the context is compacted',
    powers: ['block'],
    blocked: expect.any(String),
    matches: 'trigger',
    input: ['trigger', 'messages_before', 'tokens_before'],
    output: ['blockCompaction', 'blockReason'],
  })
})

test('events takes no arguments', async () => {
  expect(await makeProject().run(['events', 'PreToolUse'])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'error[USAGE] unexpected argument "PreToolUse"\nhint: It takes none. Values of flags stand right after their flag.\n',
  })
})
