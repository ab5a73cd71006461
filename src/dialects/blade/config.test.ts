import { describe, expect, it } from 'vitest'
import type { ConfigReading, ReadingContext } from '../config-reading.ts'
import { readBladeConfig } from './config.ts'
import { blade } from './dialect.ts'

const code: ReadingContext = { layer: 'code', trusted: true }
const ignoreAll = { spawn: 'ignore', timeout: 'ignore', crash: 'ignore', signal: 'ignore', invalidOutput: 'ignore' }
const denyAll = { spawn: 'deny', timeout: 'deny', crash: 'deny', signal: 'deny', invalidOutput: 'deny' }

function read(config: unknown, context: ReadingContext = code): ConfigReading {
  const reading = readBladeConfig(config, context)
  expect(reading.problems.map(String)).toEqual([])
  return reading
}

function readOne(entry: unknown, event = 'PreToolUse', settings: object = {}) {
  const { hooks } = read({ ...settings, [event]: [{ hooks: [entry] }] })
  expect(hooks).toHaveLength(1)
  return hooks[0]!
}

describe('readBladeConfig', () => {
  it('B1.1 gives an empty configuration the defaults of the seed', () => {
    expect(read({})).toEqual({
      hooks: [],
      settings: { enabled: true, overrides: {}, permissions: { allow: [], ask: [], deny: [] }, guards: [] },
      unsupported: [],
      problems: [],
      notices: [],
    })
  })

  it('turns an entry into a hook with every default filled in', () => {
    const hook = readOne({ type: 'command', command: './guard.sh' })
    expect({ ...hook, matcher: hook.matcher.describe() }).toEqual({
      id: 'code#PreToolUse[0].hooks[0]',
      event: 'PreToolUse',
      dialect: blade,
      source: { layer: 'code', trusted: true, path: 'PreToolUse[0].hooks[0]' },
      matcher: 'everything',
      handler: { type: 'command', run: { shell: './guard.sh' } },
      timeoutMs: 60_000,
      async: false,
      once: false,
      shadow: false,
      recheck: true,
      onFailure: ignoreAll,
      leftOpen: { timeout: true, onFailure: ['spawn', 'timeout', 'crash', 'signal', 'invalidOutput'] },
      samples: { mustDeny: [], mustAllow: [] },
    })
  })

  it('keeps every option that an entry sets', () => {
    const entry = {
      type: 'command',
      exec: 'node',
      args: ['guard.mjs', '--strict'],
      id: 'guard',
      name: 'Guard',
      description: 'Watches the shell.',
      if: 'Bash(git push *)',
      timeout: '500ms',
      statusMessage: 'checking',
      async: true,
      once: true,
      onFailure: { timeout: 'ask', crash: 'deny' },
      shadow: true,
      recheck: false,
      mustDeny: ['git push --force'],
      mustAllow: [{ command: 'git status' }],
      env: { A: '1' },
      passEnv: ['B'],
      cwd: 'tools',
      reap: 'all',
    }
    const { hooks } = read({ PreToolUse: [{ matcher: 'Bash', hooks: [entry] }] })
    const hook = hooks[0]!
    expect({ ...hook, matcher: hook.matcher.describe(), condition: hook.condition?.describe() }).toEqual({
      id: 'guard',
      name: 'Guard',
      description: 'Watches the shell.',
      event: 'PreToolUse',
      dialect: blade,
      source: { layer: 'code', trusted: true, path: 'PreToolUse[0].hooks[0]' },
      matcher: 'exactly Bash',
      condition: 'Bash(git push *)',
      handler: {
        type: 'command',
        run: { exec: 'node', args: ['guard.mjs', '--strict'] },
        cwd: 'tools',
        env: { A: '1' },
        passEnv: ['B'],
        reap: 'all',
      },
      timeoutMs: 500,
      async: true,
      once: true,
      shadow: true,
      recheck: false,
      onFailure: { spawn: 'deny', timeout: 'ask', crash: 'deny', signal: 'deny', invalidOutput: 'deny' },
      statusMessage: 'checking',
      leftOpen: { timeout: false, onFailure: [] },
      samples: { mustDeny: ['git push --force'], mustAllow: [{ command: 'git status' }] },
    })
  })

  it.each([
    [
      { type: 'prompt', prompt: 'Is it safe? $ARGUMENTS', model: 'm' },
      { type: 'prompt', prompt: 'Is it safe? $ARGUMENTS', model: 'm' },
    ],
    [
      { type: 'prompt', prompt: 'p' },
      { type: 'prompt', prompt: 'p' },
    ],
    [
      { type: 'agent', prompt: 'p', tools: ['Read'] },
      { type: 'agent', prompt: 'p', tools: ['Read'] },
    ],
    [
      { type: 'http', url: 'https://h.test/x' },
      { type: 'http', url: 'https://h.test/x', headers: {} },
    ],
    [
      { type: 'http', url: 'http://h.test', headers: { a: '${T}' }, allowedEnvVars: ['T'] },
      { type: 'http', url: 'http://h.test', headers: { a: '${T}' }, allowedEnvVars: ['T'] },
    ],
    [
      { type: 'worker', command: 'guardd', cwd: 'x' },
      { type: 'worker', command: 'guardd', cwd: 'x' },
    ],
    [{ command: 'x' }, { type: 'command', run: { shell: 'x' } }],
    [{ exec: 'x' }, { type: 'command', run: { exec: 'x', args: [] } }],
  ])('reads the handler %j', (entry, handler) => {
    expect(readOne(entry).handler).toEqual(handler)
  })

  it('takes callbacks where a group stands and inside a list of hooks, in configuration order', () => {
    const first = () => undefined
    const second = () => undefined
    const third = () => undefined
    const { hooks } = read({
      PostToolUse: [first],
      PreToolUse: [second, { matcher: 'Bash', hooks: [third, { type: 'callback', callback: first, timeout: 1 }] }],
    })
    expect(hooks.map(({ id, event, handler, timeoutMs }) => ({ id, event, handler, timeoutMs }))).toEqual([
      {
        id: 'code#PostToolUse[0]',
        event: 'PostToolUse',
        handler: { type: 'callback', callback: first },
        timeoutMs: 60_000,
      },
      {
        id: 'code#PreToolUse[0]',
        event: 'PreToolUse',
        handler: { type: 'callback', callback: second },
        timeoutMs: 60_000,
      },
      {
        id: 'code#PreToolUse[1].hooks[0]',
        event: 'PreToolUse',
        handler: { type: 'callback', callback: third },
        timeoutMs: 60_000,
      },
      {
        id: 'code#PreToolUse[1].hooks[1]',
        event: 'PreToolUse',
        handler: { type: 'callback', callback: first },
        timeoutMs: 1000,
      },
    ])
  })

  it('reads a bare object and one under hooks alike, naming hooks by their place in the section', () => {
    const section = { Stop: [{ hooks: [{ command: 'x' }] }] }
    const file: ReadingContext = { layer: 'project', trusted: true, file: '/p/.hookline/hooks.json' }
    const bare = read(section, file).hooks[0]!
    const wrapped = read({ $schema: 's', version: 1, hooks: section }, file).hooks[0]!
    expect(bare.id).toBe('project/hooks.json#Stop[0].hooks[0]')
    expect(wrapped.id).toBe(bare.id)
    expect(wrapped.source).toEqual({
      layer: 'project',
      trusted: true,
      file: '/p/.hookline/hooks.json',
      path: 'hooks.Stop[0].hooks[0]',
    })
  })

  it('names hooks of a file given by its owner by the file alone, and uses a label where one is given', () => {
    const section = { Stop: [{ hooks: [{ command: 'x' }] }] }
    expect(read(section, { layer: 'config', trusted: true, file: '/p/hooks.json' }).hooks[0]!.id).toBe(
      'hooks.json#Stop[0].hooks[0]',
    )
    expect(read(section, { ...code, label: 'mine' }).hooks[0]!.id).toBe('mine#Stop[0].hooks[0]')
  })

  it('X7 knows PreCompact and pre_compact as other names of Compaction', () => {
    const entry = { hooks: [{ command: 'x' }] }
    const { hooks } = read({ Compaction: [entry], PreCompact: [entry], pre_compact: [entry] })
    expect(hooks.map(({ id, event }) => ({ id, event }))).toEqual([
      { id: 'code#Compaction[0].hooks[0]', event: 'Compaction' },
      { id: 'code#PreCompact[0].hooks[0]', event: 'Compaction' },
      { id: 'code#pre_compact[0].hooks[0]', event: 'Compaction' },
    ])
  })

  it('X4 takes a timeout of 30 as 30 seconds, and defaultTimeout for hooks without one', () => {
    expect(readOne({ command: 'x', timeout: 30 }).timeoutMs).toBe(30_000)
    expect(readOne({ command: 'x' }, 'Stop', { defaultTimeout: 7 }).timeoutMs).toBe(7000)
    expect(readOne({ type: 'prompt', prompt: 'x' }, 'Stop').timeoutMs).toBe(60_000)
    expect(readOne({ type: 'agent', prompt: 'x' }, 'Stop', { defaultTimeout: '2m' }).timeoutMs).toBe(120_000)
  })

  it.each([
    ['the seed default', {}, {}, ignoreAll],
    ['timeoutBehavior', { timeoutBehavior: 'deny' }, {}, { ...ignoreAll, timeout: 'deny' }],
    [
      'failureBehavior',
      { failureBehavior: 'ask' },
      {},
      { spawn: 'ask', timeout: 'ignore', crash: 'ask', signal: 'ask', invalidOutput: 'ask' },
    ],
    ['strict', { strict: true, failureBehavior: 'ask' }, {}, denyAll],
    ['mustDeny samples', {}, { mustDeny: ['rm -rf /'] }, denyAll],
    ['no mustDeny samples', {}, { mustDeny: [] }, ignoreAll],
    ['one policy for all classes', { strict: true }, { onFailure: 'ignore' }, ignoreAll],
    [
      'one class',
      { timeoutBehavior: 'ask' },
      { onFailure: { crash: 'deny' } },
      { ...ignoreAll, timeout: 'ask', crash: 'deny' },
    ],
    [
      'one class of a strict gate',
      { strict: true },
      { onFailure: { crash: 'ignore' } },
      { ...denyAll, crash: 'ignore' },
    ],
  ])('resolves what a failure does by %s', (_, settings, entry, expected) => {
    expect(readOne({ command: 'x', ...entry }, 'PreToolUse', settings).onFailure).toEqual(expected)
  })

  it('applies strict to gates only', () => {
    expect(readOne({ command: 'x' }, 'PostToolUse', { strict: true }).onFailure).toEqual(ignoreAll)
  })

  it('keeps hooks that are switched off, idle', () => {
    expect(readOne({ command: 'x', enabled: false }).idle).toEqual({ why: 'disabled', detail: 'enabled is false' })
    const off = read({ enabled: false, PreToolUse: [{ hooks: [{ command: 'x' }] }] })
    expect(off.settings.enabled).toBe(false)
    expect(off.hooks[0]!.idle).toEqual({ why: 'disabled', detail: 'enabled is false for the whole configuration' })
  })

  it('keeps hooks of an untrusted file, idle', () => {
    const { hooks } = read(
      { Stop: [{ hooks: [{ command: 'x' }] }] },
      { layer: 'project', trusted: false, file: '/p/h.json' },
    )
    expect(hooks[0]!.idle).toEqual({ why: 'untrusted', detail: 'its file has not been approved' })
  })

  it('offers functions to those who write code, and to nobody else', () => {
    const complain = (context: object): string =>
      readBladeConfig({ Stop: 'x' }, { layer: 'config', trusted: true, ...context }).problems[0]!.message
    expect([complain({}), complain({ locate: () => ({ line: 1, column: 1 }) })]).toEqual([
      'Stop: found "x", expected a list of objects, or functions.',
      'Stop: found "x", expected a list of objects.',
    ])
  })

  it('reads the settings beside the hooks', () => {
    const { settings } = read({
      maxConcurrentHooks: 2,
      overrides: { guard: { enabled: false, timeout: '3s' } },
      permissions: { allow: ['Read'], deny: ['Bash(rm *)'] },
      guards: ['hookline:dangerous-commands', { use: 'hookline:secrets', except: ['env'] }],
    })
    expect(settings).toEqual({
      enabled: true,
      maxConcurrentHooks: 2,
      overrides: { guard: { enabled: false, timeout: '3s' } },
      permissions: { allow: ['Read'], ask: [], deny: ['Bash(rm *)'] },
      guards: [
        { use: 'hookline:dangerous-commands', except: [], place: { path: 'guards[0]' } },
        { use: 'hookline:secrets', except: ['env'], place: { path: 'guards[1]' } },
      ],
    })
  })

  it('B2.9 keeps a matcher on an event that has none from ever holding a hook back, and says so', () => {
    const { hooks, notices } = read({ Stop: [{ matcher: 'zzz', hooks: [{ command: 'x' }] }] })
    expect(hooks[0]!.matcher.test({ value: undefined })).toBe(true)
    expect(notices.map((notice) => notice.toJSON())).toEqual([
      {
        code: 'CONFIG_INVALID_VALUE',
        message: 'Stop has nothing that a matcher could test: the hooks run every time.',
        hint: 'Remove the matcher.',
        path: 'Stop[0].matcher',
      },
    ])
  })
})
