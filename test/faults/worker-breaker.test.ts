import { describe, expect, it } from 'vitest'
import { ask, fixture, openWorker, summarize } from './worker-hooks.ts'

describe('a worker hook with a breaker', () => {
  it.each([
    ['deny', { decision: 'deny', failedOpen: [] }],
    ['ignore', { decision: null, failedOpen: [{ hook: 'guard', class: 'crash' }] }],
  ] as const)('that keeps failing is shown, and its owner chose %s', async (onFailure, expected) => {
    const breaker = { failures: 2, cooldown: '60s' }
    const { session, steps } = await openWorker(fixture('answers.ts'), { onFailure, breaker })
    for (let times = 0; times < 2; times++) await ask(session, 'throw')
    expect(summarize(await ask(session, 'allow'))).toMatchObject({
      ...expected,
      status: 'failed',
      class: 'crash',
      why: expect.stringMatching(/^not tried: its breaker is open after 2 bad runs in a row/),
    })
    const notices = steps.filter((step) => step.type === 'notice').map((step) => step.code)
    expect(notices).toEqual(['HOOK_BREAKER_OPEN'])
  })
})

describe('a worker hook with a budget', () => {
  it('that exceeds it is shown in its row and once to the observer, and its answer counts', async () => {
    const { session, steps } = await openWorker(fixture('answers.ts'), { budget: '1ms' })
    const verdict = await ask(session, 'wait 50')
    expect(verdict.messages).toEqual(['waited 50'])
    const why = expect.stringMatching(/^took \d+ ms, over its budget of 1 ms$/)
    expect(summarize(verdict)).toEqual({ decision: null, reason: null, failedOpen: [], status: 'ok', why })
    await ask(session, 'wait 50')
    expect(steps.filter((step) => step.type === 'notice')).toHaveLength(1)
  })
})
