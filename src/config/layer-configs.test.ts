import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bladeEvents } from '../dialects/blade/names.ts'
import { readConfig } from '../dialects/index.ts'
import { type FailurePolicy, failureClasses, failurePolicies } from '../protocol/failure.ts'
import type { Hook } from '../protocol/hook.ts'
import { nativeConfigShape } from '../protocol/native-config-shape.ts'
import type { Layer } from '../protocol/source.ts'
import { type LayeredConfig, type LayerReading, layerConfigs } from './layer-configs.ts'

interface File {
  layer: Layer
  config: object
  trusted?: boolean
  first?: boolean
}

function layer(files: readonly File[]): LayeredConfig {
  const readings = files.map(({ layer, config, trusted = true, first }, index): LayerReading => {
    const reading = readConfig('blade', config, { layer, trusted, file: `/${layer}${index}.json` })
    expect(reading.problems).toEqual([])
    return { layer, reading, ...(first && { first }) }
  })
  return layerConfigs(readings, '/project')
}

const guard = (id: string, options: object = {}): object => ({
  PreToolUse: [{ hooks: [{ id, command: `check-${id}`, ...options }] }],
})
const fates = ({ hooks }: LayeredConfig): string[] =>
  hooks.map(({ id, idle }) => (idle ? `${id} ${idle.why}: ${idle.detail}` : id))

const everyLayer: Layer[] = ['managed', 'user', 'project', 'local', 'config', 'code']

describe('hook lists', () => {
  it('append in the order of layers, however the files were found', () => {
    const files = everyLayer.map((name) => ({ layer: name, config: guard(name) }))
    expect(fates(layer(files.toReversed()))).toEqual(everyLayer)
  })

  it('begin with hooks that are to run first', () => {
    const typed = { layer: 'code' as const, config: guard('typed'), first: true }
    expect(fates(layer([{ layer: 'managed', config: guard('m') }, typed]))).toEqual(['typed', 'm'])
  })

  it('keep ids apart, also from ids that look like the ones made up', () => {
    const files = (['managed', 'user', 'config', 'code'] as const).map((name) => ({
      layer: name,
      config: guard(name === 'user' ? 'a~2' : 'a', { command: name }),
    }))
    expect(fates(layer(files))).toEqual(['a', 'a~2', 'a~3', 'a~4'])
  })

  it('leave an id to the hook of the owner, although a project used it first', () => {
    const files = (['project', 'code'] as const).map((name) => ({ layer: name, config: guard('a', { command: name }) }))
    expect(layer(files).hooks.map(({ id, source }) => `${source.layer} ${id}`)).toEqual(['project a~2', 'code a'])
  })
})

describe('enabled: false', () => {
  it.each(['managed', 'project', 'local', 'config'] as const)('in a %s file switches off that file', (off) => {
    const files = everyLayer.map((name) => ({
      layer: name,
      config: { ...guard(name), ...(name === off && { enabled: false }) },
    }))
    expect(fates(layer(files))).toEqual(
      everyLayer.map((name) =>
        name === off ? `${name} disabled: enabled is false for the whole configuration` : name,
      ),
    )
  })

  it.each(['user', 'code'] as const)('from %s switches off all but managed hooks and guards', (off) => {
    const files = everyLayer.map((name) => ({
      layer: name,
      config: { ...guard(name), guards: ['dangerous-commands'], ...(name === off && { enabled: false }) },
    }))
    const layered = layer(files)
    expect(layered.hooks.filter((hook) => hook.idle === undefined).map(({ id }) => id)).toEqual(['managed'])
    expect(layered.guards.map((use) => use.layer)).toEqual(['managed'])
  })
})

