import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HookError } from '../base/errors.ts'
import { type EventName, eventDefinition, eventNames } from '../protocol/event-types.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { Field } from '../protocol/schema/field.ts'
import { dialects } from './index.ts'
import { readWireEvent } from './wire-in.ts'

function read(json: unknown): { event: string; input: Record<string, unknown>; warnings: string[] } {
  const wire = readWireEvent(json)
  if (!wire.hosted) throw new Error(`${wire.name} is not hosted`)
  return { event: wire.event, input: wire.input, warnings: wire.warnings }
}

function refusal(json: unknown): { code: string; message: string; hint: string } {
  try {
    readWireEvent(json)
  } catch (error) {
    if (error instanceof HookError) return { code: error.code, message: error.message, hint: error.hint }
    throw error
  }
  throw new Error('it was read')
}

test('reads our own wire format', () => {
  expect(
    read({
      hook_event_name: 'PreToolUse',
      hook_execution_id: 'x1',
      session_id: 's',
      project_dir: '/p',
      permission_mode: 'autoEdit',
      tool_name: 'Shell',
      tool_use_id: 't1',
      tool_input: { command: 'ls', nested_key: { inner_key: 1 } },
      my_extra: 1,
    }),
  ).toEqual({
    event: 'PreToolUse',
    input: {
      hookExecutionId: 'x1',
      sessionId: 's',
      projectDir: '/p',
      permissionMode: 'autoEdit',
      toolName: 'Shell',
      toolUseId: 't1',
      toolInput: { command: 'ls', nested_key: { inner_key: 1 } },
      myExtra: 1,
    },
    warnings: [],
  })
})

test('reads our own camelCase, the event named in any of its ways', () => {
  const input = { sessionId: 's', toolName: 'Bash', toolInput: { command: 'ls' } }
  for (const name of ['event', 'hookEventName', 'hook_event_name']) {
    expect(read({ [name]: 'PreToolUse', ...input })).toEqual({ event: 'PreToolUse', input, warnings: [] })
  }
  expect(read({ event: 'UserPromptSubmit', message: 'hello' }).input).toEqual({
    userPrompt: 'hello',
    hasImages: false,
    imageCount: 0,
  })
})

test("reads Kimi's tables: its names of events, tools and paths", () => {
  const wire = readWireEvent({
    event_type: 'before_tool',
    timestamp: '2026-01-15T10:30:00+08:00',
    session_id: 'sess_abc123',
    work_dir: '/home/user/project',
    tool_name: 'WriteFile',
    tool_input: { path: '/home/user/project/a.py', content: 'x' },
  })
  expect(wire).toEqual({
    hosted: true,
    event: 'PreToolUse',
    dialect: 'kimi',
    sender: 'kimi',
    name: 'before_tool',
    input: {
      timestamp: '2026-01-15T10:30:00+08:00',
      sessionId: 'sess_abc123',
      projectDir: '/home/user/project',
      cwd: '/home/user/project',
      toolName: 'Write',
      toolInput: { file_path: '/home/user/project/a.py', content: 'x' },
    },
    toolKeys: { file_path: ['path'] },
    warnings: [],
  })
})

test("reads Kimi's before_stop with its last message", () => {
  expect(
    read({
      event_type: 'before_stop',
      session_id: 's',
      work_dir: '/p',
      stop_reason: 'tool_rejected',
      step_count: 5,
      final_message: { role: 'assistant', content: 'done' },
    }).input,
  ).toEqual({
    sessionId: 's',
    projectDir: '/p',
    cwd: '/p',
    stopReason: 'tool_rejected',
    stepCount: 5,
    finalMessage: { role: 'assistant', content: 'done' },
    finalResponse: 'done',
    stopHookActive: false,
    stopBlockCount: 0,
  })
  expect(read({ event_type: 'before_stop', final_message: null }).input).not.toHaveProperty('finalMessage')
})

test('keeps two paths that differ, so that no rule misses one', () => {
  const wire = readWireEvent({
    event_type: 'before_tool',
    tool_name: 'WriteFile',
    tool_input: { path: '/a', file_path: '/b' },
  })
  expect(wire).toMatchObject({ input: { toolInput: { path: '/a', file_path: '/b' } }, toolKeys: {} })
})

test('counts the images of a prompt that came in parts', () => {
  const prompt = [
    { type: 'text', text: 'one' },
    { type: 'image_url', image_url: { url: 'data:' } },
    { type: 'text', text: 'two' },
  ]
  expect(read({ hook_event_name: 'UserPromptSubmit', client_type: 'kimi_code_cli', prompt }).input).toMatchObject({
    userPrompt: 'one\ntwo',
    hasImages: true,
    imageCount: 1,
  })
})

