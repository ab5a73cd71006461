import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import {
  createHooks,
  type Handler,
  type HookEntry,
  type Hooks,
  type ObservedStep,
  type Verdict,
} from '../../src/index.ts'

const call = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls' } }
// The promise is two seconds; a machine under load gets one more.
const promisedMs = 3000
const opened: Hooks[] = []

afterAll(() => Promise.all(opened.map((hooks) => hooks.close())))

/** A handler that hears nothing and never answers. */
const deaf: Handler = { run: () => new Promise(() => {}) }

const kinds: Record<string, HookEntry<'PreToolUse'>> = {
  'a command that sleeps': { command: 'sleep 60' },
  'a command that ignores signals': { command: "trap '' TERM INT HUP; while :; do sleep 1; done" },
  'a command whose grandchild holds the pipe': { command: 'sleep 60 & wait' },
  'a callback that never settles': { type: 'callback', callback: () => new Promise(() => {}) },
  'a handler that hears nothing': { type: 'prompt', prompt: 'x' },
}

interface Watched {
  hooks: Hooks
  steps: ObservedStep[]
  /** Resolves when a hook has begun. */
  begun: Promise<void>
}

async function watch(entries: HookEntry<'PreToolUse'>[], config: object = {}): Promise<Watched> {
  const steps: ObservedStep[] = []
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  const observer = (step: ObservedStep): void => {
    steps.push(step)
    if (step.type === 'hookStart') resolve()
  }
  const PreToolUse = entries.map((entry) => ({ hooks: [entry] }))
  const hooks = await createHooks({ PreToolUse, ...config }, { observer, handlers: { prompt: deaf } })
  opened.push(hooks)
  return { hooks, steps, begun }
}

const count = (steps: ObservedStep[], type: ObservedStep['type']): number =>
  steps.filter((step) => step.type === type).length

function expectCancelled(verdict: Verdict): void {
  expect(verdict).toMatchObject({ decision: 'deny', reason: 'Aborted by the caller.', decidedBy: null, aborted: true })
  expect(verdict.runs.map(({ status }) => status)).toEqual(verdict.runs.map(() => 'cancelled'))
  expect(verdict.runs.length).toBeGreaterThan(0)
}

describe('F87 an abort in the middle of a hook', () => {
  it.each(Object.keys(kinds))('stops %s in time, and the call is denied', async (kind) => {
    const { hooks, steps, begun } = await watch([kinds[kind]!])
    const controller = new AbortController()
    const firing = hooks.session().fire('PreToolUse', call, { signal: controller.signal })
    await begun
    await sleep(100)
    const aborted = performance.now()
    controller.abort()
    expectCancelled(await firing)
    expect(performance.now() - aborted).toBeLessThan(promisedMs)
    expect([count(steps, 'hookEnd'), count(steps, 'eventEnd')]).toEqual([1, 1])
  })

  it.each(Object.keys(kinds))('keeps the tool from running: %s', async (kind) => {
    const { hooks, begun } = await watch([kinds[kind]!])
    const controller = new AbortController()
    let ran = 0
    const calling = hooks
      .session({ permissionMode: 'yolo' })
      .tool({ name: 'Bash', input: { command: 'ls' } }, () => ran++, { signal: controller.signal })
    await begun
    controller.abort()
    const outcome = await calling
    expect(outcome).toMatchObject({ status: 'denied', reason: 'Aborted by the caller.' })
    expect(outcome.verdicts.map(({ event, aborted }) => [event, aborted])).toEqual([['PreToolUse', true]])
    expect(ran).toBe(0)
  })

  it('leaves nothing of a command running', async () => {
    const mark = `hookline-abort-${process.pid}-${Math.random().toString(36).slice(2)}`
    const { hooks, begun } = await watch([
      { command: `setsid sleep 61 & sleep 62 & : ${mark}; wait`, env: { MARK: mark } },
    ])
    const controller = new AbortController()
    const firing = hooks.session().fire('PreToolUse', call, { signal: controller.signal })
    await begun
    await sleep(300)
    controller.abort()
    expectCancelled(await firing)
    const { listSurvivors } = await import('./fixtures/command-runs.ts')
    expect(await listSurvivors(mark)).toEqual([])
  })

  it('stops canUseTool and a question to a person, although they have no timeout', async () => {
    for (const approver of [
      { canUseTool: () => new Promise<never>(() => {}) },
      { onAsk: () => new Promise<never>(() => {}) },
    ]) {
      const hooks = await createHooks({})
      const controller = new AbortController()
      let ran = 0
      const calling = hooks
        .session(approver)
        .tool({ name: 'Bash', input: { command: 'ls' } }, () => ran++, { signal: controller.signal })
      await sleep(20)
      controller.abort()
      const { status, reason } = await calling
      expect([status, ran]).toEqual(['denied', 0])
      expect(reason).toContain('aborted by the caller')
    }
  })

  it.each(['PermissionRequest', 'Notification', 'PostToolUse', 'PostToolUseFailure'])(
    'stops a hook of %s on the way of a call',
    async (event) => {
      const { promise: begun, resolve } = Promise.withResolvers<void>()
      const hang = (): Promise<never> => {
        resolve()
        return new Promise(() => {})
      }
      const hooks = await createHooks({ [event]: [hang] }, { observer: () => {} })
      const controller = new AbortController()
      const isAfter = event.startsWith('Post')
      const run = (): void => {
        if (event === 'PostToolUseFailure') throw new Error('failed')
      }
      const calling = hooks
        .session({ permissionMode: isAfter ? 'yolo' : 'default' })
        .tool({ name: 'Bash', input: { command: 'ls' } }, run, { signal: controller.signal })
      await begun
      const aborted = performance.now()
      controller.abort()
      const { status, verdicts } = await calling
      expect(performance.now() - aborted).toBeLessThan(promisedMs)
      expect(status).toBe(event === 'PostToolUse' ? 'ok' : isAfter ? 'failed' : 'denied')
      expect(verdicts.find((verdict) => verdict.event === event)).toMatchObject({
        aborted: true,
        runs: [{ status: 'cancelled' }],
      })
    },
  )

  it('lets hooks hear of the tool that it interrupted', async () => {
    const told: unknown[] = []
    const hooks = await createHooks({ PostToolUseFailure: [(input) => void told.push(input.isInterrupt)] })
    const controller = new AbortController()
    const run = (_: unknown, __: unknown, signal: AbortSignal): Promise<never> =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    const calling = hooks
      .session({ permissionMode: 'yolo' })
      .tool({ name: 'Bash', input: { command: 'ls' } }, run, { signal: controller.signal })
    await sleep(20)
    controller.abort()
    expect((await calling).status).toBe('failed')
    expect(told).toEqual([true])
  })

  it('does not stop work that nobody waits for', async () => {
    const done: string[] = []
    const background: HookEntry<'PreToolUse'> = {
      type: 'callback',
      async: true,
      callback: () => sleep(100).then(() => void done.push('background')),
    }
    const { hooks, begun } = await watch([background, kinds['a callback that never settles']!])
    const controller = new AbortController()
    const session = hooks.session()
    const firing = session.fire('PreToolUse', call, { signal: controller.signal })
    await begun
    controller.abort()
    await firing
    expect(await session.drain()).toBe(true)
    expect(done).toEqual(['background'])
  })
})

