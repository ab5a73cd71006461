import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HooksConfig } from '../protocol/native-config.ts'
import type { ObservedStep } from '../protocol/ports.ts'
import { createHooks } from './create-hooks.ts'

const call = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls' } }

describe('wants', () => {
  const entry = fc.record({
    event: fc.constantFrom('PreToolUse', 'PostToolUse', 'Notification', 'Stop', 'SessionStart'),
    matcher: fc.constantFrom(undefined, '*', 'Bash', 'Edit|Write', 'mcp__.*', 'info', 'startup'),
    if: fc.constantFrom(undefined, 'Bash(git *)', 'Write(src/**)'),
    async: fc.boolean(),
    once: fc.boolean(),
    shadow: fc.boolean(),
    enabled: fc.constantFrom(true, true, true, false),
    disabled: fc.constantFrom(false, false, false, true),
  })
  const input = fc.oneof(
    fc.record({
      event: fc.constantFrom('PreToolUse', 'PostToolUse'),
      fields: fc.record({
        toolName: fc.constantFrom('Bash', 'Write', 'mcp__x__y', 'Read'),
        toolUseId: fc.constant('c1'),
        toolInput: fc.constantFrom({ command: 'git push' }, { command: 'ls' }, { file_path: 'src/a' }, {}),
        toolOutput: fc.constant('x'),
      }),
    }),
    fc.record({
      event: fc.constant('Notification'),
      fields: fc.record({ notificationType: fc.constantFrom('info', 'error'), message: fc.constant('x') }),
    }),
    fc.record({ event: fc.constant('Stop'), fields: fc.constant({ stopReason: 'x', stepCount: 1 }) }),
    fc.record({
      event: fc.constant('SessionStart'),
      fields: fc.record({ source: fc.constantFrom('startup', 'clear', 'fork') }),
    }),
  )

  it('agrees with fire, event after event, and runs nothing itself', async () => {
    const seen = { wanted: 0, unwanted: 0 }
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 4 }),
        fc.array(input, { minLength: 1, maxLength: 4 }),
        async (entries, inputs) => {
          let ran = 0
          const config: Record<string, unknown[]> = {}
          entries.forEach(({ event, matcher, if: condition, disabled: _, ...options }, index) => {
            const hook = {
              id: `h${index}`,
              type: 'callback',
              callback: () => void ran++,
              ...(condition && event.endsWith('ToolUse') && { if: condition }),
              ...options,
            }
            config[event] ??= []
            config[event].push({ ...(matcher && { matcher }), hooks: [hook] })
          })
          const hooks = await createHooks(config as HooksConfig, { observer: () => {} })
          const session = hooks.session()
          entries.forEach(({ disabled }, index) => void (disabled && session.disable(`h${index}`)))
          for (const { event, fields } of inputs) {
            const before = ran
            const wanted: unknown = session.wants(event as 'PreToolUse', fields as never)
            expect([typeof wanted, ran]).toEqual(['boolean', before])
            await session.fire(event as 'PreToolUse', fields as never)
            await session.drain()
            expect(ran > before).toBe(wanted)
            seen[wanted ? 'wanted' : 'unwanted']++
          }
        },
      ),
      { numRuns: 500 },
    )
    expect(Math.min(seen.wanted, seen.unwanted)).toBeGreaterThan(30)
  })

  it('is true for a call that a rule decides, though there is no hook', async () => {
    const permissions = { deny: ['Bash(rm *)'], ask: ['Write'], allow: ['Read'] }
    const session = (await createHooks({ permissions })).session()
    const calls = [
      { toolName: 'Bash', toolInput: { command: 'rm x' } },
      { toolName: 'Write', toolInput: { file_path: 'a', content: '' } },
      { toolName: 'Read', toolInput: { file_path: 'a' } },
      { toolName: 'Bash', toolInput: { command: 'ls' } },
    ]
    const wanted = calls.map((fields) => session.wants('PreToolUse', { toolUseId: 'c1', ...fields }))
    const fired = await Promise.all(calls.map((fields) => session.fire('PreToolUse', { toolUseId: 'c1', ...fields })))
    expect(fired.map(({ decision }) => decision)).toEqual(['deny', 'ask', 'allow', null])
    expect(wanted).toEqual([true, true, true, false])
    expect(session.wants('PermissionRequest', { toolUseId: 'c1', ...calls[0]! })).toBe(false)
  })

  it('is false for an event without hooks and for one that nobody knows', async () => {
    const session = (await createHooks({})).session()
    expect(session.wants('PreToolUse', call)).toBe(false)
    expect(session.wants('Nothing' as 'PreToolUse', call)).toBe(false)
  })
})

