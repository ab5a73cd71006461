import { expect, it } from 'vitest'
import { total } from './play-schedules.ts'
import { Random } from './random.ts'
import { drawSchedule, type Schedule } from './schedule.ts'
import { type Play, simulate } from './simulate.ts'

it(
  'seeded schedules give the same verdict for every order of finishing',
  async () => {
    let compared = 0
    for (let seed = 1; seed <= Math.max(1, total / 50); seed++) {
      const random = new Random(seed)
      const schedule: Schedule = { ...drawSchedule(random), abortAt: null, reloadAt: null, maxConcurrent: 10 }
      for (const hook of schedule.hooks) {
        hook.behaviour.delay = random.below(hook.timeout)
        hook.once = false
      }
      const shuffled = structuredClone(schedule)
      for (const hook of shuffled.hooks) hook.behaviour.delay = random.below(hook.timeout)
      const [one, other] = [await simulate(schedule), await simulate(shuffled)]
      expect({ seed, facts: timeless(other) }).toEqual({ seed, facts: timeless(one) })
      compared++
    }
    expect(compared).toBeGreaterThan(0)
  },
  30 * 60_000,
)

function timeless(play: Play): unknown {
  return play.verdicts.map((verdict) => JSON.parse(JSON.stringify(verdict, (key, value) => (key === 'ms' ? 0 : value))))
}