describe('F88 an abort settles an event exactly once', () => {
  it.each(Object.keys(kinds))('before it starts: nothing is begun, %s', async (kind) => {
    const { hooks, steps } = await watch([kinds[kind]!, kinds[kind]!])
    const verdict = await hooks.session().fire('PreToolUse', call, { signal: AbortSignal.abort() })
    expectCancelled(verdict)
    expect([count(steps, 'hookStart'), count(steps, 'hookEnd'), count(steps, 'eventEnd')]).toEqual([0, 0, 1])
  })

  it('with no hook at all', async () => {
    const hooks = await createHooks({})
    const verdict = await hooks.session().fire('PreToolUse', call, { signal: AbortSignal.abort() })
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'Aborted by the caller.', aborted: true, runs: [] })
  })

  it.each(Object.keys(kinds))('twice, and once more after it has settled: %s', async (kind) => {
    const { hooks, steps, begun } = await watch([kinds[kind]!])
    const controller = new AbortController()
    const firing = hooks.session().fire('PreToolUse', call, { signal: controller.signal })
    await begun
    controller.abort()
    controller.abort()
    const verdict = await firing
    const before = JSON.stringify(verdict)
    controller.abort()
    controller.signal.dispatchEvent(new Event('abort'))
    await sleep(20)
    expect(JSON.stringify(verdict)).toBe(before)
    expect([count(steps, 'hookEnd'), count(steps, 'eventEnd')]).toEqual([1, 1])
  })

  it('after it has settled: the verdict stays', async () => {
    const { hooks, steps } = await watch([{ command: 'exit 0' }, { type: 'callback', callback: () => undefined }])
    const controller = new AbortController()
    const verdict = await hooks.session().fire('PreToolUse', call, { signal: controller.signal })
    controller.abort()
    await sleep(20)
    expect(verdict).toMatchObject({ decision: null, aborted: false, runs: [{ status: 'ok' }, { status: 'ok' }] })
    expect([count(steps, 'hookEnd'), count(steps, 'eventEnd')]).toEqual([2, 1])
  })

  it('keeps a deny that was given before it', async () => {
    const controller = new AbortController()
    const deny = async () => {
      setTimeout(() => controller.abort())
      return { decision: 'deny', reason: 'first' }
    }
    const { hooks } = await watch([{ type: 'callback', id: 'first', callback: deny }])
    const verdict = await hooks.session().fire('PreToolUse', call, { signal: controller.signal })
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'first', decidedBy: 'first' })
  })
})

describe('F37 the budget of an event', () => {
  it('is the longest timeout of a stage and two seconds, however many hooks hang and queue', async () => {
    const hanging = Array.from({ length: 12 }, (): HookEntry<'PreToolUse'> => ({ command: 'sleep 60', timeout: '1s' }))
    const { hooks } = await watch(hanging, { maxConcurrentHooks: 5 })
    const started = performance.now()
    const verdict = await hooks.session().fire('PreToolUse', call)
    expect(performance.now() - started).toBeLessThan(1000 + promisedMs)
    expect(verdict.failedOpen).toHaveLength(12)
    expect(verdict.runs.map(({ status }) => status)).toEqual(hanging.map(() => 'timeout'))
  })

  it('holds for handlers that hear nothing and had to queue', async () => {
    const quick: HookEntry<'PreToolUse'> = { command: 'sleep 60', timeout: '1s' }
    const never: HookEntry<'PreToolUse'> = { type: 'prompt', prompt: 'x', timeout: '1s' }
    const { hooks } = await watch([quick, quick, never, never], { maxConcurrentHooks: 2 })
    const started = performance.now()
    const verdict = await hooks.session().fire('PreToolUse', call)
    expect(performance.now() - started).toBeLessThan(1000 + promisedMs)
    expect(verdict.runs.map(({ status }) => status)).toEqual(['timeout', 'timeout', 'timeout', 'timeout'])
  })
})
