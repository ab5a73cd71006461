import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readWireEvent, type WireEvent } from '../../src/dialects/wire-in.ts'
import { commonInput } from '../../src/protocol/common-input.ts'
import { eventDefinition } from '../../src/protocol/event-types.ts'
import { checkShape } from '../../src/protocol/schema/check.ts'

const folder = new URL('./fixtures/payloads/', import.meta.url)

interface Payload {
  client: string
  file: string
  json: Record<string, unknown>
}

const payloads: Payload[] = readdirSync(folder).flatMap((client) =>
  readdirSync(new URL(`${client}/`, folder)).map((file) => ({
    client,
    file,
    json: JSON.parse(readFileSync(new URL(`${client}/${file}`, folder), 'utf8')),
  })),
)

const senders: Record<string, WireEvent['sender']> = {
  'claude-code': 'claude',
  codex: 'codex',
  'gemini-cli': 'gemini',
  'kimi-code': 'kimi-official',
}

const notHosted = new Set([
  'ConfigChange',
  'CwdChanged',
  'Elicitation',
  'ElicitationResult',
  'FileChanged',
  'InstructionsLoaded',
  'MessageDisplay',
  'PermissionDenied',
  'PostCompact',
  'PostModelSwitch',
  'PostToolBatch',
  'PreModelSwitch',
  'Setup',
  'StopFailure',
  'TaskCreated',
  'UserPromptExpansion',
  'WorktreeCreate',
  'WorktreeRemove',
])

test('there are recorded payloads of four clients', () => {
  expect(Object.groupBy(payloads, ({ client }) => client)).toMatchObject({
    'claude-code': { length: 71 },
    codex: { length: 6 },
    'gemini-cli': { length: 9 },
    'kimi-code': { length: 8 },
  })
})

test.each(payloads)('reads $client/$file as its sender means it', ({ client, json }) => {
  const name = String(json['hook_event_name'])
  const wire = readWireEvent(json)
  expect({ sender: wire.sender, name: wire.name, hosted: wire.hosted }).toEqual({
    sender: senders[client],
    name,
    hosted: !notHosted.has(name),
  })
  if (!wire.hosted) {
    expect(wire).toMatchObject({ sessionId: json['session_id'], cwd: json['cwd'] })
    expect(wire.warnings).toHaveLength(1)
    return
  }
  expect(wire.warnings).toEqual([])
  expect(wire.input).toMatchObject({ sessionId: json['session_id'], cwd: json['cwd'] })
  const missing = checkShape({ ...eventDefinition(wire.event).input }, wire.input, { open: true })
  const absentByNature = new Set(['toolUseId', 'agentType'])
  expect(missing.filter(({ path }) => !absentByNature.has(String(path[0])))).toEqual([])
  expect(checkShape(commonInput, wire.input, { open: true }).filter(({ kind }) => kind !== 'missing')).toEqual([])
})

function read(path: string): unknown {
  const payload = payloads.find(({ client, file }) => `${client}/${file}` === path)
  if (!payload) throw new Error(`no payload ${path}`)
  const wire = readWireEvent(payload.json)
  return wire.hosted ? { event: wire.event, input: wire.input, toolKeys: wire.toolKeys } : wire
}

const session = {
  sessionId: 'f8ccce49-c144-4310-bf49-e23f9620e36b',
  transcriptPath: '$HOME/.claude/projects/$PROJECT_SLUG/f8ccce49-c144-4310-bf49-e23f9620e36b.jsonl',
  cwd: '$PROJECT',
}
const turn = { ...session, promptId: 'b93cc074-b9d6-450b-b735-476c1b6d36bb', permissionMode: 'autoEdit' }

test('reads a tool call of Claude Code whole', () => {
  expect(read('claude-code/PreToolUse.Bash.json')).toEqual({
    event: 'PreToolUse',
    input: {
      ...turn,
      effort: { level: 'medium' },
      toolName: 'Bash',
      toolInput: { command: 'echo hi', description: 'say hi' },
      toolUseId: 'toolu_20e643c6ea03d07bbfff6d01',
    },
    toolKeys: {},
  })
})

