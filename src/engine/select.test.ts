import { describe, expect, it } from 'vitest'
import { makeHook, makeInput, onlyHook } from '../../test/support/make-hook.ts'
import type { Hook } from '../protocol/hook.ts'
import { createHookIndex, matchValueOf } from './hook-index.ts'
import { selectHooks, testHook, wantsEvent } from './select.ts'

const nothing = (): undefined => undefined
const bash = makeInput('PreToolUse', { toolInput: { command: 'git push' } })

describe('testHook', () => {
  it.each<[string, Hook, string]>([
    ['a matcher', makeHook({}, 'PreToolUse', 'Write'), 'Write does not match "Bash"'],
    ['its condition', makeHook({ if: 'Bash(npm *)' }), 'if: '],
    ['being switched off', makeHook({ enabled: false }), 'disabled: enabled is false'],
  ])('says that %s keeps a hook from running', (_, hook, why) => {
    expect(testHook(hook, bash, nothing).why).toContain(why)
  })

  it('says what the session has against it', () => {
    expect(testHook(makeHook(), bash, () => 'disabled: for now').why).toBe('disabled: for now')
  })

  it('lets a hook run on what could not be understood, but knows it', () => {
    const hook = makeHook({ if: 'Bash(git *)' })
    expect(testHook(hook, bash, nothing)).toEqual({ why: undefined, complete: true })
    const odd = makeInput('PreToolUse', { toolInput: { command: '$CMD push' } })
    expect(testHook(hook, odd, nothing)).toEqual({ why: undefined, complete: false })
  })

  it('shows a hook the names of its own dialect', () => {
    const hook = onlyHook('kimi', {
      hooks: { before_tool: [{ name: 'x', command: 'true', matcher: { tool: 'Shell' } }] },
    })
    expect(testHook(hook, bash, nothing).why).toBe(undefined)
  })

  it('lets an absent or unknown value disarm no guard', () => {
    const hook = makeHook({}, 'SessionStart', 'startup')
    expect(testHook(hook, makeInput('SessionStart'), nothing).why).toBe(undefined)
  })
})

describe('the index', () => {
  it('finds the hooks of an event and value without the others, and remembers a bounded number of values', () => {
    const hooks = [
      makeHook({ id: 'a' }, 'PreToolUse', 'Bash'),
      makeHook({ id: 'b' }, 'PreToolUse', 'Write'),
      makeHook({ id: 'c' }, 'Stop'),
    ]
    const plan = createHookIndex(hooks).event('PreToolUse')!
    const idsFor = (value: string | undefined): string[] =>
      plan.forValue(value).stages.waited.flatMap((stage) => stage.hooks.map(({ id }) => id))
    expect([idsFor('Bash'), idsFor('Write'), idsFor('Read'), idsFor(undefined)]).toEqual([['a'], ['b'], [], ['a', 'b']])
    expect(plan.forValue('Read').empty).toBe(true)
    expect(plan.forValue('Bash')).toBe(plan.forValue('Bash'))
    for (let count = 0; count < 5000; count++) plan.forValue(`tool-${count}`)
    expect(idsFor('Bash')).toEqual(['a'])
  })

  it('keeps hooks that can never run for the record, not for the run', () => {
    const index = createHookIndex([makeHook({ id: 'off', enabled: false })])
    expect(index.event('PreToolUse')!.hooks).toHaveLength(1)
    expect(index.event('PreToolUse')!.forValue('Bash').empty).toBe(true)
    expect(index.event('Stop')).toBe(undefined)
  })

  it('knows no value of an event that matches nothing, nor one that is no text', () => {
    expect(matchValueOf('Stop', { toolName: 'x' })).toBe(undefined)
    expect(matchValueOf('PreToolUse', { toolName: 7 })).toBe(undefined)
    expect(matchValueOf('Notification', { notificationType: 'info' })).toBe('info')
  })
})

describe('selectHooks and wantsEvent', () => {
  it('choose the same hooks', () => {
    const hooks = [
      makeHook({ id: 'a' }),
      makeHook({ id: 'b' }, 'PreToolUse', 'Write'),
      makeHook({ id: 'c', async: true }),
    ]
    expect([...selectHooks(hooks, bash, nothing).keys()].map(({ id }) => id)).toEqual(['a', 'c'])
    const plan = (list: Hook[]) => createHookIndex(list).event('PreToolUse')
    expect(wantsEvent(plan(hooks), bash, nothing)).toBe(true)
    expect(wantsEvent(plan([hooks[2]!]), bash, nothing)).toBe(true)
    expect(wantsEvent(plan([hooks[1]!]), bash, nothing)).toBe(false)
    expect(wantsEvent(plan(hooks), bash, () => 'no')).toBe(false)
    expect(wantsEvent(undefined, bash, nothing)).toBe(false)
  })
})
