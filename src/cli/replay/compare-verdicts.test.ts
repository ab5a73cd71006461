import { describe, expect, it } from 'vitest'
import { HookEvent } from '../../protocol/event-types.ts'
import { type Change, compareVerdicts, type PresentVerdict } from './compare-verdicts.ts'
import type { PastVerdict } from './replay-event.ts'

const silent: PresentVerdict = {
  decision: null,
  reason: null,
  decidedBy: null,
  halt: null,
  failedOpen: [],
  failing: [],
}
const call = { event: HookEvent.PreToolUse, input: { toolInput: { command: 'ls' } } }

function compare(
  then: Partial<PastVerdict>,
  now: Partial<PresentVerdict>,
  about: Parameters<typeof compareVerdicts>[0] = call,
): Change[] {
  return compareVerdicts(about, { ...silent, knowledge: 'verdict', ...then }, { ...silent, ...now }).changes
}

const kindOf = (then: Partial<PastVerdict>, now: Partial<PresentVerdict>, about = call): unknown[] =>
  compare(then, now, about as never).map(({ kind, direction }) => [kind, direction])

describe('decisions', () => {
  const halt = { halt: { reason: 'over' } }
  const by = (decision: 'deny' | 'ask' | 'allow'): { decision: typeof decision } => ({ decision })

  it('are weaker or stricter by the order halt, deny, ask, none, allow', () => {
    expect(kindOf(by('deny'), {})).toEqual([['allowed', 'weaker']])
    expect(kindOf(by('deny'), by('ask'))).toEqual([['asked', 'weaker']])
    expect(kindOf(by('deny'), by('allow'))).toEqual([['allowed', 'weaker']])
    expect(kindOf(by('ask'), {})).toEqual([['allowed', 'weaker']])
    expect(kindOf({}, by('allow'))).toEqual([['allowed', 'weaker']])
    expect(kindOf(halt, by('deny'))).toEqual([['denied', 'weaker']])
    expect(kindOf({}, by('deny'))).toEqual([['denied', 'stricter']])
    expect(kindOf({}, halt)).toEqual([['denied', 'stricter']])
    expect(kindOf(by('allow'), by('ask'))).toEqual([['asked', 'stricter']])
    expect(kindOf(by('allow'), {})).toEqual([['unapproved', 'stricter']])
  })

  it('that are the same are no change, whoever decided', () => {
    expect(
      kindOf({ ...by('deny'), decidedBy: 'a', reason: 'no' }, { ...by('deny'), decidedBy: 'b', reason: 'no' }),
    ).toEqual([])
  })

  it('of events that cannot be allowed are not weakened by an allow', () => {
    expect(kindOf({}, by('allow'), { event: HookEvent.Stop, input: {} } as never)).toEqual([])
  })
})

it('tells another reason for the same decision', () => {
  expect(compare({ decision: 'deny', reason: 'a' }, { decision: 'deny', reason: 'b' })).toEqual([
    { kind: 'reason', direction: 'same' },
  ])
})

it('tells another rewrite, one that came and one that went, but none of a call that is denied', () => {
  const rewritten = { input: { command: 'ls -a' } }
  const change = (before: unknown, after: unknown): unknown => ({
    kind: 'rewrite',
    direction: 'same',
    of: 'input',
    before,
    after,
  })
  expect(compare(rewritten, {})).toEqual([change({ command: 'ls -a' }, { command: 'ls' })])
  expect(compare({}, rewritten)).toEqual([change({ command: 'ls' }, { command: 'ls -a' })])
  expect(compare({}, { input: { command: 'ls' } })).toEqual([])
  expect(kindOf({}, { ...rewritten, decision: 'deny' })).toEqual([['denied', 'stricter']])
})

it('tells gates that newly fail open as weaker, and other hooks that newly fail', () => {
  const open = { hook: 'guard', class: 'crash' } as const
  expect(compare({}, { failedOpen: [open], failing: ['guard', 'note'] })).toEqual([
    { kind: 'failedOpen', direction: 'weaker', hook: 'guard', class: 'crash' },
    { kind: 'failing', direction: 'same', hook: 'note' },
  ])
  expect(
    compare(
      { failedOpen: [{ ...open, hook: 'other-name' }], failing: ['other-name'] },
      { failedOpen: [open], failing: ['guard'] },
    ),
  ).toEqual([])
})

it('does not tell apart what differs only where a secret was hidden', () => {
  const then: PastVerdict = {
    ...silent,
    knowledge: 'verdict',
    decision: 'deny',
    reason: 'found [redacted:github-token]',
  }
  expect(compareVerdicts(call, then, { ...silent, decision: 'deny', reason: 'found a token' })).toEqual({
    changes: [],
    untold: ['the reason'],
  })
})

it('compares of a transcript only whether a hook stopped the call', () => {
  const outcome = { knowledge: 'outcome' } as const
  expect(compare(outcome, { decision: 'deny', reason: 'x' })).toEqual([{ kind: 'denied', direction: 'stricter' }])
  expect(compare({ ...outcome, decision: 'deny', reason: 'y' }, { decision: 'deny', reason: 'x' })).toEqual([])
  expect(compare({ ...outcome, decision: 'deny', reason: 'y' }, {})).toEqual([{ kind: 'allowed', direction: 'weaker' }])
  expect(compare(outcome, { decision: 'allow', input: { command: 'other' } })).toEqual([])
})
