import { describe, expect, it } from 'vitest'
import { checkJsonSchema } from '../../test/setup/check-json-schema.ts'
import { sampleObject, sampleValue } from '../../test/setup/sample-value.ts'
import { toSnakeCase } from '../base/names.ts'
import { decisionWords } from './decision.ts'
import { type EventName, eventDefinition, eventNames } from './event-types.ts'
import { nativeConfigShape } from './native-config-shape.ts'
import { checkShape } from './schema/check.ts'
import { configSchema, eventKeys, eventSchema, inputShape, verdictSchema } from './schemas.ts'

type Part = Record<string, unknown>

const outputOf = (name: EventName): Part => {
  const { $defs } = eventSchema(name) as { $defs: { output: Part } }
  return { ...$defs.output, $defs }
}

describe('the schema of an event', () => {
  it('has the wire names of all input fields, common ones included', () => {
    const schema = eventSchema('PreToolUse') as { $defs: { input: { properties: Part; required: string[] } } }
    expect(Object.keys(schema.$defs.input.properties)).toEqual([
      'session_id',
      'hook_event_name',
      'hook_execution_id',
      'timestamp',
      'project_dir',
      'permission_mode',
      'cwd',
      'transcript_path',
      'agent_id',
      'agent_type',
      'parent_agent_id',
      'tool_name',
      'tool_use_id',
      'tool_input',
    ])
    expect(schema.$defs.input.required).toEqual([
      'session_id',
      'hook_event_name',
      'hook_execution_id',
      'timestamp',
      'project_dir',
      'permission_mode',
      'cwd',
      'tool_name',
      'tool_use_id',
      'tool_input',
    ])
  })

  it.each(eventNames)('accepts a complete payload of %s and refuses each field with a wrong type', (name) => {
    const shape = inputShape(eventDefinition(name))
    const payload = sampleObject(shape, toSnakeCase)
    const schema = eventSchema(name)
    expect(checkJsonSchema(schema, payload)).toEqual([])
    expect(checkJsonSchema(schema, { ...payload, added_by_a_later_version: 1 })).toEqual([])
    const typed = Object.entries(shape).filter(([, { kind }]) => kind !== 'anything')
    expect(typed.length).toBeGreaterThan(10)
    for (const [field] of typed) {
      expect(checkJsonSchema(schema, { ...payload, [toSnakeCase(field)]: [] }), `${field} as a list`).not.toEqual([])
    }
    expect(checkJsonSchema(schema, { ...payload, hook_event_name: 'Other' })).not.toEqual([])
  })

  it.each(eventNames)('accepts every documented answer to %s, at top level and inside hookSpecificOutput', (name) => {
    const own = Object.entries(eventDefinition(name).output).map(([field, { field: f }]) => [field, sampleValue(f)])
    const answer = Object.fromEntries(own)
    const schema = outputOf(name)
    expect(checkJsonSchema(schema, { hookSpecificOutput: { hookEventName: name, ...answer } })).toEqual([])
    expect(checkJsonSchema(schema, answer)).toEqual([])
    expect(checkJsonSchema(schema, {})).toEqual([])
    expect(checkJsonSchema(schema, { continue: 'no' })).not.toEqual([])
    expect(checkJsonSchema(schema, { hookSpecificOutput: { hookEventName: 'Other' } })).not.toEqual([])
  })

  it('accepts every word for a decision, and no other', () => {
    for (const word of Object.keys(decisionWords)) {
      expect(checkJsonSchema(outputOf('PreToolUse'), { hookSpecificOutput: { permissionDecision: word } })).toEqual([])
    }
    expect(checkJsonSchema(outputOf('PreToolUse'), { hookSpecificOutput: { permissionDecision: 'maybe' } })).toEqual([
      '$.hookSpecificOutput.permissionDecision: is none of allow, deny, ask, block, approve',
    ])
  })
})

