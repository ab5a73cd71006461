import { describe, expect, test } from 'vitest'
import { runResultSchema, runStreamSchema } from '../../src/protocol/run-schemas.ts'
import { checkJsonSchema } from '../setup/check-json-schema.ts'
import { makeProject } from './support/project.ts'

const bash = (command: string): object => ({ toolCalls: [{ name: 'Bash', input: { command } }] })
const scripted = ['run', 'go', '--script', 'script.json', '--config', 'hooks.json']

describe('for programs', () => {
  const steps = [
    { thinking: 'hm', text: 'Looking.', ...bash('echo hi'), usage: { inputTokens: 1000, outputTokens: 100 } },
    { text: 'Done.' },
  ]
  const hooks = {
    PreToolUse: [
      {
        hooks: [
          { id: 'flaky', command: 'exit 3' },
          { id: 'yes', command: `echo '{"hookSpecificOutput":{"permissionDecision":"allow"}}'` },
        ],
      },
    ],
    SessionStart: [{ hooks: [{ id: 'begin', command: 'true', statusMessage: 'Beginning' }] }],
  }

  test('json is one object with all that happened', async () => {
    const project = makeProject({ 'script.json': JSON.stringify(steps), 'hooks.json': hooks })
    const { code, stdout, stderr } = await project.run([...scripted, '--json', '--price', '3/15'])
    const result = JSON.parse(stdout)
    expect(checkJsonSchema(runResultSchema(), result)).toEqual([])
    const { sessionId, durationMs, transcriptPath, hooks: runs, toolCalls, ...rest } = result
    expect(rest).toEqual({
      version: 1,
      type: 'result',
      subtype: 'success',
      content: 'Done.',
      reason: null,
      error: null,
      exitCode: 0,
      provider: 'scripted',
      model: 'scripted',
      turns: 1,
      usage: { inputTokens: 1000, outputTokens: 100 },
      costUsd: 0.0045,
      notices: [],
    })
    expect(code).toBe(0)
    expect(toolCalls).toEqual([
      {
        id: 'call_1',
        name: 'Bash',
        input: { command: 'echo hi' },
        output: expect.objectContaining({ stdout: 'hi\n' }),
        isError: false,
      },
    ])
    expect(
      runs.map(({ hook, decision, failedOpen }: Record<string, unknown>) => [hook, decision, failedOpen]).sort(),
    ).toEqual([
      ['begin', null, false],
      ['flaky', null, true],
      ['yes', 'allow', false],
    ])
    expect(transcriptPath).toContain(sessionId)
    expect(durationMs).toBeGreaterThan(0)
    expect(stderr).toMatch(/^▲ flaky FAILED OPEN \(crash\): .*\n$/)
    const again = await project.run([...scripted, '--resume', sessionId, '--output-format', 'json'])
    expect(JSON.parse(again.stdout)).toMatchObject({ sessionId, turns: 2, subtype: 'success' })
  })

  test('stream-json is an init line, every message, and the result with totals', async () => {
    const project = makeProject({ 'script.json': JSON.stringify(steps), 'hooks.json': hooks })
    const { code, stdout } = await project.run([...scripted, '--output-format', 'stream-json'])
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const line of lines) expect(checkJsonSchema(runStreamSchema(), line)).toEqual([])
    expect(code).toBe(0)
    expect(
      lines.map(({ type, phase, hook }) => [type, hook, phase].filter((part) => typeof part === 'string').join(' ')),
    ).toEqual([
      'init',
      'hook begin start',
      'hook begin end',
      'turn_start',
      'thinking',
      'content',
      'usage',
      'tool_use',
      expect.stringMatching(/^hook \w+ start$/),
      expect.stringMatching(/^hook \w+ start$/),
      expect.stringMatching(/^hook \w+ end$/),
      expect.stringMatching(/^hook \w+ end$/),
      'tool_result',
      'content',
      'usage',
      'turn_end',
      'result',
    ])
    expect(lines[0].hooks.map(({ id, active }: Record<string, unknown>) => [id, active])).toEqual([
      ['flaky', true],
      ['yes', true],
      ['begin', true],
    ])
    expect(new Set(lines.map(({ sessionId }) => sessionId)).size).toBe(1)
    expect(lines.at(-1)).toMatchObject({ subtype: 'success', content: 'Done.', totals: { turns: 1, costUsd: null } })
  })

  test('a session that cannot be opened is an error in the form that was asked for', async () => {
    const project = makeProject()
    const text = await project.run(['run', 'hi'])
    expect({ code: text.code, stdout: text.stdout }).toEqual({ code: 1, stdout: '' })
    for (const word of ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', '--script', 'hookline demo'])
      expect(text.stderr).toContain(word)
    const json = await project.run(['run', 'hi', '--output-format', 'json'])
    expect([json.code, JSON.parse(json.stdout).error.code]).toEqual([1, 'MODEL_NO_PROVIDER'])
    const stream = await project.run(['run', 'hi', '--output-format', 'stream-json'])
    const line = JSON.parse(stream.stdout)
    expect(checkJsonSchema(runStreamSchema(), line)).toEqual([])
    expect([stream.code, line.type, line.code]).toEqual([1, 'error', 'MODEL_NO_PROVIDER'])
  })

  test.each([
    ['a script that is missing', ['hi', '--script', 'none.json'], 'CONFIG_NOT_FOUND'],
    ['a misspelt flag', ['hi', '--scrpt', 'x'], 'USAGE'],
    ['an empty prompt', [], 'USAGE'],
  ])('so is %s', async (_, args, code) => {
    const project = makeProject()
    const json = await project.run(['run', ...args, '--output-format', 'json'])
    expect([json.code, JSON.parse(json.stdout).error.code]).toEqual([1, code])
    const stream = await project.run(['run', ...args, '--output-format=stream-json'])
    const line = JSON.parse(stream.stdout)
    expect(checkJsonSchema(runStreamSchema(), line)).toEqual([])
    expect([stream.code, line.type, line.code]).toEqual([1, 'error', code])
    expect((await project.run(['run', ...args])).stdout).toBe('')
  })
})