test('reads a call that Gemini reports as failed as a failure', () => {
  const json = {
    hook_event_name: 'AfterTool',
    tool_name: 'replace',
    tool_input: { file_path: 'a', old_string: 'x', new_string: 'y' },
    tool_response: { llmContent: 'no', error: { message: 'not found', type: 'edit_no_occurrence_found' } },
  }
  expect(read(json)).toMatchObject({
    event: 'PostToolUseFailure',
    input: { toolName: 'Edit', error: 'not found', errorType: 'edit_no_occurrence_found' },
  })
})

test('reads arguments that came as JSON text, and says so', () => {
  const json = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: '{"command":"ls"}' }
  expect(read(json)).toEqual({
    event: 'PreToolUse',
    input: { toolName: 'Bash', toolInput: { command: 'ls' } },
    warnings: ['tool_input came as text and was read as JSON'],
  })
})

test('reads an unknown permission mode as the default one, and says so', () => {
  const { input, warnings } = read({
    hook_event_name: 'Notification',
    notification_type: 'x',
    permission_mode: 'dontAsk',
  })
  expect(input).toMatchObject({ permissionMode: 'default' })
  expect(warnings).toEqual(['permission_mode is "dontAsk", which is not known; read as "default"'])
})

test('tells that a value which matchers test is missing, and reads the event all the same', () => {
  expect(read({ hook_event_name: 'PreToolUse' })).toEqual({
    event: 'PreToolUse',
    input: {},
    warnings: [
      'the event came without tool_name; hooks that test it run, since it cannot be ruled out',
      'the event came without tool_input; hooks that test it run, since it cannot be ruled out',
    ],
  })
})

test('takes null as absent except where it is a value', () => {
  const json = {
    hook_event_name: 'PostToolUse',
    tool_name: 'X',
    tool_input: {},
    tool_response: null,
    transcript_path: null,
  }
  expect(read(json).input).toEqual({ toolName: 'X', toolInput: {}, toolOutput: null })
})

test('prefers our name of a field when another says something else', () => {
  const json = { hook_event_name: 'UserPromptSubmit', user_prompt: 'a', prompt: 'b' }
  expect(read(json)).toMatchObject({
    input: { userPrompt: 'a', prompt: 'b' },
    warnings: ['prompt and userPrompt say different things; userPrompt counts'],
  })
})

test.each([
  [null, 'An event is a JSON object, found null.'],
  [[], 'An event is a JSON object, found a list of 0.'],
  ['PreToolUse', 'An event is a JSON object, found "PreToolUse".'],
  [{}, 'The event has no name: hook_event_name is missing.'],
  [{ hook_event_name: 7 }, 'hook_event_name is 7, expected the name of an event.'],
  [{ hook_event_name: '' }, 'hook_event_name is "", expected the name of an event.'],
  [
    { hook_event_name: 'PreToolUse', tool_name: 7, tool_input: 'ls' },
    'The input of PreToolUse does not fit: tool_name is 7, expected text; tool_input is "ls", expected an object.',
  ],
  [
    { hook_event_name: 'SessionEnd', session_id: 1, reason: 'other' },
    'The input of SessionEnd does not fit: session_id is 1, expected text.',
  ],
])('refuses %j', (json, message) => {
  const refused = refusal(json)
  expect(refused).toMatchObject({ code: 'EVENT_INVALID_INPUT', message })
  expect(refused.hint).toMatch(/hook_event_name|hookline schema/)
})

test('refuses a name that no catalogue has and tells the nearest', () => {
  expect(refusal({ hook_event_name: 'PreToolUs' })).toEqual({
    code: 'EVENT_UNKNOWN',
    message: 'There is no event "PreToolUs".',
    hint: 'Did you mean "PreToolUse"? `hookline events` lists them all.',
  })
  expect(refusal({ hook_event_name: 'Frobnicate' }).code).toBe('EVENT_UNKNOWN')
})

test.each([
  [{ event_type: 'before_tol' }, 'Did you mean "before_tool"? It is what `hookline events` lists as PreToolUse.'],
  [{ hook_event_name: 'before_tol' }, 'Did you mean "before_tool"? It is what `hookline events` lists as PreToolUse.'],
  [
    { hook_event_name: 'BeforeTol', transcript_path: '/h/.gemini/t.json' },
    'Did you mean "BeforeTool"? It is what `hookline events` lists as PreToolUse.',
  ],
  [{ hook_event_name: 'BeforeModl' }, 'Did you mean "BeforeModel"?'],
])('tells the nearest name as the sender of %j spells it', (json, hint) => {
  expect(refusal(json).hint).toBe(hint)
})