describe('the schema of the configuration', () => {
  const hook = { type: 'command', command: './guard.sh', timeout: 10, statusMessage: 'checking' }
  const config = {
    version: 1,
    enabled: true,
    defaultTimeout: '30s',
    failureBehavior: 'deny',
    permissions: { deny: ['Bash(rm *)'] },
    guards: ['hookline:dangerous-commands', { use: 'hookline:dangerous-commands', except: ['x'] }],
    overrides: { guard: { enabled: false } },
    PreToolUse: [{ matcher: 'Bash', hooks: [hook, { command: 'true', onFailure: { crash: 'ask' } }] }],
    Stop: [{ hooks: [{ type: 'prompt', prompt: 'Is it done? $ARGUMENTS' }] }],
    PreCompact: [{ matcher: { tools: ['Bash'] }, hooks: [{ type: 'http', url: 'https://example.org', headers: {} }] }],
  }

  it('accepts the bare object and one under the key hooks', () => {
    expect(checkJsonSchema(configSchema(), config)).toEqual([])
    expect(checkJsonSchema(configSchema(), { $schema: 'x', version: 1, hooks: config })).toEqual([])
    expect(checkShape(nativeConfigShape(), config)).toEqual([])
  })

  it.each([
    ['an unknown setting', { ...config, timeouts: 1 }],
    ['an unknown event', { PreToolUs: [] }],
    ['a group without hooks', { Stop: [{ matcher: 'x', hooks: [] }] }],
    ['an unknown kind of handler', { Stop: [{ hooks: [{ type: 'shell', command: 'x' }] }] }],
    ['an unknown option', { Stop: [{ hooks: [{ ...hook, timeOut: 1 }] }] }],
    ['a blank id', { Stop: [{ hooks: [{ ...hook, id: ' ' }] }] }],
    ['a blank name', { Stop: [{ hooks: [{ ...hook, name: '' }] }] }],
    ['a wrong type', { Stop: [{ hooks: [{ ...hook, once: 'yes' }] }] }],
    ['a duration without a unit', { defaultTimeout: '30' }],
    ['a duration of nothing', { defaultTimeout: 0 }],
    ['a policy nobody knows', { failureBehavior: 'allow' }],
  ])('refuses %s, as the loader does', (_, broken) => {
    expect(checkJsonSchema(configSchema(), broken)).not.toEqual([])
    expect(checkShape(nativeConfigShape(), broken)).not.toEqual([])
  })

  it('knows every event and every other name of it', () => {
    const { $defs } = configSchema() as { $defs: { hooks: { properties: Part } } }
    expect(eventKeys().filter((key) => !Object.hasOwn($defs.hooks.properties, key))).toEqual([])
    expect(eventKeys()).toContain('PreCompact')
  })
})

describe('the schema of the verdict', () => {
  const verdict = {
    event: 'PreToolUse',
    decision: 'deny',
    reason: 'no',
    decidedBy: 'guard',
    input: { command: 'ls' },
    changes: [{ path: 'input.command', by: 'guard', conflict: true }],
    context: ['a'],
    messages: [],
    env: { A: 'b' },
    warnings: [],
    halt: { reason: 'enough' },
    aborted: false,
    failedOpen: [{ hook: 'other', class: 'crash' }],
    runs: [{ hook: 'guard', source: 'code', handler: 'command', status: 'blocked', ms: 1.5, exitCode: null }],
  }

  it('accepts a verdict and refuses each of its fields with a wrong type or missing', () => {
    expect(checkJsonSchema(verdictSchema(), verdict)).toEqual([])
    expect(checkJsonSchema(verdictSchema(), { ...verdict, decision: null, reason: null, halt: null })).toEqual([])
    for (const name of Object.keys(verdict)) {
      expect(checkJsonSchema(verdictSchema(), { ...verdict, [name]: 7 }), name).not.toEqual([])
    }
    const { runs: _, ...rest } = verdict
    expect(checkJsonSchema(verdictSchema(), rest)).toEqual(['$.runs: is missing'])
  })
})
