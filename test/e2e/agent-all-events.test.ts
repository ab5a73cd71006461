import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSession, type HooksConfig } from '../../src/index.ts'
import type { ScriptRequest, ScriptStep } from '../../src/models/index.ts'
import { commonInput } from '../../src/protocol/common-input.ts'
import { type EventName, eventDefinition, eventNames } from '../../src/protocol/event-types.ts'

let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookline-all-events-'))
})

afterEach(() => rmSync(dir, { recursive: true, force: true }))

const bash = (command: string, id: string): ScriptStep => ({ toolCalls: [{ name: 'Bash', input: { command }, id }] })

function play({ messages, step }: ScriptRequest): ScriptStep {
  const text = JSON.stringify(messages)
  if (text.includes('Summarize this conversation.')) return { text: 'In short.' }
  if (JSON.stringify(messages[0]).includes('LOOK CLOSELY')) return { text: 'I looked.' }
  const task = { description: 'look', prompt: 'LOOK CLOSELY', subagent_type: 'Explore' }
  const steps: ScriptStep[] = [
    bash('echo hello', 't1'),
    bash('exit 3', 't2'),
    { toolCalls: [{ name: 'Task', input: task, id: 't3' }] },
    { text: 'All done.', usage: { inputTokens: 100, outputTokens: 20 } },
  ]
  return steps[step] ?? {}
}

/** Every hook writes down what it is given on its standard input. */
function writeDown(file: string): HooksConfig {
  const hooks = [{ command: `cat >> ${file}` }]
  return Object.fromEntries(eventNames.map((name) => [name, [{ hooks }]])) as HooksConfig
}

const toSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

it('one session fires all fifteen events in their order, with the payloads that are documented', async () => {
  const file = join(dir, 'events.jsonl')
  const session = await createSession({
    cwd: dir,
    storage: { dir: join(dir, '.sessions') },
    provider: { type: 'scripted', script: play },
    onAsk: () => true,
    hooks: writeDown(file),
  })
  await session.send([
    { type: 'text', text: 'do it all' },
    { type: 'image', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
  ])
  for await (const _ of session.stream());
  expect(await session.compact()).toMatchObject({ done: true })
  await session.close()

  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const payloads = lines.map((line): Record<string, unknown> => JSON.parse(line))
  const agentId = payloads.find(({ hook_event_name: name }) => name === 'SubagentStart')?.['agent_id']
  const call = (tool_use_id: string, command: string) => ({ tool_name: 'Bash', tool_use_id, tool_input: { command } })
  const asked = (tool_use_id: string, command: string): [EventName, object][] => [
    ['PreToolUse', call(tool_use_id, command)],
    ['PermissionRequest', call(tool_use_id, command)],
    ['Notification', { notification_type: 'permission_prompt', message: expect.stringContaining('Bash') }],
  ]
  const inside = { agent_id: agentId, agent_type: 'Explore', parent_agent_id: 'main' }
  const task = { task_description: 'look', success: true, result_summary: 'I looked.' }
  const expected: [EventName, object][] = [
    ['SessionStart', { source: 'startup', is_resume: false }],
    ['UserPromptSubmit', { user_prompt: 'do it all', has_images: true, image_count: 1 }],
    ['TurnStart', { user_prompt: 'do it all' }],
    ...asked('t1', 'echo hello'),
    ['PostToolUse', { ...call('t1', 'echo hello'), tool_output: { stdout: expect.stringContaining('hello') } }],
    ...asked('t2', 'exit 3'),
    [
      'PostToolUseFailure',
      { ...call('t2', 'exit 3'), error: expect.any(String), is_interrupt: false, is_timeout: false },
    ],
    ['PreToolUse', { tool_name: 'Task', tool_use_id: 't3' }],
    ['SubagentStart', { ...inside, task_description: 'look' }],
    ['SubagentStop', { ...inside, ...task }],
    ['TaskCompleted', { ...inside, ...task, task_id: agentId }],
    ['PostToolUse', { tool_name: 'Task', tool_use_id: 't3', tool_output: { content: 'I looked.' } }],
    [
      'Stop',
      {
        stop_reason: 'no_tool_calls',
        final_response: 'All done.',
        step_count: 4,
        stop_hook_active: false,
        stop_block_count: 0,
      },
    ],
    ['TurnEnd', { stop_reason: 'success', final_response: 'All done.' }],
    ['Compaction', { trigger: 'manual', messages_before: 8, tokens_before: 120 }],
    ['SessionStart', { source: 'compact', is_resume: false }],
    ['SessionEnd', { reason: 'user_exit', total_turns: 1, total_tokens: 120 }],
  ]
  expect(payloads.map(({ hook_event_name: name }) => name)).toEqual(expected.map(([name]) => name))
  for (const [position, [name, fields]] of expected.entries())
    expect(payloads[position], `${position}: ${name}`).toMatchObject(fields)
  expect(new Set(payloads.map(({ hook_event_name: name }) => name))).toEqual(new Set(eventNames))
  expect(payloads.map(missingFields)).toEqual(payloads.map(() => []))
  expect(new Set(payloads.map((payload) => payload['hook_execution_id'])).size).toBe(payloads.length)
})

/** The fields that the table promises for an event and that its payload lacks. */
function missingFields(payload: Record<string, unknown>): string[] {
  const own = eventDefinition(payload['hook_event_name'] as EventName).input
  const needed = Object.entries({ ...commonInput, ...own }).filter(([, field]) => !field.optional)
  expect(needed.length).toBeGreaterThan(6)
  return needed.map(([name]) => toSnake(name)).filter((name) => !(name in payload))
}
