import { describe, expect, it } from 'vitest'
import type { EventName } from '../../protocol/event-types.ts'
import type { ConfigReading, ReadingContext } from '../config-reading.ts'
import { readClaudeConfig } from './config.ts'
import { claude } from './dialect.ts'
import { claudeEvents, claudeOtherEvents } from './names.ts'

const project: ReadingContext = { layer: 'project', trusted: true, file: '/p/.claude/settings.json' }
const ignoreAll = { spawn: 'ignore', timeout: 'ignore', crash: 'ignore', signal: 'ignore', invalidOutput: 'ignore' }

function read(value: unknown): ConfigReading {
  const reading = readClaudeConfig(value, project)
  expect(reading.problems.map(String)).toEqual([])
  return reading
}

function readOne(entry: unknown, event = 'PreToolUse') {
  const { hooks, notices } = read({ hooks: { [event]: [{ hooks: [entry] }] } })
  expect(hooks).toHaveLength(1)
  return { hook: hooks[0]!, notices: notices.map(({ message, place }) => ({ message, path: place.path })) }
}

describe('readClaudeConfig', () => {
  it('reads the settings file of the seed', () => {
    const { hooks } = read({
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'scripts/pre_tool.sh', timeout: 30 }] }],
      },
    })
    expect(hooks.map((hook) => ({ ...hook, matcher: hook.matcher.describe() }))).toEqual([
      {
        id: 'project/settings.json#PreToolUse[0].hooks[0]',
        event: 'PreToolUse',
        dialect: claude,
        source: {
          layer: 'project',
          trusted: true,
          file: '/p/.claude/settings.json',
          path: 'hooks.PreToolUse[0].hooks[0]',
        },
        matcher: 'exactly Bash',
        handler: { type: 'command', run: { shell: 'scripts/pre_tool.sh' } },
        timeoutMs: 30_000,
        async: false,
        once: false,
        shadow: false,
        recheck: true,
        onFailure: ignoreAll,
        samples: { mustDeny: [], mustAllow: [] },
      },
    ])
  })

  it('G13 takes a missing type for command, and 600 s for a missing timeout, 60 s for an agent', () => {
    expect(readOne({ command: 'x' }).hook).toMatchObject({ handler: { type: 'command' }, timeoutMs: 600_000 })
    expect(readOne({ type: 'prompt', prompt: 'x' }).hook.timeoutMs).toBe(600_000)
    expect(readOne({ type: 'agent', prompt: 'x' }).hook.timeoutMs).toBe(60_000)
    expect(readOne({ command: 'x', timeout: 0.5 }).hook.timeoutMs).toBe(500)
  })

  it('G13 keeps several hooks and several equal matchers in order, and empty lists', () => {
    const { hooks } = read({
      hooks: {
        PostToolUse: [],
        PreToolUse: [
          { matcher: 'Bash', hooks: [{ command: 'a' }, { command: 'b' }] },
          { matcher: 'Bash', hooks: [{ command: 'c' }] },
        ],
      },
    })
    expect(hooks.map(({ id, handler }) => [id, handler])).toEqual([
      ['project/settings.json#PreToolUse[0].hooks[0]', { type: 'command', run: { shell: 'a' } }],
      ['project/settings.json#PreToolUse[0].hooks[1]', { type: 'command', run: { shell: 'b' } }],
      ['project/settings.json#PreToolUse[1].hooks[0]', { type: 'command', run: { shell: 'c' } }],
    ])
  })

  it('G13 reads the map form, also beside the array form, and leaves out empty commands', () => {
    const { hooks, notices } = read({
      hooks: { PreToolUse: { bash: 'echo pre', Write: '' }, Stop: [{ hooks: [{ command: 'x' }] }] },
    })
    expect(
      hooks.map(({ id, event, matcher, handler }) => ({ id, event, matcher: matcher.describe(), handler })),
    ).toEqual([
      {
        id: 'project/settings.json#PreToolUse.bash',
        event: 'PreToolUse',
        matcher: 'exactly bash',
        handler: { type: 'command', run: { shell: 'echo pre' } },
      },
      {
        id: 'project/settings.json#Stop[0].hooks[0]',
        event: 'Stop',
        matcher: 'everything',
        handler: { type: 'command', run: { shell: 'x' } },
      },
    ])
    expect(notices.map(({ message }) => message)).toEqual(['"Write" has an empty command and is left out.'])
  })

  it('G13 accepts every hosted event of the catalogue, PreCompact being Compaction', () => {
    const group = [{ hooks: [{ command: 'x' }] }]
    const { hooks } = read({ hooks: Object.fromEntries([...claudeEvents.keys()].map((name) => [name, group])) })
    expect(hooks.map(({ event }) => event)).toEqual([...claudeEvents.values()])
    expect(hooks).toHaveLength(13)
    expect(claudeEvents.get('PreCompact')).toBe('Compaction' satisfies EventName)
  })

  it('keeps the rest of the file working beside events of the catalogue that are not hosted', () => {
    const group = [{ hooks: [{ whatever: 'none of our business' }] }]
    const names = [...claudeOtherEvents]
    const { hooks, unsupported, notices } = read({
      hooks: { ...Object.fromEntries(names.map((name) => [name, group])), Stop: [{ hooks: [{ command: 'x' }] }] },
    })
    expect(names).toHaveLength(20)
    expect(hooks.map(({ event }) => event)).toEqual(['Stop'])
    expect(unsupported.map(({ name }) => name)).toEqual(names)
    expect(notices.map(({ code }) => code)).toEqual(names.map(() => 'EVENT_UNKNOWN'))
    expect(notices[0]!.message).toBe(
      'PostToolBatch is an event of Claude Code that Hookline does not host: its hooks never run.',
    )
  })

  it('loads a hook of type mcp_tool as unsupported', () => {
    const { hook, notices } = readOne({ type: 'mcp_tool', server: 's', tool: 't', input: { a: 1 } })
    expect(hook.handler).toEqual({ type: 'unsupported', name: 'mcp_tool' })
    expect(hook.idle).toEqual({ why: 'unsupported', detail: 'hooks of type mcp_tool are not hosted' })
    expect(notices).toEqual([
      { message: 'Hooks of type mcp_tool are not hosted: this one never runs.', path: 'hooks.PreToolUse[0].hooks[0]' },
    ])
  })

  it.each([
    [
      { command: 'prog', args: ['a b', '$HOME', '*'] },
      { exec: 'prog', args: ['a b', '$HOME', '*'] },
    ],
    [
      { command: '${CLAUDE_PROJECT_DIR}/x.sh', args: ["it's", '${CLAUDE_PROJECT_DIR}/a', '$HOME'] },
      { shell: `exec ''"\${CLAUDE_PROJECT_DIR}"'/x.sh' 'it'\\''s' ''"\${CLAUDE_PROJECT_DIR}"'/a' '$HOME'` },
    ],
    [
      { command: '[[ -n $X ]]', shell: 'bash' },
      { exec: 'bash', args: ['-c', '[[ -n $X ]]'] },
    ],
  ])('runs %j without expanding anything but the project directory', (entry, run) => {
    expect(readOne(entry).hook.handler).toEqual({ type: 'command', run })
  })

  it('reads prompt, agent and http hooks', () => {
    expect(readOne({ type: 'prompt', prompt: 'p', model: 'm' }).hook.handler).toEqual({
      type: 'prompt',
      prompt: 'p',
      model: 'm',
    })
    expect(readOne({ type: 'agent', prompt: 'p' }).hook.handler).toEqual({ type: 'agent', prompt: 'p' })
    expect(
      readOne({ type: 'http', url: 'https://h.test', headers: { a: '$T' }, allowedEnvVars: ['T'] }).hook.handler,
    ).toEqual({ type: 'http', url: 'https://h.test', headers: { a: '$T' }, allowedEnvVars: ['T'] })
  })

  it('reads async, once, statusMessage and if', () => {
    const { hook, notices } = readOne({ command: 'x', async: true, once: true, statusMessage: 's', if: 'Bash(git *)' })
    expect(hook).toMatchObject({ async: true, once: true, statusMessage: 's' })
    expect(hook.condition?.describe()).toBe('Bash(git *)')
    expect(notices).toEqual([])
  })

  it('runs a hook with if on an event without a tool every time, and says so', () => {
    const { hook, notices } = readOne({ command: 'x', if: 'Bash(git *)' }, 'Stop')
    expect(hook.condition).toBeUndefined()
    expect(notices).toEqual([
      {
        message: 'Stop has no tool call that the rule could test: the hook runs every time.',
        path: 'hooks.Stop[0].hooks[0].if',
      },
    ])
  })

  it('reads asyncRewake as async and accepts keys that have no effect, with notices', () => {
    const { hook, notices } = readOne({ command: 'x', asyncRewake: true, rewakeMessage: 'm', continueOnBlock: true })
    expect(hook.async).toBe(true)
    expect(notices.map(({ message }) => message)).toEqual([
      'rewakeMessage has no effect in Hookline.',
      'continueOnBlock has no effect in Hookline.',
      'asyncRewake is read as async: the hook is not waited for and cannot wake the agent.',
    ])
  })

  it.each([
    ['block', { spawn: 'deny', timeout: 'deny', crash: 'deny', signal: 'deny', invalidOutput: 'deny' }],
    ['ask', { spawn: 'ask', timeout: 'ask', crash: 'ask', signal: 'ask', invalidOutput: 'ask' }],
    [{ timeout: 'block' }, { ...ignoreAll, timeout: 'deny' }],
  ])('reads onFailure %j', (onFailure, expected) => {
    expect(readOne({ command: 'x', onFailure }).hook.onFailure).toEqual(expected)
  })

  it('judges nothing but the hooks section', () => {
    const others = { $schema: 7, env: [], model: {}, permissions: { defaultMode: 'x', allow: 'y' }, version: 'z' }
    expect(read(others).hooks).toEqual([])
    expect(read({ ...others, hooks: {} }).hooks).toEqual([])
    expect(read({ ...others, hooks: { Stop: [{ hooks: [{ command: 'x' }] }] } }).hooks).toHaveLength(1)
  })

  it('understands a file that is the bare section, so that it does not lose its guards', () => {
    expect(read({ Stop: [{ hooks: [{ command: 'x' }] }] }).hooks.map(({ id }) => id)).toEqual([
      'project/settings.json#Stop[0].hooks[0]',
    ])
  })

  it('G14 switches all hooks of the file off by disableAllHooks', () => {
    const { hooks, settings } = read({ disableAllHooks: true, hooks: { Stop: [{ hooks: [{ command: 'x' }] }] } })
    expect(settings.enabled).toBe(false)
    expect(hooks[0]!.idle).toEqual({ why: 'disabled', detail: 'disableAllHooks is true' })
  })

  it.each([
    ['*', 'Anything', true],
    ['', 'Anything', true],
    ['^file_(read|write)$', 'file_read', true],
    ['^file_(read|write)$', 'file_reader', false],
    ['^Write$', 'Write', true],
    ['^Write$', 'Read', false],
    ['Bash, Write', 'Write', true],
    ['Bash', 'BashOutput', false],
    ['Ba.*', 'Bash', true],
  ])('G4 and G14 match %j against %s: %s', (matcher, value, expected) => {
    const { hooks } = read({ hooks: { PreToolUse: [{ matcher, hooks: [{ command: 'x' }] }] } })
    expect(hooks[0]!.matcher.test({ value, toolInput: {} })).toBe(expected)
  })

  it('keeps a matcher on an event that has none from ever holding a hook back', () => {
    const { hooks, notices } = read({ hooks: { UserPromptSubmit: [{ matcher: 'zzz', hooks: [{ command: 'x' }] }] } })
    expect(hooks[0]!.matcher.test({ value: undefined })).toBe(true)
    expect(notices.map(({ place }) => place.path)).toEqual(['hooks.UserPromptSubmit[0].matcher'])
  })
})
