import { describe, expect, it } from 'vitest'
import { createLimiter, type Slot } from './limiter.ts'

describe('createLimiter', () => {
  it('never lets more than max run at once', async () => {
    const limiter = createLimiter(3)
    let running = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const slot = await limiter.acquire()
        most = Math.max(most, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        running--
        slot.release()
      }),
    )
    expect(most).toBe(3)
    expect(limiter.count()).toEqual({ active: 0, lent: 0, waiting: 0 })
  })

  it('serves one key in the order it came, and keys in turns', async () => {
    const limiter = createLimiter(1)
    const first = await limiter.acquire()
    const served: string[] = []
    const wait = async (key: string, name: string) => {
      const slot = await limiter.acquire({ key })
      served.push(name)
      slot.release()
    }
    const all = [wait('a', 'a1'), wait('a', 'a2'), wait('a', 'a3'), wait('b', 'b1'), wait('c', 'c1'), wait('b', 'b2')]
    first.release()
    await Promise.all(all)
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('lets a waiter go when its signal aborts, and holds no place for it', async () => {
    const limiter = createLimiter(1)
    const first = await limiter.acquire()
    const cancel = new AbortController()
    const waiting = limiter.acquire({ signal: cancel.signal })
    expect(limiter.count().waiting).toBe(1)
    cancel.abort(new Error('no longer needed'))
    await expect(waiting).rejects.toThrow('no longer needed')
    expect(limiter.count()).toEqual({ active: 1, lent: 0, waiting: 0 })
    first.release()
    expect((await limiter.acquire()) satisfies Slot).toBeDefined()
  })

  it('refuses a signal that has already aborted', async () => {
    await expect(createLimiter(1).acquire({ signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow(
      'too late',
    )
  })

  it('lets the next one start when a place is lent, up to the ceiling', async () => {
    const limiter = createLimiter(1, 3)
    const slots: Slot[] = []
    for (let count = 0; count < 3; count++) {
      const slot = await limiter.acquire()
      slot.lend()
      slots.push(slot)
    }
    expect(limiter.count()).toEqual({ active: 0, lent: 3, waiting: 0 })
    const fourth = limiter.acquire()
    expect(limiter.count().waiting).toBe(1)
    slots[0]!.release()
    await fourth
    expect(limiter.count()).toEqual({ active: 1, lent: 2, waiting: 0 })
  })

  it('counts a place only once, however often it is given back', async () => {
    const limiter = createLimiter(2)
    const slot = await limiter.acquire()
    slot.release()
    slot.release()
    slot.lend()
    expect(limiter.count()).toEqual({ active: 0, lent: 0, waiting: 0 })
  })
})
