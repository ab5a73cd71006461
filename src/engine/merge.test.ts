import { describe, expect, it } from 'vitest'
import { makeHook, makeInput } from '../../test/support/make-hook.ts'
import type { Hook } from '../protocol/hook.ts'
import type { Outcome } from '../protocol/outcome.ts'
import { failedOutcome, silentOutcome } from './create-outcome.ts'
import { concludeDecision, createMerged, mergeStage, type Run } from './merge.ts'

const seen = makeInput('PreToolUse', { toolInput: { a: 1, b: 1 } })
const hooks = ['h0', 'h1', 'h2', 'h3'].map((id) => makeHook({ id }))

function runOf(index: number, outcome: Partial<Outcome>, more: Partial<Run> = {}): Run {
  return {
    hook: hooks[index]!,
    outcome: { ...silentOutcome(), ...outcome },
    seen,
    ms: 1,
    recheck: false,
    complete: true,
    ...more,
  }
}

const rewrite = (value: Record<string, unknown>): Outcome['rewrite'] => ({ kind: 'input', value, conflicts: [] })
const order = (hook: Hook): number => hooks.indexOf(hook)

describe('mergeStage', () => {
  it('joins contexts, messages and variables in configuration order', () => {
    const merged = createMerged(seen)
    mergeStage(merged, [
      runOf(0, { context: ['c0'], messages: ['m0'], env: { A: '0', B: '0' } }),
      runOf(1, { context: ['c1'], messages: ['m1'], env: { A: '1' } }),
    ])
    expect(merged).toMatchObject({ context: ['c0', 'c1'], messages: ['m0', 'm1'], env: { A: '1', B: '0' } })
  })

  it('warns of a failure with what can be done about it', () => {
    const merged = createMerged(seen)
    mergeStage(merged, [
      runOf(0, { ...failedOutcome('spawn', 'x was not found'), hint: 'check the path' }),
      runOf(1, failedOutcome('crash', 'boom')),
    ])
    expect(merged.warnings).toEqual(['h0: x was not found (check the path)', 'h1: boom'])
  })

  it('takes nothing of a shadow hook, not even its failure', () => {
    const shadow = makeHook({ id: 'shadow', shadow: true, onFailure: 'deny' })
    const merged = createMerged(seen)
    mergeStage(merged, [
      runOf(
        0,
        { decision: 'deny', reason: 'x', context: ['c'], rewrite: rewrite({ a: 2 }), halt: { reason: 'x' } },
        { hook: shadow },
      ),
      runOf(0, failedOutcome('crash', 'x'), { hook: shadow }),
    ])
    expect(merged).toEqual(createMerged(seen))
  })

  it('takes only deny and ask of a recheck', () => {
    const merged = createMerged(seen)
    const again = { recheck: true }
    mergeStage(merged, [
      runOf(
        0,
        { decision: 'allow', context: ['c'], messages: ['m'], rewrite: rewrite({ a: 9 }), halt: { reason: 'x' } },
        again,
      ),
      runOf(1, { decision: 'ask', reason: 'look' }, again),
    ])
    expect(merged).toMatchObject({ context: [], messages: [], changes: [], halt: null, endedBy: null })
    expect(concludeDecision(merged, order)).toEqual({ decision: 'ask', reason: 'look', decidedBy: 'h1' })
  })

  it('does not count an allow or a rewrite whose condition was not understood in full, but a deny', () => {
    const merged = createMerged(seen)
    mergeStage(merged, [runOf(0, { decision: 'allow', rewrite: rewrite({ a: 2, b: 1 }) }, { complete: false })])
    expect(concludeDecision(merged, order).decision).toBe(null)
    expect(merged.changes).toEqual([])
    expect(merged.warnings).toHaveLength(2)
    mergeStage(merged, [runOf(1, { decision: 'deny', reason: 'no' }, { complete: false })])
    expect(concludeDecision(merged, order)).toEqual({ decision: 'deny', reason: 'no', decidedBy: 'h1' })
  })

  it('ends the chain with a deny, a halt and a skip, and names the first who did', () => {
    for (const outcome of [{ decision: 'deny' as const }, { halt: { reason: 'x' } }, { endsChain: true }]) {
      const merged = createMerged(seen)
      mergeStage(merged, [runOf(0, {}), runOf(1, outcome), runOf(2, outcome)])
      expect(merged.endedBy).toBe('h1')
    }
  })
})

describe('concludeDecision', () => {
  it('gives the first of the strictest in configuration order, whatever the order of stages', () => {
    const merged = createMerged(seen)
    mergeStage(merged, [
      runOf(3, { decision: 'deny', reason: 'third' }),
      runOf(1, { decision: 'deny', reason: 'first' }),
    ])
    mergeStage(merged, [runOf(0, { decision: 'ask', reason: 'asks' })])
    expect(concludeDecision(merged, order)).toEqual({ decision: 'deny', reason: 'first', decidedBy: 'h1' })
  })

  it.each([
    ['the input it saw', rewrite({ a: 1, b: 1 }), 'allow'],
    ['the input it returned', null, 'allow'],
  ])('an allow holds for %s', (_, own, decision) => {
    const merged = createMerged(seen)
    mergeStage(merged, [runOf(0, { decision: 'allow', rewrite: own })])
    expect(concludeDecision(merged, order).decision).toBe(decision)
  })

  it('an allow is void after any other rewrite, and that is told', () => {
    const merged = createMerged(seen)
    mergeStage(merged, [runOf(0, { decision: 'allow', rewrite: rewrite({ a: 2, b: 1 }) })])
    mergeStage(merged, [runOf(1, { rewrite: rewrite({ a: 1, b: 3 }) })])
    expect(concludeDecision(merged, order)).toEqual({ decision: null, reason: null, decidedBy: null })
    expect(merged.warnings).toEqual(['h0: its allow is void, the input was rewritten after it'])
  })

  it('an ask and a deny hold whatever is rewritten', () => {
    const merged = createMerged(seen)
    mergeStage(merged, [runOf(0, { decision: 'ask', reason: 'look' })])
    mergeStage(merged, [runOf(1, { rewrite: rewrite({ a: 5, b: 1 }), decision: 'allow' })])
    expect(concludeDecision(merged, order).decision).toBe('ask')
  })
})