test('reads a prompt and a stop of Claude Code whole', () => {
  expect(read('claude-code/UserPromptSubmit.json')).toEqual({
    event: 'UserPromptSubmit',
    input: { ...turn, userPrompt: 'do the thing', hasImages: false, imageCount: 0 },
    toolKeys: {},
  })
  expect(read('claude-code/Stop.first.json')).toEqual({
    event: 'Stop',
    input: {
      ...turn,
      effort: { level: 'medium' },
      stopReason: 'no_tool_calls',
      stopHookActive: false,
      stopBlockCount: 0,
      stepCount: 0,
      finalResponse: 'all done',
      backgroundTasks: [],
      sessionCrons: [],
    },
    toolKeys: {},
  })
})

test('reads the end of a sub-agent and a compaction of Claude Code', () => {
  expect(read('claude-code/SubagentStop.json')).toMatchObject({
    event: 'SubagentStop',
    input: {
      agentType: 'general-purpose',
      agentId: 'af098fd5c9d1f039f',
      success: true,
      resultSummary: 'sub finished',
      stopHookActive: false,
    },
  })
  expect(read('claude-code/PreCompact.manual.json')).toMatchObject({
    event: 'Compaction',
    input: { trigger: 'manual', customInstructions: 'keep it short', messagesBefore: 0, tokensBefore: 0 },
  })
})

test('reads what a tool of Claude Code returned', () => {
  expect(read('claude-code/PostToolUse.Bash.subagent.json')).toMatchObject({
    event: 'PostToolUse',
    input: { toolOutput: { stdout: 'insub' }, agentId: 'af098fd5c9d1f039f', durationMs: 80 },
  })
})

test('reads the official Kimi program: parts of a prompt, an error object, path as file_path', () => {
  expect(read('kimi-code/UserPromptSubmit.json')).toMatchObject({
    event: 'UserPromptSubmit',
    input: { userPrompt: 'do the thing', hasImages: false, imageCount: 0, isSteer: false },
  })
  expect(read('kimi-code/PostToolUseFailure.Bash.json')).toMatchObject({
    event: 'PostToolUseFailure',
    input: { error: 'KIMI-X2', errorType: 'internal', toolUseId: 'call_045ee4ebe1e788e5948d', isTimeout: false },
  })
  expect(read('kimi-code/PreToolUse.Write.json')).toMatchObject({
    event: 'PreToolUse',
    input: { toolName: 'Write', toolInput: { file_path: '$PROJECT/out.txt', content: 'x\n' } },
    toolKeys: { file_path: ['path'] },
  })
  expect(read('kimi-code/TurnStarted.json')).toMatchObject({
    event: 'TurnStart',
    input: { userPrompt: 'do the thing' },
  })
})

test('reads Gemini CLI: its events, tools and words', () => {
  expect(read('gemini-cli/BeforeTool.run_shell_command.json')).toMatchObject({
    event: 'PreToolUse',
    input: { toolName: 'Bash', toolInput: { command: 'echo hi' } },
  })
  expect(read('gemini-cli/AfterTool.write_file.json')).toMatchObject({
    event: 'PostToolUse',
    input: { toolName: 'Write', toolOutput: { returnDisplay: { fileName: 'out.txt' } } },
  })
  expect(read('gemini-cli/AfterAgent.json')).toMatchObject({ event: 'Stop', input: { finalResponse: 'all done' } })
  expect(read('gemini-cli/BeforeAgent.json')).toMatchObject({
    event: 'UserPromptSubmit',
    input: { userPrompt: 'do the thing' },
  })
  expect(read('gemini-cli/PreCompress.json')).toMatchObject({ event: 'Compaction', input: { trigger: 'auto' } })
  expect(read('gemini-cli/SessionEnd.json')).toMatchObject({ event: 'SessionEnd', input: { reason: 'user_exit' } })
})

test('reads Codex: permission mode and plain text output', () => {
  expect(read('codex/PostToolUse.Bash.json')).toMatchObject({
    event: 'PostToolUse',
    input: { permissionMode: 'yolo', toolOutput: 'hi\n', model: 'gpt-5' },
  })
})
