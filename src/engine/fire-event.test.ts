import { describe, expect, it } from 'vitest'
import { makeHook, makeInput } from '../../test/support/make-hook.ts'
import { systemClock } from '../base/system-clock.ts'
import { callbackHandler } from '../handlers/callback.ts'
import type { EventName } from '../protocol/event-types.ts'
import type { Hook } from '../protocol/hook.ts'
import type { ObservedStep } from '../protocol/ports.ts'
import type { Verdict } from '../protocol/verdict.ts'
import { fireEvent } from './fire-event.ts'
import { createHookIndex } from './hook-index.ts'

interface Fired {
  verdict: Verdict
  kept: Promise<unknown>[]
  alarms: ObservedStep[]
}

/** Fires through hooks whose commands answer what `answers` says for their id. */
async function fire(
  hooks: Hook[],
  answers: Record<string, unknown> = {},
  event: EventName = 'PreToolUse',
): Promise<Fired> {
  const kept: Promise<unknown>[] = []
  const alarms: ObservedStep[] = []
  const input = makeInput(event, event === 'PreToolUse' ? { toolInput: { a: 1, b: 1 } } : {})
  const verdict = await fireEvent(
    {
      plan: createHookIndex(hooks).event(event),
      input,
      refuses: () => undefined,
      keepAsync: (work) => void kept.push(work),
    },
    {
      handlers: {
        callback: callbackHandler,
        command: { run: ({ hook }) => ({ kind: 'value', value: answers[hook.id] }) },
      },
      clock: systemClock,
      observer: undefined,
      alarm: (step) => void alarms.push(step),
      session: { id: 's', projectDir: '/', hostEnv: {}, sessionEnv: {} },
      signal: undefined,
      maxConcurrent: 5,
      firing: 'f',
      nextExecutionId: () => 'r',
      claim: () => true,
    },
  )
  await Promise.all(kept)
  return { verdict, kept, alarms }
}

const command = (id: string, options: object = {}): Hook => makeHook({ id, ...options })
const callback = (id: string, answer: unknown): Hook => makeHook({ id, type: 'callback', callback: () => answer })
const rows = ({ runs }: Verdict): string[] =>
  runs.map((row) => `${row.hook} ${row.status}${row.recheck ? ' again' : ''}`)

describe('fireEvent', () => {
  it('gives an empty verdict when there is no hook', async () => {
    expect((await fire([])).verdict).toEqual({
      event: 'PreToolUse',
      decision: null,
      reason: null,
      decidedBy: null,
      changes: [],
      context: [],
      messages: [],
      env: {},
      warnings: [],
      halt: null,
      aborted: false,
      failedOpen: [],
      runs: [],
    })
  })

  it('shows each stage what the stages before it rewrote', async () => {
    const seen: unknown[] = []
    const look = (id: string, updatedInput: object): Hook =>
      makeHook({
        id,
        type: 'callback',
        callback: (input: { toolInput: object }) => {
          seen.push({ ...input.toolInput })
          return { updatedInput }
        },
      })
    const { verdict } = await fire([look('x', { a: 2 }), command('y'), look('z', { b: 3 })], {
      y: { updatedInput: { c: 9 } },
    })
    expect(seen).toEqual([
      { a: 1, b: 1 },
      { a: 2, b: 1, c: 9 },
    ])
    expect(verdict.input).toEqual({ a: 2, b: 3, c: 9 })
    expect(verdict.changes.map(({ path, by }) => `${path} ${by}`)).toEqual(['input.a x', 'input.c y', 'input.b z'])
  })

  it('looks again with the guards of a stage after one of them rewrote the input', async () => {
    const { verdict } = await fire([command('guard'), command('writer')], { writer: { updatedInput: { a: 5 } } })
    expect(rows(verdict)).toEqual(['guard ok', 'guard ok again', 'writer ok'])
  })

  it.each(['once', 'shadow', 'recheck'])('does not look again with a hook that is %s', async (option) => {
    const guard = command('guard', { [option]: option !== 'recheck' })
    const { verdict } = await fire([guard, command('writer')], { writer: { updatedInput: { a: 5 } } })
    expect(rows(verdict).filter((row) => row.endsWith('again'))).toEqual([])
  })

  it('ends the chain with a deny, and says so of those that did not run', async () => {
    const { verdict } = await fire([callback('a', { decision: 'deny', reason: 'no' }), callback('b', {}), command('c')])
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'no', decidedBy: 'a' })
    expect(verdict.runs.slice(1).map(({ why }) => why)).toEqual(['chain ended by a', 'chain ended by a'])
  })

  it('starts every matching async hook, also after a deny, and counts none', async () => {
    const background = [
      command('x', { async: true }),
      makeHook({ id: 'y', async: true, type: 'callback', callback: () => ({ decision: 'deny' }) }),
    ]
    const { verdict, kept } = await fire(
      [callback('a', { decision: 'ask' }), ...background, callback('b', { decision: 'deny', reason: 'b' })],
      {
        x: { decision: 'deny' },
      },
    )
    expect(kept).toHaveLength(2)
    expect(verdict).toMatchObject({ decision: 'deny', decidedBy: 'b' })
    expect(rows(verdict)).toEqual(['a ok', 'x async', 'y async', 'b blocked'])
  })

  it('halts with the first who said so, on events that cannot block too', async () => {
    const { verdict } = await fire(
      [callback('a', { action: 'abort', reason: 'over' }), callback('b', {})].map((hook) => ({
        ...hook,
        event: 'Notification' as const,
      })),
      {},
      'Notification',
    )
    expect(verdict).toMatchObject({ decision: null, halt: { reason: 'over' } })
    expect(rows(verdict)).toEqual(['a ok', 'b skipped'])
  })

  it('alarms of every gate that failed open, though nobody watches', async () => {
    const broken = makeHook({ id: 'a', type: 'callback', callback: () => Promise.reject(new Error('lost')) })
    const { alarms, verdict } = await fire([broken, command('b')], { b: { decision: 'perhaps' } })
    expect(verdict.failedOpen.map(({ hook }) => hook)).toEqual(['a', 'b'])
    expect(alarms).toMatchObject([
      { type: 'failedOpen', class: 'crash', message: 'lost' },
      { type: 'failedOpen', class: 'invalidOutput' },
    ])
  })
})
