import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../test/simulation/virtual-clock.ts'
import { makeHook, makeInput } from '../../test/support/make-hook.ts'
import type { Hook } from '../protocol/hook.ts'
import type { Handler } from '../protocol/ports.ts'
import type { RawResult } from '../protocol/raw-result.ts'
import { type RunPorts, runStage, type StageResult } from './run.ts'

const never: Handler = { run: () => new Promise(() => {}) }

interface Stage {
  handler?: Handler
  maxConcurrent?: number
  signal?: AbortSignal
  claim?: RunPorts['claim']
}

async function runAll(hooks: Hook[], clock: VirtualClock, given: Stage = {}): Promise<StageResult> {
  const ports: RunPorts = {
    handlers: { command: given.handler ?? never },
    clock,
    observer: undefined,
    alarm: undefined,
    session: { id: 's', projectDir: '/', hostEnv: {}, sessionEnv: {} },
    signal: given.signal,
    maxConcurrent: given.maxConcurrent ?? 5,
    firing: 'f',
    nextExecutionId: () => 'r',
    claim: given.claim ?? (() => true),
  }
  const stage = { hooks, seen: makeInput(), recheck: false, isComplete: () => true }
  return clock.runUntil(runStage(stage, ports))
}

const hooksOf = (count: number, timeout = '10s'): Hook[] =>
  Array.from({ length: count }, (_, index) => makeHook({ id: `h${index}`, timeout }))
const value = (answer: unknown): RawResult => ({ kind: 'value', value: answer })
const classes = ({ runs }: StageResult): unknown[] => runs.map(({ outcome }) => outcome.class)

describe('a stage', () => {
  it.each([1, 5, 6, 11, 100])(
    'of %i hooks whose handlers never answer is over within its longest timeout and two seconds',
    async (count) => {
      const clock = new VirtualClock()
      const result = await runAll(hooksOf(count), clock)
      expect(clock.monotonic()).toBeLessThanOrEqual(12_000)
      expect(classes(result)).toEqual(Array.from({ length: count }, () => 'timeout'))
    },
  )

  it('is over in time also when only those that had to queue never answer', async () => {
    const clock = new VirtualClock()
    const handler: Handler = {
      run: ({ hook, timeoutMs }) =>
        new Promise((resolve) => {
          if (Number(hook.id.slice(1)) < 5) clock.after(timeoutMs, () => resolve(value(undefined)))
        }),
    }
    await runAll(hooksOf(10), clock, { handler })
    expect(clock.monotonic()).toBeLessThanOrEqual(12_000)
  })

  it('is over within two seconds after an abort, although the handler hears nothing', async () => {
    const clock = new VirtualClock()
    const controller = new AbortController()
    clock.after(3000, () => controller.abort())
    const { runs, unstarted } = await runAll(hooksOf(7), clock, { signal: controller.signal })
    expect(clock.monotonic()).toBeLessThanOrEqual(5000)
    expect(runs.map(({ outcome }) => outcome.status)).toEqual(Array.from({ length: 5 }, () => 'cancelled'))
    expect(unstarted.map(({ why }) => why)).toEqual(['cancelled: the caller aborted', 'cancelled: the caller aborted'])
  })

  it('tells a handler that is over its time, and one whose caller aborted', async () => {
    const heard: string[] = []
    const handler: Handler = {
      run: ({ signal }) => {
        signal?.addEventListener('abort', () => heard.push(signal.reason instanceof Error ? signal.reason.name : 'x'))
        return new Promise(() => {})
      },
    }
    await runAll(hooksOf(1), new VirtualClock(), { handler })
    const clock = new VirtualClock()
    const controller = new AbortController()
    clock.after(10, () => controller.abort(new RangeError('why')))
    await runAll(hooksOf(1), clock, { handler, signal: controller.signal })
    expect(heard).toEqual(['AbortError', 'RangeError'])
  })

  it('starts nobody after one has ended the chain, and counts those that were running', async () => {
    const clock = new VirtualClock()
    const handler: Handler = {
      run: ({ hook }) =>
        new Promise((resolve) => {
          const answer = hook.id === 'h1' ? { decision: 'deny' } : {}
          clock.after(hook.id === 'h0' ? 50 : 10, () => resolve(value(answer)))
        }),
    }
    const { runs, unstarted } = await runAll(hooksOf(4), clock, { handler, maxConcurrent: 2 })
    expect(runs.map(({ hook }) => hook.id)).toEqual(['h0', 'h1'])
    expect(unstarted.map(({ hook, why }) => `${hook.id} ${why}`)).toEqual([
      'h2 chain ended by h1',
      'h3 chain ended by h1',
    ])
  })

  it.each([
    ['throws', () => raise()],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('survives a handler that %s', async (_, run) => {
    const { runs } = await runAll(hooksOf(1), new VirtualClock(), { handler: { run } })
    expect(runs[0]!.outcome).toMatchObject({ status: 'failed', class: 'crash', failure: 'the handler failed: broken' })
  })

  it('says that there is no handler for a kind of hook', async () => {
    const { runs } = await runAll([makeHook({ type: 'prompt', prompt: 'x' })], new VirtualClock())
    expect(runs[0]!.outcome).toMatchObject({
      class: 'spawn',
      failure: 'there is no handler for hooks of type "prompt" here',
    })
  })

  it('does not run a once-hook again, nor one whose store is late', async () => {
    const once = makeHook({ id: 'once', once: true, timeout: '1s' })
    expect((await runAll([once], new VirtualClock(), { claim: () => false })).unstarted).toEqual([
      { hook: once, why: 'once: it has run in this session' },
    ])
    const clock = new VirtualClock()
    expect(classes(await runAll([once], clock, { claim: () => new Promise(() => {}) }))).toEqual(['timeout'])
    expect(clock.monotonic()).toBe(1000)
  })
})

function raise(): never {
  throw new Error('broken')
}
