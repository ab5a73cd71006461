import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createHooks, type HookGroup } from '../../src/index.ts'
import { call, type Entry, useEngines } from './fixtures/engine-runs.ts'

type Group = HookGroup<'PreToolUse'>

const { open, fire } = useEngines()

describe('D14 a timeout that is none', () => {
  it.each([0, -1, Number.NaN, 1e12, '30', '1h30', ''])('%j is refused at load', async (timeout) => {
    await expect(
      open({ PreToolUse: [{ hooks: [{ command: 'true', timeout: timeout as never }] }] }),
    ).rejects.toMatchObject({
      code: 'CONFIG_INVALID_VALUE',
    })
  })

  it('of a day does not fire at once', async () => {
    const verdict = await fire([{ type: 'callback', timeout: 86_400, callback: () => sleep(50) as never }])
    expect(verdict.runs).toMatchObject([{ status: 'ok' }])
  })
})

describe('D12 limits hold before anything starts', () => {
  it('lets at most maxConcurrentHooks hooks of one event run at once', async () => {
    let active = 0
    let most = 0
    const run = async () => {
      most = Math.max(most, ++active)
      await sleep(1)
      active--
      return { kind: 'value', value: undefined } as const
    }
    const entries = Array.from({ length: 1000 }, (): Entry => ({ type: 'prompt', prompt: 'x' }))
    const hooks = await createHooks(
      { maxConcurrentHooks: 7, PreToolUse: [{ hooks: entries }] },
      { observer: () => {}, handlers: { prompt: { run } } },
    )
    const verdict = await hooks.session().fire('PreToolUse', call)
    expect(verdict.runs.filter(({ status }) => status === 'ok')).toHaveLength(1000)
    expect(most).toBe(7)
  })
})

describe('F103 ten thousand hooks', () => {
  it('are loaded and matched in moderate time', async () => {
    const started = performance.now()
    const groups = Array.from(
      { length: 10_000 },
      (_, index): Group => ({ matcher: `Tool${index}`, hooks: [{ id: `h${index}`, command: 'true' }] }),
    )
    const hooks = await open({ PreToolUse: groups })
    expect(performance.now() - started).toBeLessThan(10_000)
    const session = hooks.session()
    expect(session.wants('PreToolUse', { toolName: 'Tool9999', toolInput: {} })).toBe(true)
    expect(session.wants('PreToolUse', { toolName: 'Tool10000', toolInput: {} })).toBe(false)
    const again = performance.now()
    for (let count = 0; count < 100_000; count++) session.wants('PreToolUse', { toolName: 'Tool10000', toolInput: {} })
    expect(performance.now() - again).toBeLessThan(5000)
  })
})
