import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createHooks, type FailurePolicy, type HookEntry, type StateStore, type Verdict } from '../../src/index.ts'
import { createSqliteState } from '../../src/store/sqlite-state.ts'

const call = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls' } }

const stores: Record<string, StateStore> = {
  'throws at once': { claim: raise, isClaimed: raise },
  'throws what cannot be shown': { claim: () => raise(Object.create(null)), isClaimed: () => false },
  rejects: {
    claim: () => Promise.reject(new Error('the store is down')),
    isClaimed: () => Promise.reject(new Error('down')).catch(() => false),
  },
  'never answers': { claim: () => new Promise(() => {}), isClaimed: () => false },
}
const kinds: Record<string, HookEntry<'PreToolUse'>> = {
  callback: { type: 'callback', callback: () => undefined },
  command: { command: 'exit 0' },
}
const policies: FailurePolicy[] = ['ignore', 'ask', 'deny']
const cells = Object.keys(stores).flatMap((store) =>
  Object.keys(kinds).flatMap((kind) => policies.map((policy) => [store, kind, policy] as const)),
)

async function fireOnce(store: StateStore, entry: HookEntry<'PreToolUse'>, signal?: AbortSignal): Promise<Verdict> {
  const PreToolUse = [
    { hooks: [{ ...entry, id: 'once', once: true, timeout: '200ms' }] },
    { hooks: [{ type: 'callback' as const, id: 'other', callback: () => ({ additionalContext: 'still asked' }) }] },
  ]
  const hooks = await createHooks({ PreToolUse: PreToolUse as never }, { store, observer: () => {} })
  const verdict = await hooks.session().fire('PreToolUse', call, signal ? { signal } : {})
  await hooks.close()
  return verdict
}

describe('F94 a gate that needs a state store', () => {
  it.each(cells)('which %s is a failure of the %s under %s, and others go on', async (store, kind, policy) => {
    const verdict = await fireOnce(stores[store]!, { ...kinds[kind]!, onFailure: policy })
    const failed = store === 'never answers' ? 'timeout' : 'crash'
    expect(verdict).toMatchObject({
      decision: policy === 'ignore' ? null : policy,
      failedOpen: policy === 'ignore' ? [{ hook: 'once', class: failed }] : [],
    })
    expect(verdict.runs[0]).toMatchObject({
      hook: 'once',
      class: failed,
      why: expect.stringContaining('the state store'),
    })
    expect(verdict.context).toEqual(policy === 'deny' ? [] : ['still asked'])
  })

  it.each(Object.keys(kinds))('which never answers is not waited for after an abort: %s', async (kind) => {
    const controller = new AbortController()
    const firing = fireOnce(
      { claim: () => new Promise(() => {}), isClaimed: () => false },
      kinds[kind]!,
      controller.signal,
    )
    setTimeout(() => controller.abort(), 30)
    const verdict = await firing
    expect(verdict).toMatchObject({ decision: 'deny', aborted: true })
    expect(verdict.runs.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  })

  it('which is a broken file never counts as a first run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'state-'))
    const path = join(folder, 'state.db')
    writeFileSync(path, 'this is no database, and never was one'.repeat(100))
    let runs = 0
    const entry = { type: 'callback' as const, onFailure: 'deny' as const, callback: () => void runs++ }
    expect((await fireOnce(createSqliteState(path), entry)).decision).toBe('deny')
    expect(runs).toBe(0)
    chmodSync(path, 0o600)
    rmSync(folder, { recursive: true, force: true })
  })

  it('which is slow keeps the budget of the event', async () => {
    const store: StateStore = { claim: () => sleep(5000).then(() => true), isClaimed: () => false }
    const started = performance.now()
    const verdict = await fireOnce(store, kinds['callback']!)
    expect(performance.now() - started).toBeLessThan(4000)
    expect(verdict.failedOpen).toEqual([{ hook: 'once', class: 'timeout' }])
  })
})

describe('F82 a promise that a callback left behind', () => {
  it('rejects into the host, whose policy decides; the engine has answered before', () => {
    const script = `
      import { createHooks } from ${JSON.stringify(join(import.meta.dirname, '../../src/index.ts'))}
      process.on('unhandledRejection', (error) => console.log('host heard: ' + error.message))
      const hooks = await createHooks({
        PreToolUse: [() => { setTimeout(() => Promise.reject(new Error('left behind'))); return { decision: 'ask' } }],
      })
      const verdict = await hooks.session().fire('PreToolUse', { toolName: 'Bash', toolUseId: 'c', toolInput: {} })
      console.log('decided: ' + verdict.decision)
    `
    const { status, stdout } = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 30_000,
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'decided: ask\nhost heard: left behind\n' })
  })
})

describe('F78 a callback that blocks the event loop', () => {
  it('cannot be stopped, but its answer counts and the next one has its own time', async () => {
    const block = (): object => {
      const end = performance.now() + 150
      while (performance.now() < end);
      return { additionalContext: 'blocked for a while' }
    }
    const hooks = await createHooks(
      {
        PreToolUse: [
          { hooks: [{ type: 'callback', callback: block as never, timeout: '50ms' }] },
          { hooks: [{ type: 'callback', callback: () => sleep(1).then(() => ({ decision: 'ask' })), timeout: '5s' }] },
        ],
      },
      { observer: () => {} },
    )
    const verdict = await hooks.session().fire('PreToolUse', call)
    expect(verdict).toMatchObject({ decision: 'ask', context: ['blocked for a while'], failedOpen: [] })
  })
})

describe('F106 a hook that causes an event', () => {
  it('of its own session gets its verdict, also where only one hook may run at once', async () => {
    const runs: string[] = []
    const hooks = await createHooks(
      {
        maxConcurrentHooks: 1,
        PostToolUse: [
          async (input) => {
            runs.push(String(input.toolName))
            if (input.toolName !== 'Write') return undefined
            const { decision } = await session.fire('PreToolUse', { ...call, toolName: 'Format' })
            await session.fire('PostToolUse', { ...call, toolName: 'Format', toolOutput: '' })
            return { additionalContext: `formatting: ${decision}` }
          },
        ],
        PreToolUse: [{ matcher: 'Format', hooks: [{ command: 'exit 2' }] }],
      },
      { observer: () => {} },
    )
    const session = hooks.session()
    const verdict = await session.fire('PostToolUse', { ...call, toolName: 'Write', toolOutput: '' })
    await hooks.close()
    expect(verdict.context).toEqual(['formatting: deny'])
    expect(runs).toEqual(['Write', 'Format'])
  })
})

describe('an observer that throws', () => {
  it('changes nothing', async () => {
    const config = { PreToolUse: [() => ({ decision: 'ask' }), { hooks: [{ command: 'exit 1' }] }] }
    const fireWith = async (observer: () => void): Promise<unknown> => {
      const hooks = await createHooks(config as never, { observer })
      const verdict = await hooks.session().fire('PreToolUse', call)
      await hooks.close()
      return JSON.parse(JSON.stringify(verdict, (key, value: unknown) => (key === 'ms' ? 0 : value)))
    }
    expect(await fireWith(() => raise(new Error('broken')))).toEqual(await fireWith(() => {}))
  })
})

function raise(thrown: unknown = new Error('the store is down')): never {
  throw thrown instanceof Object ? thrown : new Error('the store is down')
}