describe('overrides', () => {
  const change = (changes: object): object => ({ overrides: { target: changes } })

  it.each(['user', 'code'] as const)('from %s change a hook of any other layer', (from) => {
    const { hooks } = layer([
      { layer: 'project', config: guard('target') },
      { layer: from, config: change({ shadow: true, timeout: 7 }) },
    ])
    expect(hooks).toMatchObject([{ id: 'target', shadow: true, timeoutMs: 7000 }])
  })

  it.each(['managed', 'project', 'local', 'config'] as const)('from a %s file are ignored and announced', (from) => {
    const { hooks, notices } = layer([
      { layer: 'user', config: guard('target') },
      { layer: from, config: change({ enabled: false, shadow: true, timeout: 1 }) },
    ])
    expect(hooks.filter(({ id }) => id === 'target')).toMatchObject([{ shadow: false, timeoutMs: 60_000 }])
    expect(hooks.every((hook) => hook.idle === undefined)).toBe(true)
    expect(notices.map(({ message }) => message)).toEqual([
      `"overrides" in a ${from} file was ignored: such a file can only tighten`,
    ])
  })

  it('never switch a managed hook off, make it a shadow or take its time', () => {
    const files = [
      { layer: 'managed' as const, config: guard('target', { timeout: 30 }) },
      { layer: 'code' as const, config: change({ enabled: false, shadow: true, timeout: '1ms' }) },
    ]
    const { hooks } = layer(files)
    expect(hooks).toMatchObject([{ shadow: false, timeoutMs: 30_000 }])
    expect(hooks[0]!.idle).toBe(undefined)
  })

  it('may give a managed hook more time', () => {
    const { hooks } = layer([
      { layer: 'managed', config: guard('target', { timeout: 30 }) },
      { layer: 'user', config: change({ timeout: 90 }) },
    ])
    expect(hooks).toMatchObject([{ timeoutMs: 90_000 }])
  })

  it('switch a hook on that its own file switched off', () => {
    const { hooks } = layer([
      { layer: 'project', config: guard('target', { enabled: false }) },
      { layer: 'user', config: change({ enabled: true }) },
    ])
    expect(hooks[0]!.idle).toBe(undefined)
  })

  it('switching a hook on is not approving its file', () => {
    const { hooks } = layer([
      { layer: 'project', config: guard('target', { enabled: false }), trusted: false },
      { layer: 'user', config: change({ enabled: true }) },
    ])
    expect(hooks).toMatchObject([{ idle: { why: 'untrusted' } }])
  })
})

describe('permissions and concurrency', () => {
  it('project files may forbid and ask, never allow', () => {
    const rules = (name: string): object => ({
      permissions: { allow: [`Read(${name})`], ask: [`Write(${name})`], deny: [`Bash(${name})`] },
    })
    const { permissions, notices } = layer(everyLayer.map((name) => ({ layer: name, config: rules(name) })))
    const own = ['managed', 'user', 'config', 'code']
    expect(permissions).toEqual({
      allow: own.map((name) => `Read(${name})`),
      ask: everyLayer.map((name) => `Write(${name})`),
      deny: everyLayer.map((name) => `Bash(${name})`),
    })
    expect(notices).toHaveLength(2)
  })

  it('the nearest layer says how many run at once, project files only fewer', () => {
    const many = (count: number): object => ({ maxConcurrentHooks: count })
    expect(layer([]).maxConcurrentHooks).toBe(5)
    expect(layer([{ layer: 'project', config: many(50) }]).maxConcurrentHooks).toBe(5)
    expect(layer([{ layer: 'project', config: many(2) }]).maxConcurrentHooks).toBe(2)
    expect(
      layer([
        { layer: 'user', config: many(9) },
        { layer: 'project', config: many(3) },
        { layer: 'code', config: many(7) },
      ]).maxConcurrentHooks,
    ).toBe(7)
  })
})

