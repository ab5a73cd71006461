import { describe, expect, it } from 'vitest'
import { makeHook } from '../../test/support/make-hook.ts'
import { failureClasses, failurePolicies } from '../protocol/failure.ts'
import { applyPolicy, isGate } from './apply-policy.ts'
import { failedOutcome, silentOutcome } from './create-outcome.ts'

describe('applyPolicy', () => {
  const cells = failureClasses.flatMap((name) => failurePolicies.map((policy) => [name, policy] as const))

  it.each(cells)('a gate that failed by %s under %s', (name, policy) => {
    const hook = makeHook({ onFailure: { [name]: policy } })
    expect(applyPolicy(hook, failedOutcome(name, 'broken'))).toEqual(
      policy === 'ignore' ? { decision: null, reason: null, failedOpen: name } : { decision: policy, reason: 'broken' },
    )
  })

  it('keeps an explicit deny beside a failure', () => {
    const outcome = { ...failedOutcome('crash', 'broken'), decision: 'deny' as const, reason: 'no' }
    expect(applyPolicy(makeHook({ onFailure: 'ignore' }), outcome)).toEqual({ decision: 'deny', reason: 'no' })
  })

  it('turns ask into deny where nobody can be asked', () => {
    const hook = makeHook({ onFailure: 'ask' }, 'UserPromptSubmit')
    expect(applyPolicy(hook, failedOutcome('crash', 'broken')).decision).toBe('deny')
  })

  it.each([
    ['an event that cannot block', makeHook({ onFailure: 'deny' }, 'Notification')],
    ['a shadow', makeHook({ onFailure: 'deny', shadow: true })],
    ['a hook that nobody waits for', makeHook({ onFailure: 'deny', async: true })],
  ])('lets the failure of %s change nothing', (_, hook) => {
    expect(isGate(hook)).toBe(false)
    expect(applyPolicy(hook, failedOutcome('crash', 'broken'))).toEqual({ decision: null, reason: null })
  })

  it('passes on what was answered or cancelled', () => {
    const hook = makeHook({ onFailure: 'deny' })
    expect(applyPolicy(hook, { ...silentOutcome(), decision: 'allow', reason: 'ok' })).toEqual({
      decision: 'allow',
      reason: 'ok',
    })
    expect(applyPolicy(hook, { ...silentOutcome(), status: 'cancelled' })).toEqual({ decision: null, reason: null })
  })
})
