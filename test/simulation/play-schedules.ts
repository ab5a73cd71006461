import { expect } from 'vitest'
import { brokenPromises } from './promises.ts'
import { Random } from './random.ts'
import { drawSchedule, type Schedule } from './schedule.ts'
import { simulate } from './simulate.ts'

// HOOKLINE_SEED=n replays one schedule; a failure prints the seed to use.
const only = process.env['HOOKLINE_SEED']

/** How many schedules are played in all. */
export const total = only !== undefined ? 1 : process.env['HOOKLINE_FULL'] ? 1_000_000 : 20_000

/** Plays one of two halves of the schedules and throws with the seed of the first that breaks a promise. */
export async function playHalf(half: 0 | 1): Promise<void> {
  const count = only === undefined ? total / 2 : 1 - half
  const first = only === undefined ? 1 + half * count : Number(only)
  const seen = { denied: 0, allowed: 0, asked: 0, failedOpen: 0, rechecked: 0, aborted: 0, conflicts: 0 }
  for (let seed = first; seed < first + count; seed++) {
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
  if (only === undefined) expect(Object.values(seen).every((times) => times > count / 4000)).toBe(true)
}

function fail(seed: number, schedule: Schedule, broken: string[]): never {
  throw new Error(
    `seed ${seed} (replay with HOOKLINE_SEED=${seed}): ${broken.join('; ')}\n${JSON.stringify(schedule, null, 1)}`,
  )
}