test('names an event of another catalogue as not hosted', () => {
  expect(readWireEvent({ hook_event_name: 'BeforeModel', session_id: 's', cwd: '/p' })).toEqual({
    hosted: false,
    name: 'BeforeModel',
    dialect: 'claude',
    sender: 'gemini',
    sessionId: 's',
    cwd: '/p',
    warnings: ['BeforeModel is an event that Hookline does not host: no hook ran.'],
  })
})

test('tells that a field was given in two spellings, and takes the first', () => {
  expect(read({ hook_event_name: 'PreToolUse', tool_name: 'Bash', toolName: 'Read', tool_input: {} })).toEqual({
    event: 'PreToolUse',
    input: { toolName: 'Bash', toolInput: {} },
    warnings: ['toolName is given twice with different values; the first counts'],
  })
})

test('reads or refuses whatever JSON it is given', () => {
  const names = [
    'PreToolUse',
    'PostToolUse',
    'before_tool',
    'AfterTool',
    'Stop',
    'UserPromptSubmit',
    'TurnStarted',
    'X',
  ]
  const keys = fc.constantFrom(
    'tool_name',
    'tool_input',
    'tool_response',
    'prompt',
    'error',
    'final_message',
    'timestamp',
  )
  const others = fc.constantFrom(
    'permission_mode',
    'work_dir',
    '__proto__',
    'constructor',
    'toolName',
    'reason',
    'client_type',
  )
  const events = fc
    .tuple(fc.constantFrom(...names), fc.dictionary(fc.oneof(keys, others), fc.jsonValue({ maxDepth: 3 })))
    .map(([name, fields]) => ({ hook_event_name: name, ...fields }))
  let hosted = 0
  fc.assert(
    fc.property(fc.oneof(events, fc.jsonValue()), (json) => {
      try {
        if (readWireEvent(json).hosted) hosted++
      } catch (error) {
        expect(error).toBeInstanceOf(HookError)
      }
    }),
    { numRuns: 2000 },
  )
  expect(hosted).toBeGreaterThan(50)
})

const texts = fc.string({ minLength: 1, maxLength: 8 })

function arbitraryOf(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'flag':
      return fc.boolean()
    case 'number':
      return fc.nat()
    case 'anyObject':
      return fc.dictionary(fc.constantFrom('command', 'file_path', 'content', 'a_b'), texts)
    case 'anything':
      return fc.oneof(texts, fc.record({ content: texts }))
    default:
      return texts
  }
}

function arbitraryInput(event: EventName): fc.Arbitrary<FullInput> {
  const fields = Object.entries(eventDefinition(event).input)
  const own = fc.record(Object.fromEntries(fields.map(([name, field]) => [name, arbitraryOf(field)])))
  return own.map((input) => ({
    ...input,
    event,
    sessionId: 's',
    hookExecutionId: 'x',
    timestamp: '2026-01-15T02:30:00.000Z',
    projectDir: '/p',
    permissionMode: 'yolo' as const,
    cwd: '/p',
    ...(Object.hasOwn(input, 'toolName') && { toolName: 'Write' }),
  }))
}

const wholeDialects = [dialects.blade, dialects.claude, dialects.kimi]

test.each(wholeDialects)('reads back every field of every event that $name writes', (dialect) => {
  const events = eventNames.filter((event) => dialect.eventName(event) !== undefined)
  expect(events.length).toBeGreaterThan(10)
  for (const event of events) {
    fc.assert(
      fc.property(arbitraryInput(event), (full) => {
        const wire = readWireEvent(JSON.parse(dialect.payload(full)))
        const own = Object.keys(eventDefinition(event).input)
        const fields = [...own, 'sessionId', 'projectDir', 'cwd']
        expect(wire).toMatchObject({ hosted: true, event })
        if (!wire.hosted) return
        for (const field of fields) expect([field, wire.input[field]]).toEqual([field, full[field]])
      }),
      { numRuns: 30 },
    )
  }
})

test('reads back what the official Kimi form writes of every event', () => {
  const dialect = dialects['kimi-official']
  const events = eventNames.filter((event) => dialect.eventName(event) !== undefined)
  expect(events.length).toBeGreaterThan(10)
  for (const event of events) {
    fc.assert(
      fc.property(arbitraryInput(event), (full) => {
        const wire = readWireEvent(JSON.parse(dialect.payload(full)), { dialect: 'kimi-official' })
        expect(wire).toMatchObject({ hosted: true, event, input: { sessionId: 's', cwd: '/p' } })
        if (!wire.hosted) return
        for (const field of ['toolName', 'toolInput', 'toolUseId', 'userPrompt', 'agentType', 'trigger', 'reason']) {
          if (!Object.hasOwn(eventDefinition(event).input, field)) continue
          expect([field, wire.input[field]]).toEqual([field, full[field]])
        }
      }),
      { numRuns: 30 },
    )
  }
})
