import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createHooks, type HooksConfig } from '../../src/index.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const fires = 100_000
const call = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls' } }

/** Bytes of live objects, after everything that can go has gone. */
async function measureHeap(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
  return process.memoryUsage().heapUsed
}

const configs: Record<string, HooksConfig> = {
  'callbacks that return at once': { PreToolUse: [() => undefined, () => ({ action: 'continue' })] },
  'callbacks that resolve': { PreToolUse: [async () => undefined, async () => ({ additionalContext: 'x' })] },
  'callbacks that listen to their signal and never stop': {
    PreToolUse: [(_, { signal }) => void signal.addEventListener('abort', () => {})],
  },
  'callbacks that throw': {
    PreToolUse: [
      () => {
        throw new Error('on purpose')
      },
    ],
  },
}

describe('F81 100,000 calls of callbacks', () => {
  it.each(Object.keys(configs))(
    'leave heap, listeners and timers as they were: %s',
    async (name) => {
      const hooks = await createHooks(configs[name], { observer: () => {} })
      const session = hooks.session()
      const { signal } = new AbortController()
      const fire = async (times: number): Promise<void> => {
        for (let count = 0; count < times; count++) await session.fire('PreToolUse', call, { signal })
      }
      await fire(fires / 10)
      const before = { heap: await measureHeap(), timers: countTimers() }
      await fire(fires)
      const after = { heap: await measureHeap(), timers: countTimers() }
      expect(getEventListeners(signal, 'abort')).toHaveLength(0)
      expect(after.timers).toBeLessThanOrEqual(before.timers + 1)
      // A leak of one small object per call would be some eight million bytes.
      expect(after.heap - before.heap).toBeLessThan(3_000_000)
    },
    60_000,
  )
})

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
}
