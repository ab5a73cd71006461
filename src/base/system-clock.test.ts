import { expect, it } from 'vitest'
import { systemClock } from './system-clock.ts'

it('does the work after the given time and not before', async () => {
  const started = systemClock.monotonic()
  await new Promise<void>((resolve) => void systemClock.after(30, resolve))
  expect(systemClock.monotonic() - started).toBeGreaterThanOrEqual(29)
})

it('does not do what was called off', async () => {
  let done = false
  systemClock.after(5, () => {
    done = true
  })()
  await new Promise((resolve) => setTimeout(resolve, 40))
  expect(done).toBe(false)
})

it('waits for delays that do not fit 31 bits instead of firing at once', async () => {
  let done = false
  const callOff = systemClock.after(2 ** 31 + 1000, () => {
    done = true
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  callOff()
  expect(done).toBe(false)
})