describe('fire', () => {
  it('rejects an unknown event and an input that does not fit, naming the field', async () => {
    const session = (await createHooks({})).session()
    await expect(session.fire('Nothing' as 'PreToolUse', call)).rejects.toMatchObject({ code: 'EVENT_UNKNOWN' })
    await expect(session.fire('PreToolUze' as 'PreToolUse', call)).rejects.toMatchObject({
      code: 'EVENT_UNKNOWN',
      hint: 'Did you mean "PreToolUse"? `hookline events` lists them all.',
    })
    await expect(session.fire('PreToolUse', { ...call, toolName: 7 } as never)).rejects.toThrow('toolName')
    await expect(session.fire('PreToolUse', null as never)).rejects.toThrow('does not fit: it is null')
  })

  it('shows hooks a deeply nested tool input whole, and refuses one that it could not show', async () => {
    const nest = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
    const hooks = await createHooks({ PreToolUse: [{ hooks: [{ command: 'tr -cd "[" | wc -c >&2; exit 2' }] }] })
    const fire = (x: unknown) => hooks.session().fire('PreToolUse', { ...call, toolInput: { x } })
    expect((await fire(nest(900))).reason?.trim()).toBe('900')
    const endless: unknown[] = []
    endless.push(endless)
    for (const x of [nest(3000), nest(20_000), endless, 1n])
      await expect(fire(x)).rejects.toMatchObject({
        code: 'EVENT_INVALID_INPUT',
        message: expect.stringContaining('toolInput'),
      })
    await hooks.close()
  })

  it('gives every run an id of its own, also to callbacks that share an input, and for those who read it later', async () => {
    const read: unknown[] = []
    const kept: { hookExecutionId?: unknown }[] = []
    const note = (input: { hookExecutionId?: unknown }): void => {
      read.push(input.hookExecutionId)
      kept.push(input)
    }
    const session = (await createHooks({ PreToolUse: [note, note, note] as never })).session()
    await session.fire('PreToolUse', call)
    await session.fire('PreToolUse', call)
    expect(new Set(read).size).toBe(6)
    expect(read.every((id) => typeof id === 'string' && id !== '')).toBe(true)
    expect(kept.map(({ hookExecutionId }) => hookExecutionId)).toEqual(read)
  })

  it('tells the observer of every step in order, with the status message while the hook runs', async () => {
    const steps: string[] = []
    const note = (step: ObservedStep): void => {
      const about = 'hook' in step ? ` ${step.hook.id}` : ''
      steps.push(`${step.type}${about}${step.type === 'hookStart' ? ` ${step.statusMessage}` : ''}`)
    }
    const hook = {
      type: 'callback' as const,
      id: 'h',
      statusMessage: 'checking',
      callback: () => void steps.push('runs'),
    }
    const hooks = await createHooks({ PreToolUse: [{ hooks: [hook] }] }, { observer: note })
    await hooks.session().fire('PreToolUse', call)
    expect(steps).toEqual(['eventStart', 'hookStart h checking', 'runs', 'hookEnd h', 'eventEnd'])
  })
})

describe('disable', () => {
  it('switches a hook off for this session only, and on again', async () => {
    const hooks = await createHooks({
      PreToolUse: [{ hooks: [{ type: 'callback', id: 'h', callback: () => ({ decision: 'deny' }) }] }],
    })
    const [one, other] = [hooks.session(), hooks.session()]
    one.disable('h')
    expect((await one.fire('PreToolUse', call)).runs).toMatchObject([
      { status: 'skipped', why: 'disabled: switched off for this session' },
    ])
    expect((await other.fire('PreToolUse', call)).decision).toBe('deny')
    one.enable('h')
    expect((await one.fire('PreToolUse', call)).decision).toBe('deny')
  })
})

describe('end', () => {
  it('fires SessionEnd and waits for hooks that nobody waited for, a bounded time', async () => {
    const done: string[] = []
    const hooks = await createHooks({
      PreToolUse: [
        { hooks: [{ type: 'callback', async: true, callback: () => sleep(50).then(() => void done.push('async')) }] },
      ],
      SessionEnd: [(input) => void done.push(String(input['reason']))],
    })
    const session = hooks.session()
    await session.fire('PreToolUse', call)
    expect(done).toEqual([])
    expect((await session.end('logout')).event).toBe('SessionEnd')
    expect(done).toEqual(['logout', 'async'])
  })

  it('says when something is left', async () => {
    const hang = {
      type: 'callback' as const,
      async: true,
      callback: () => new Promise<never>(() => {}),
      timeout: '10s',
    }
    const session = (await createHooks({ PreToolUse: [{ hooks: [hang] }] })).session()
    await session.fire('PreToolUse', call)
    expect(await session.drain(20)).toBe(false)
  })
})

describe('child', () => {
  it('names its agent in every event and shares everything else with its session', async () => {
    const seen: Record<string, unknown>[] = []
    const take = (input: object): void => void seen.push({ ...input })
    const hooks = await createHooks({
      SessionStart: [() => ({ hookSpecificOutput: { env: { MADE: 'here' } } })],
      PreToolUse: [
        take,
        { hooks: [{ id: 'once', type: 'callback', once: true, callback: take }] },
        { hooks: [{ id: 'off', type: 'callback', callback: () => ({ decision: 'deny' as const }) }] },
      ],
      PostToolUse: [take],
    })
    const session = hooks.session({ permissionMode: 'yolo' })
    const agent = { agentId: 'a1', agentType: 'Explore', parentAgentId: 'main' }
    const child = session.child(agent)
    await child.fire('SessionStart', { source: 'compact', isResume: false })
    session.disable('off')
    expect((await child.tool({ name: 'Bash', input: {} }, () => 'ran')).status).toBe('ok')
    await session.fire('PreToolUse', call)
    expect(session.env()).toEqual({ MADE: 'here' })
    expect(
      seen.map(({ event, agentId, agentType, parentAgentId }) => [event, agentId, agentType, parentAgentId]),
    ).toEqual([
      ['PreToolUse', 'a1', 'Explore', 'main'],
      ['PreToolUse', 'a1', 'Explore', 'main'],
      ['PostToolUse', 'a1', 'Explore', 'main'],
      ['PreToolUse', undefined, undefined, undefined],
    ])
    session.setPermissionMode('plan')
    expect(child.permissionMode).toBe('plan')
  })
})
