import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startDeadline } from './deadline.ts'

function standStill(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until) Math.sqrt(until)
}

describe('startDeadline', () => {
  it('calls once, not before its time', async () => {
    const start = performance.now()
    const calls: number[] = []
    const deadline = startDeadline(50, () => calls.push(performance.now() - start))
    expect(deadline.remaining()).toBeGreaterThan(0)
    await sleep(400)
    expect(calls).toHaveLength(1)
    expect(calls[0]).toBeGreaterThanOrEqual(50)
    expect(deadline.remaining()).toBe(0)
  })

  it('does not call when it was cancelled, even between expiry and the call', async () => {
    let calls = 0
    const first = startDeadline(10, () => calls++)
    first.cancel()
    const second = startDeadline(1, () => calls++)
    // A timer of the same length runs right after the other, in the same pass.
    setTimeout(() => second.cancel(), 1)
    standStill(5)
    await sleep(100)
    expect(calls).toBe(0)
  })

  it('does not fire early for a time beyond what a timer can hold', async () => {
    let calls = 0
    const deadline = startDeadline(2 ** 31 + 1_000, () => calls++)
    await sleep(50)
    expect(calls).toBe(0)
    expect(deadline.remaining()).toBeGreaterThan(2 ** 31)
    deadline.cancel()
  })

  it('lets what happened while the host stood still be read first', async () => {
    const order: string[] = []
    const expired = new Promise<void>((resolve) => {
      startDeadline(20, () => {
        order.push('expired')
        resolve()
      })
    })
    setTimeout(() => order.push('read'), 300)
    standStill(250)
    await expired
    expect(order).toEqual(['read', 'expired'])
  })
})