describe('A3 a project file can only tighten', () => {
  const policy = fc.constantFrom(...failurePolicies)
  const id = fc.constantFrom('a', 'b', 'c', 'dangerous-commands')
  const rule = fc.constantFrom('Bash', 'Write(src/**)', 'Bash(rm *)')
  const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
    fc.option(arbitrary, { nil: undefined })
  const settings = {
    enabled: optional(fc.boolean()),
    defaultTimeout: optional(fc.constantFrom(1, 30, 600, '1ms')),
    timeoutBehavior: optional(policy),
    failureBehavior: optional(policy),
    strict: optional(fc.boolean()),
    maxConcurrentHooks: optional(fc.integer({ min: 1, max: 20 })),
    protect: optional(
      fc.oneof(fc.boolean(), fc.record({ except: fc.subarray(['a/**', 'b/**']) }, { requiredKeys: [] })),
    ),
    overrides: optional(
      fc.dictionary(
        id,
        fc.record(
          { enabled: fc.boolean(), shadow: fc.boolean(), timeout: fc.constantFrom(1, 90) },
          { requiredKeys: [] },
        ),
        { maxKeys: 2 },
      ),
    ),
    permissions: optional(
      fc.record({ allow: fc.array(rule), ask: fc.array(rule), deny: fc.array(rule) }, { requiredKeys: [] }),
    ),
    guards: optional(
      fc.array(
        fc.oneof(
          fc.constant('dangerous-commands'),
          fc.record({
            use: fc.constant('dangerous-commands'),
            except: fc.subarray(['recursive-delete-protected', 'write-disk', 'fork-bomb']),
          }),
        ),
        { maxLength: 2 },
      ),
    ),
  }
  const entry = fc.record(
    {
      id,
      command: fc.constantFrom('check-a', 'check-b', './guard.sh'),
      async: fc.boolean(),
      shadow: fc.boolean(),
      once: fc.boolean(),
      recheck: fc.boolean(),
      enabled: fc.boolean(),
      timeout: fc.constantFrom(1, 90),
      onFailure: policy,
    },
    { requiredKeys: ['command'] },
  )
  const groups = fc.array(
    fc.record({
      matcher: fc.constantFrom('Bash', 'Write', '*', 'mcp__.*'),
      hooks: fc.array(entry, { minLength: 1, maxLength: 2 }),
    }),
    { maxLength: 3 },
  )
  const config = fc
    .record({ ...settings, PreToolUse: optional(groups.map(dropRepeatedIds)) })
    .map((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))
  const file = (...names: Layer[]): fc.Arbitrary<File> =>
    fc.record({ layer: fc.constantFrom(...names), config, trusted: fc.constant(true) })
  const projectFile = fc.record({
    layer: fc.constantFrom<Layer>('project', 'local'),
    config,
    trusted: fc.boolean(),
  })

  it('whatever both say, for every key there is', () => {
    const generated = ['$schema', 'version', ...Object.keys(settings), 'PreToolUse']
    const keys = Object.keys(nativeConfigShape()).filter((key) => !bladeEvents.has(key) || key === 'PreToolUse')
    expect(keys.toSorted()).toEqual(generated.toSorted())
    let compared = 0
    fc.assert(
      fc.property(fc.array(file('managed', 'user', 'config', 'code'), { maxLength: 3 }), projectFile, (own, added) => {
        const before = layer(own)
        const after = layer([...own, added])
        compared += before.hooks.length
        expect(looser(before, after)).toEqual([])
      }),
      { numRuns: 2000 },
    )
    expect(compared).toBeGreaterThan(500)
  })

  // Within one file an id stands once.
  function dropRepeatedIds<E extends { id?: string }, G extends { hooks: E[] }>(given: G[]): object[] {
    const seen = new Set<string>()
    const once = ({ id, ...rest }: E): object => {
      if (id === undefined || seen.has(id)) return rest
      seen.add(id)
      return { id, ...rest }
    }
    return given.map((group) => ({ ...group, hooks: group.hooks.map(once) }))
  }

  function looser(before: LayeredConfig, after: LayeredConfig): string[] {
    const wrong: string[] = []
    const check = (what: string, holds: boolean): void => void (holds || wrong.push(what))
    for (const hook of before.hooks.filter(({ idle }) => idle === undefined)) {
      const now = after.hooks.find((other) => isSame(other, hook))
      check(`${hook.id} is there`, now !== undefined)
      if (now) checkHook(hook, now, check)
    }
    check(
      'allow',
      after.permissions.allow.every((rule) => before.permissions.allow.includes(rule)),
    )
    check(
      'ask',
      before.permissions.ask.every((rule) => after.permissions.ask.includes(rule)),
    )
    check(
      'deny',
      before.permissions.deny.every((rule) => after.permissions.deny.includes(rule)),
    )
    check('maxConcurrentHooks', after.maxConcurrentHooks <= before.maxConcurrentHooks)
    check('protect', !before.protect.on || after.protect.on === true)
    check(
      'exceptions',
      after.protect.except.every((glob) => before.protect.except.includes(glob)),
    )
    check(
      'guards',
      before.guards.every((use) => after.guards.some((other) => JSON.stringify(other) === JSON.stringify(use))),
    )
    return wrong
  }

  function isSame(a: Hook, b: Hook): boolean {
    return a.source.file === b.source.file && a.source.path === b.source.path && a.source.layer === b.source.layer
  }

  function checkHook(before: Hook, after: Hook, check: (what: string, holds: boolean) => void): void {
    const rank = (policy: FailurePolicy): number => failurePolicies.indexOf(policy)
    check(`${before.id} runs`, after.idle === undefined)
    check(`${before.id} is counted`, before.shadow || !after.shadow)
    check(`${before.id} is waited for`, before.async || !after.async)
    check(`${before.id} runs again`, before.once || !after.once)
    check(`${before.id} rechecks`, !before.recheck || after.recheck)
    check(`${before.id} has its time`, after.timeoutMs >= before.timeoutMs)
    for (const name of failureClasses)
      check(`${before.id} ${name}`, rank(after.onFailure[name]) >= rank(before.onFailure[name]))
    for (const value of ['Bash', 'Write', 'Read', 'mcp__x', undefined])
      check(`${before.id} matches ${value}`, !before.matcher.test({ value }) || after.matcher.test({ value }))
  }
})
