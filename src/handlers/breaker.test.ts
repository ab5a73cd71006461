import { describe, expect, it } from 'vitest'
import { makeHook, makeInput } from '../../test/support/make-hook.ts'
import type { Hook } from '../protocol/hook.ts'
import type { ObservedStep, RunRequest } from '../protocol/ports.ts'
import type { RawResult } from '../protocol/raw-result.ts'
import { addBreakers } from './breaker.ts'

const good: RawResult = { kind: 'value', value: {} }
const bad: RawResult = { kind: 'broken', class: 'crash', message: 'it fell over' }
const misfit: RawResult = { kind: 'value', value: { decision: 'denny' } }

/** A handler that gives these results one after the other, each after so many milliseconds of a clock that stands still otherwise. */
function watch(options: Record<string, unknown>, results: readonly (RawResult | Error)[], takes = 0) {
  const queue = [...results]
  const steps: ObservedStep[] = []
  let now = 1_000
  let runs = 0
  const clock = { now: () => now, monotonic: () => now, after: () => () => undefined }
  const run = async (): Promise<RawResult> => {
    runs++
    now += takes
    const next = queue.shift() ?? good
    if (next instanceof Error) throw next
    return next
  }
  const { command } = addBreakers({ command: { run } }, { clock, alarm: (step) => void steps.push(step) })
  const hook: Hook = makeHook({ id: 'guard', ...options })
  const session = { id: 's1', projectDir: '/', hostEnv: {}, sessionEnv: {} }
  const request: RunRequest = { hook, input: makeInput(), timeoutMs: 1_000, signal: undefined, session }
  return {
    fire: async () => command!.run(request),
    pass: (ms: number) => {
      now += ms
    },
    runs: () => runs,
    notices: () => steps.map((step) => (step.type === 'notice' ? `${step.code} ${step.message}` : step.type)),
  }
}

describe('a breaker', () => {
  const breaker = { failures: 3, cooldown: '30s' }

  it('is off unless it is configured', async () => {
    const { fire, runs, notices } = watch({}, new Array(50).fill(bad))
    for (let times = 0; times < 50; times++) expect(await fire()).toBe(bad)
    expect({ runs: runs(), notices: notices() }).toEqual({ runs: 50, notices: [] })
  })

  it('opens after so many failures in a row, is told once, and gives the failure without trying', async () => {
    const { fire, runs, notices, pass } = watch({ breaker, onFailure: 'deny' }, new Array(3).fill(bad))
    for (let times = 0; times < 3; times++) expect(await fire()).toBe(bad)
    pass(10_000)
    for (let times = 0; times < 5; times++)
      expect(await fire()).toEqual({
        kind: 'broken',
        class: 'crash',
        message:
          'not tried: its breaker is open after 3 bad runs in a row, the next try is in 20 s (last: it fell over)',
      })
    expect(runs()).toBe(3)
    expect(notices()).toEqual([
      'HOOK_BREAKER_OPEN Hook guard failed or was slow 3 times in a row and is not tried for 30000 ms; meanwhile what it guards is denied. Last: it fell over',
    ])
  })

  it('counts answers that do not fit, and handlers that throw', async () => {
    const { fire, runs } = watch({ breaker }, [misfit, new Error('thrown'), misfit])
    await fire()
    await expect(fire()).rejects.toThrow('thrown')
    await fire()
    expect(await fire()).toMatchObject({ class: 'invalidOutput', message: expect.stringMatching(/^not tried/) })
    expect(runs()).toBe(3)
  })

  it('starts to count anew with every answer', async () => {
    const { fire, runs } = watch({ breaker }, [bad, bad, good, bad, bad, good])
    for (let times = 0; times < 6; times++) await fire()
    expect(runs()).toBe(6)
  })

  it('lets one run through after its cooldown: a good one closes it, which is told', async () => {
    const { fire, runs, notices, pass } = watch({ breaker }, [bad, bad, bad, good])
    for (let times = 0; times < 3; times++) await fire()
    pass(30_000)
    const [trial, beside] = await Promise.all([fire(), fire()])
    expect(trial).toBe(good)
    expect(beside).toMatchObject({ kind: 'broken' })
    expect(await fire()).toBe(good)
    expect(runs()).toBe(5)
    expect(notices().at(-1)).toBe('HOOK_BREAKER_CLOSED Hook guard answers again and is back in use.')
  })

  it('stays open when the trial fails, without being told again', async () => {
    const { fire, runs, notices, pass } = watch({ breaker }, new Array(4).fill(bad))
    for (let times = 0; times < 3; times++) await fire()
    pass(30_000)
    expect(await fire()).toBe(bad)
    expect(await fire()).toMatchObject({ message: expect.stringMatching(/^not tried/) })
    expect({ runs: runs(), told: notices().length }).toEqual({ runs: 4, told: 1 })
  })

  it('takes a cancelled trial for none', async () => {
    const { fire, runs, pass } = watch({ breaker }, [bad, bad, bad, { kind: 'cancelled' }, good])
    for (let times = 0; times < 3; times++) await fire()
    pass(30_000)
    expect(await fire()).toEqual({ kind: 'cancelled' })
    expect(await fire()).toBe(good)
    expect(runs()).toBe(5)
  })
})

describe('a budget', () => {
  it('that is exceeded is told once and remarked in every run; the answers count', async () => {
    const denial: RawResult = { kind: 'value', value: { decision: 'deny' } }
    const { fire, notices } = watch({ budget: '200ms' }, [denial, denial], 312)
    const remarks = ['took 312 ms, over its budget of 200 ms']
    expect(await fire()).toEqual({ ...denial, remarks })
    expect(await fire()).toEqual({ ...denial, remarks })
    expect(notices()).toEqual(['HOOK_OVER_BUDGET Hook guard took 312 ms, over its budget of 200 ms.'])
  })

  it('that is kept changes nothing', async () => {
    const { fire, notices } = watch({ budget: '200ms' }, [good], 200)
    expect(await fire()).toBe(good)
    expect(notices()).toEqual([])
  })

  it('that is exceeded too often opens the breaker, with class timeout', async () => {
    const { fire, runs } = watch({ budget: '200ms', breaker: { failures: 2 } }, [good, good], 300)
    await fire()
    await fire()
    expect(await fire()).toMatchObject({ kind: 'broken', class: 'timeout' })
    expect(runs()).toBe(2)
  })
})
