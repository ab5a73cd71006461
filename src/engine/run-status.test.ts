import { describe, expect, it } from 'vitest'
import { makeHook, makeInput } from '../../test/support/make-hook.ts'
import type { Outcome } from '../protocol/outcome.ts'
import { failedOutcome, silentOutcome } from './create-outcome.ts'
import type { Run } from './merge.ts'
import { rowOfIdle, rowOfRun, runStatus } from './run-status.ts'

const runOf = (outcome: Partial<Outcome>, hook = makeHook({ id: 'h', onFailure: 'deny' })): Run => ({
  hook,
  outcome: { ...silentOutcome(), ...outcome },
  seen: makeInput(),
  ms: 3,
  recheck: false,
  complete: true,
})

describe('runStatus', () => {
  it.each<[string, Run]>([
    ['ok', runOf({})],
    ['ok', runOf({ decision: 'ask' })],
    ['blocked', runOf({ decision: 'deny' })],
    ['failed', runOf(failedOutcome('crash', 'x'))],
    ['blocked', runOf({ ...failedOutcome('crash', 'x'), decision: 'deny' })],
    ['timeout', runOf(failedOutcome('timeout', 'x'))],
    ['cancelled', runOf({ status: 'cancelled' })],
    ['shadow', runOf({ decision: 'deny' }, makeHook({ shadow: true }))],
  ])('is %s', (status, run) => {
    expect(runStatus(run)).toBe(status)
  })
})

describe('rows', () => {
  it('tell how a run ended and what it decided by its policy', () => {
    const run = runOf({ ...failedOutcome('signal', 'killed'), exitCode: null, signal: 'SIGKILL' })
    expect(rowOfRun(run)).toEqual({
      hook: 'h',
      source: 'code',
      handler: 'command',
      status: 'failed',
      why: 'killed',
      class: 'signal',
      exitCode: null,
      signal: 'SIGKILL',
      ms: 3,
      decision: 'deny',
    })
  })

  it('mark a recheck, and tell why a hook did not run', () => {
    expect(rowOfRun({ ...runOf({ decision: 'ask', reason: 'look' }), recheck: true })).toMatchObject({
      recheck: true,
      why: 'look',
    })
    expect(rowOfIdle(makeHook({ id: 'h' }), 'skipped', 'if: no')).toEqual({
      hook: 'h',
      source: 'code',
      handler: 'command',
      status: 'skipped',
      why: 'if: no',
      ms: 0,
    })
  })
})
