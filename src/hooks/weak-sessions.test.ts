import { setImmediate as rest } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { HookSession } from './hook-session.ts'
import { WeakSessions } from './weak-sessions.ts'

const make = (id: string): HookSession => ({ id, held: new Array(1000).fill(id) }) as unknown as HookSession

test('lists the sessions that were added and not taken away', () => {
  const sessions = new WeakSessions()
  const [a, b] = [make('a'), make('b')]
  sessions.add(a)
  sessions.add(b)
  sessions.delete(a)
  sessions.delete(make('never added'))
  expect(sessions.list()).toEqual([b])
  expect(sessions.size).toBe(1)
})

test('keeps none alive that nobody uses', async () => {
  const sessions = new WeakSessions()
  const used = make('used')
  sessions.add(used)
  for (let count = 0; count < 1000; count++) sessions.add(make(String(count)))
  // Without a way to ask for it, memory is filled until what is unused is given up.
  for (let round = 0; round < 400 && sessions.size > 500; round++) {
    void Array.from({ length: 50_000 }, (_, at) => ({ at }))
    await rest()
  }
  expect(sessions.size).toBeLessThanOrEqual(500)
  expect(sessions.list()).toContain(used)
})
