import { describe, expect, it } from 'vitest'
import { brokenPromises } from './promises.ts'
import { Random } from './random.ts'
import { drawSchedule, type Schedule } from './schedule.ts'
import { simulate } from './simulate.ts'

// HOOKLINE_SEED=n replays one schedule; a failure prints the seed to use.
const only = process.env['HOOKLINE_SEED']
const first = only === undefined ? 1 : Number(only)
const total = only !== undefined ? 1 : process.env['HOOKLINE_FULL'] ? 1_000_000 : 20_000

describe('seeded schedules', () => {
  it(
    'keep every promise whatever hooks do and in whatever order they finish',
    async () => {
      const seen = { denied: 0, allowed: 0, asked: 0, failedOpen: 0, rechecked: 0, aborted: 0, conflicts: 0 }
      for (let seed = first; seed < first + total; seed++) {
        const schedule = drawSchedule(new Random(seed))
        const play = await simulate(schedule).catch((error: unknown) => fail(seed, schedule, [String(error)]))
        const broken = brokenPromises(schedule, play)
        if (broken.length > 0) fail(seed, schedule, broken)
        for (const verdict of play.verdicts) {
          if (verdict.decision === 'deny') seen.denied++
          if (verdict.decision === 'allow') seen.allowed++
          if (verdict.decision === 'ask') seen.asked++
          if (verdict.failedOpen.length > 0) seen.failedOpen++
          if (verdict.runs.some((row) => row.recheck)) seen.rechecked++
          if (verdict.aborted) seen.aborted++
          if (verdict.changes.some((change) => change.conflict)) seen.conflicts++
        }
      }
      // The schedules must have reached everything they are meant to check.
      if (only === undefined) expect(Object.values(seen).every((count) => count > total / 1000)).toBe(true)
    },
    30 * 60_000,
  )

  it(
    'give the same verdict for every order of finishing',
    async () => {
      let compared = 0
      for (let seed = 1; seed <= total / 10; seed++) {
        const random = new Random(seed)
        const schedule: Schedule = { ...drawSchedule(random), abortAt: null, reloadAt: null, maxConcurrent: 10 }
        for (const hook of schedule.hooks) {
          hook.behaviour.delay = random.below(hook.timeout)
          hook.once = false
        }
        const shuffled = structuredClone(schedule)
        for (const hook of shuffled.hooks) hook.behaviour.delay = random.below(hook.timeout)
        const [one, other] = [await simulate(schedule), await simulate(shuffled)]
        const facts = (play: typeof one): unknown =>
          play.verdicts.map((verdict) =>
            JSON.parse(JSON.stringify(verdict, (key, value) => (key === 'ms' ? 0 : value))),
          )
        expect({ seed, facts: facts(other) }).toEqual({ seed, facts: facts(one) })
        compared++
      }
      expect(compared).toBeGreaterThan(0)
    },
    30 * 60_000,
  )
})

function fail(seed: number, schedule: Schedule, broken: string[]): never {
  throw new Error(
    `seed ${seed} (replay with HOOKLINE_SEED=${seed}): ${broken.join('; ')}\n${JSON.stringify(schedule, null, 1)}`,
  )
}
