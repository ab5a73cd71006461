import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DialectName } from '../protocol/dialect.ts'
import { type EventName, eventDefinition, eventNames } from '../protocol/event-types.ts'
import type { FullInput } from '../protocol/full-input.ts'
import { checkShape } from '../protocol/schema/check.ts'
import { dialects } from './index.ts'

const common = {
  sessionId: 'sess_abc123',
  hookExecutionId: 'run-1',
  timestamp: '2026-01-15T02:30:00.123Z',
  projectDir: '/home/user/project',
  permissionMode: 'autoEdit',
  cwd: '/home/user/project/src',
  transcriptPath: '/home/user/t.jsonl',
} as const

const write = {
  toolName: 'Write',
  toolUseId: 'toolu_1',
  toolInput: { file_path: '/home/user/project/a: "b".py', content: 'x = {"a": 1, "b": [1,2]}\n你好' },
}

const own: Record<EventName, Record<string, unknown>> = {
  SessionStart: { source: 'resume', isResume: true, resumeSessionId: 'sess_old', model: 'm-1' },
  UserPromptSubmit: { userPrompt: 'fix it, please: "now"', hasImages: false, imageCount: 0 },
  TurnStart: { userPrompt: 'fix it' },
  PreToolUse: {
    toolName: 'Bash',
    toolUseId: 'toolu_0',
    toolInput: { command: 'ls -la' },
    agentId: 'a1',
    agentType: 'Explore',
  },
  PermissionRequest: write,
  PostToolUse: { ...write, toolOutput: { content: 'ok' } },
  PostToolUseFailure: { ...write, error: new Error('no space'), errorType: 'io', isInterrupt: false, isTimeout: true },
  Notification: { notificationType: 'idle_prompt', title: undefined, message: 'waiting' },
  SubagentStart: { agentType: 'Explore', taskDescription: 'look', parentAgentId: 'main' },
  SubagentStop: { agentType: 'Explore', taskDescription: 'look', success: true, resultSummary: 'found', agentId: 'a1' },
  Stop: {
    stopReason: 'no_tool_calls',
    finalResponse: '我已完成任务...',
    stepCount: 5,
    stopHookActive: false,
    stopBlockCount: 0,
  },
  TaskCompleted: { taskId: 't1', taskDescription: 'do it', resultSummary: 'done', success: true },
  Compaction: { trigger: 'auto', messagesBefore: 40, tokensBefore: 90000 },
  TurnEnd: { stopReason: 'no_tool_calls', finalResponse: 'done' },
  SessionEnd: { reason: 'user_exit', totalTurns: 3, totalTokens: 1200 },
}

const inputs = Object.fromEntries(
  eventNames.map((event) => [event, { event, ...common, ...own[event] } as unknown as FullInput]),
) as Record<EventName, FullInput>

function readGolden(dialect: DialectName): Record<string, string> {
  const text = readFileSync(new URL(`golden/${dialect}.txt`, import.meta.url), 'utf8')
  return Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')),
  )
}

describe('payload', () => {
  const zone = process.env['TZ']
  beforeAll(() => {
    process.env['TZ'] = 'Asia/Shanghai'
  })
  afterAll(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })

  it('is tried with an input of every event that fits its schema', () => {
    for (const event of eventNames) {
      const { event: _, ...fields } = inputs[event]
      expect([event, checkShape(eventDefinition(event).input, fields, { open: true })]).toEqual([event, []])
    }
    expect(eventNames).toHaveLength(15)
  })

  it.each(Object.keys(dialects) as DialectName[])('X5 of %s is the documented line for every event', (name) => {
    const written = Object.fromEntries(eventNames.map((event) => [event, dialects[name].payload(inputs[event])]))
    expect(written).toEqual(readGolden(name))
    for (const line of Object.values(written)) expect(line).not.toContain('\n')
  })

  it('G1 of claude is flat and keeps a tool input as it is', () => {
    const input = { ...inputs.PreToolUse, sessionId: 'sess-42', toolName: 'Write', toolInput: { path: '/tmp/demo' } }
    expect(JSON.parse(dialects.claude.payload(input))).toMatchObject({
      hook_event_name: 'PreToolUse',
      session_id: 'sess-42',
      tool_name: 'Write',
      tool_input: { path: '/tmp/demo' },
      cwd: '/home/user/project/src',
    })
  })

  it.each([
    ['default', 'default'],
    ['autoEdit', 'acceptEdits'],
    ['yolo', 'bypassPermissions'],
    ['plan', 'plan'],
  ] as const)('of claude calls the mode %s %s', (permissionMode, expected) => {
    expect(JSON.parse(dialects.claude.payload({ ...inputs.Stop, permissionMode }))).toMatchObject({
      permission_mode: expected,
    })
  })

  it('of kimi can be searched as the scripts of the seed do', () => {
    const line = dialects.kimi.payload({ ...inputs.PostToolUse, toolInput: { path: 'src/a.py', content: 'x' } })
    expect(/"file_path": "([^"]*)"/.exec(line)?.[1]).toBe('src/a.py')
    expect(/"tool_name": "([^"]*)"/.exec(line)?.[1]).toBe('WriteFile')
  })

  it('K3 of kimi has the final message as it was, one made of the response, or null', () => {
    const message = { role: 'assistant', content: [{ type: 'text', text: 'x' }] }
    const read = (more: object): unknown => JSON.parse(dialects.kimi.payload({ ...inputs.Stop, ...more })).final_message
    expect(read({ finalMessage: message })).toEqual(message)
    expect(read({})).toEqual({ role: 'assistant', content: '我已完成任务...' })
    expect(read({ finalResponse: undefined })).toBeNull()
  })
})
