import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

/** Every process in the file, one id in a line, is gone within a moment. */
export async function expectDead(file: string, count: number): Promise<void> {
  const pids = readFileSync(file, 'utf8').trim().split('\n').map(Number)
  expect(pids).toHaveLength(count)
  const until = performance.now() + 5000
  while (pids.some(isAlive) && performance.now() < until) await new Promise((done) => setTimeout(done, 20))
  const left = pids.filter(isAlive)
  for (const pid of left) process.kill(pid, 'SIGKILL')
  expect(left).toEqual([])
}

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Of the runs that wrote `s` at their start and `e` at their end, at most so many were under way at once. */
export function expectOverlap(file: string, { runs, atMost }: { runs: number; atMost: number }): void {
  const steps = readFileSync(file, 'utf8').trim().split('\n')
  expect(steps.filter((step) => step === 's')).toHaveLength(runs)
  let now = 0
  let most = 0
  for (const step of steps) {
    now += step === 's' ? 1 : -1
    most = Math.max(most, now)
  }
  expect(most).toBeLessThanOrEqual(atMost)
  expect(most).toBeGreaterThan(1)
}
