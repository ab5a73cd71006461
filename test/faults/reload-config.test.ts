import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHooks, type HookSession, type Hooks, type HooksConfig, type ObservedStep } from '../../src/index.ts'

const call = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls' } }
let folder: string
let file: string
let hooks: Hooks
let steps: ObservedStep[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reload-'))
  file = join(folder, 'hooks.json')
  steps = []
})
afterEach(async () => {
  await hooks?.close()
  rmSync(folder, { recursive: true, force: true })
})

function write(config: object | string): void {
  const text = typeof config === 'string' ? config : JSON.stringify(config)
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

async function load(config: object, code: HooksConfig = {}): Promise<void> {
  write(config)
  hooks = await createHooks(code, { cwd: folder, files: [file], observer: (step) => void steps.push(step) })
}

const guard = (id: string, code = 2): object => ({ id, command: `echo ${id} >&2; exit ${code}` })
const gates = (...entries: object[]): object => (entries.length === 0 ? {} : { PreToolUse: [{ hooks: entries }] })
const fire = async (session: HookSession): Promise<[string | null, string[]]> => {
  const { decision, runs } = await session.fire('PreToolUse', call)
  return [decision, runs.filter(({ status }) => status !== 'skipped').map(({ hook }) => hook)]
}

describe('a reload', () => {
  it('tightens at once: a gate that was added counts in running sessions', async () => {
    await load(gates())
    const session = hooks.session()
    expect(await fire(session)).toEqual([null, []])
    write(gates(guard('added')))
    await hooks.reload()
    expect(await fire(session)).toEqual(['deny', ['added']])
    expect(session.wants('PreToolUse', call)).toBe(true)
  })

  it('loosens at the next session: a gate that was dropped stays for running ones', async () => {
    await load(gates(guard('dropped')))
    const session = hooks.session()
    write(gates())
    await hooks.reload()
    expect(await fire(session)).toEqual(['deny', ['dropped']])
    expect(await fire(hooks.session())).toEqual([null, []])
    write(gates(guard('other', 0)))
    await hooks.reload()
    expect((await fire(session))[0]).toBe('deny')
    expect(await fire(hooks.session())).toEqual([null, ['other']])
  })

  it.each<[string, object]>([
    ['switched off', { enabled: false }],
    ['made a shadow', { shadow: true }],
    ['made one that nobody waits for', { async: true }],
    ['given another matcher', { matcher: 'Write' }],
    ['given less time', { command: 'sleep 0.5; exit 2', timeout: '50ms' }],
    ['given a softer policy', { command: 'exit 1', onFailure: 'ignore' }],
  ])(
    'keeps a gate that was %s as it was, for running sessions',
    async (_, { matcher, ...change }: { matcher?: string }) => {
      const same = 'command' in change ? { command: change.command } : {}
      const before = { ...guard('gate'), ...same, ...('onFailure' in change && { onFailure: 'deny' }) }
      await load(gates(before))
      const session = hooks.session()
      write({ PreToolUse: [{ ...(matcher !== undefined && { matcher }), hooks: [{ ...before, ...change }] }] })
      await hooks.reload()
      expect((await fire(session))[0]).toBe('deny')
      expect((await fire(hooks.session()))[0]).toBe(null)
    },
  )

  it('keeps a callback that an override switched off, for running sessions', async () => {
    const code: HooksConfig = {
      PreToolUse: [{ hooks: [{ type: 'callback', id: 'gate', callback: () => ({ decision: 'deny' }) }] }],
      overrides: {},
    }
    await load({}, code)
    const session = hooks.session()
    code.overrides = { gate: { enabled: false } }
    await hooks.reload()
    expect((await fire(session))[0]).toBe('deny')
    expect((await fire(hooks.session()))[0]).toBe(null)
  })

  it('changes nothing when nothing changed, however often: every gate runs once', async () => {
    await load(
      { ...gates(guard('gate', 0)), guards: ['hookline:dangerous-commands'] },
      { PreToolUse: [() => undefined] },
    )
    const session = hooks.session()
    const before = await fire(session)
    for (let round = 0; round < 5; round++) await hooks.reload()
    expect(await fire(session)).toEqual(before)
    expect(before[1]).toHaveLength(3)
  })

  it('tightens permission rules at once and loosens them at the next session', async () => {
    await load({ permissions: { allow: ['Bash(ls)', 'Bash(pwd)'], deny: ['Bash(rm *)'], ask: ['Bash(git *)'] } })
    const session = hooks.session()
    const judge = async (on: HookSession): Promise<string[]> => {
      const statuses: string[] = []
      for (const command of ['ls', 'pwd', 'date', 'rm x', 'git push', 'curl x']) {
        statuses.push((await on.tool({ name: 'Bash', input: { command } }, () => undefined)).status)
      }
      return statuses
    }
    expect(await judge(session)).toEqual(['ok', 'ok', 'denied', 'denied', 'denied', 'denied'])
    write({
      permissions: {
        allow: ['Bash(ls)', 'Bash(date)', 'Bash(rm *)', 'Bash(git *)', 'Bash(curl *)'],
        deny: ['Bash(curl *)'],
      },
    })
    await hooks.reload()
    expect(await judge(session)).toEqual(['ok', 'denied', 'denied', 'denied', 'denied', 'denied'])
    expect(await judge(hooks.session())).toEqual(['ok', 'denied', 'ok', 'ok', 'ok', 'denied'])
  })

  it.each([
    ['no JSON', '{"PreToolUse": [', 'CONFIG_SYNTAX'],
    ['an unknown key', '{"PreTolUse": []}', 'CONFIG_UNKNOWN_KEY'],
    [
      'F100 one bad hook among a hundred',
      JSON.stringify(gates(...Array.from({ length: 99 }, (_, index) => guard(`g${index}`)), { id: 'bad', command: 7 })),
      '',
    ],
  ])('keeps the last good configuration and says so when the file has %s', async (_, text, code) => {
    await load(gates(guard('good')))
    const session = hooks.session()
    write(text)
    steps.length = 0
    await expect(hooks.reload()).rejects.toMatchObject({
      name: 'HookError',
      ...(code && { code: expect.stringContaining('CONFIG') }),
    })
    expect(steps).toMatchObject([{ type: 'notice', code: 'CONFIG_KEPT' }])
    expect(hooks.list().map(({ id }) => id)).toEqual(['good'])
    expect((await fire(session))[0]).toBe('deny')
    expect((await fire(hooks.session()))[0]).toBe('deny')
    write(gates(guard('mended')))
    await hooks.reload()
    expect(hooks.list().map(({ id }) => id)).toEqual(['mended'])
  })

  it('F100 refuses to start with one bad hook among a hundred: never fewer guards than written', async () => {
    write(gates(...Array.from({ length: 99 }, (_, index) => guard(`g${index}`)), { id: 'bad', comand: 'x' }))
    const loading = createHooks({}, { cwd: folder, files: [file] })
    await expect(loading).rejects.toMatchObject({ code: 'CONFIG_UNKNOWN_KEY' })
    await expect(loading).rejects.toThrow('command')
  })

  it('keeps the last good configuration when the file has gone', async () => {
    await load(gates(guard('good')))
    rmSync(file)
    await expect(hooks.reload()).rejects.toMatchObject({ name: 'HookError' })
    expect((await fire(hooks.session()))[0]).toBe('deny')
  })

  it('A17 of many at the same time the last file written has the last word', async () => {
    await load(gates(guard('v0', 0)))
    const reloads: Promise<void>[] = []
    for (let version = 1; version <= 30; version++) {
      write(gates(guard(`v${version}`, 0)))
      reloads.push(hooks.reload())
    }
    await Promise.all(reloads)
    expect(hooks.list().map(({ id }) => id)).toEqual(['v30'])
  })

  it('A17 every snapshot seen during a hundred rewrites is one of the files written', async () => {
    const version = (count: number): object => gates(guard(`a${count}`, 0), guard(`b${count}`, 0))
    await load(version(0))
    const seen = new Set<string>()
    for (let count = 1; count <= 100; count++) {
      write(version(count))
      const reloading = hooks.reload()
      seen.add(
        hooks
          .list()
          .map(({ id }) => id)
          .join(),
      )
      await reloading
      seen.add(
        hooks
          .list()
          .map(({ id }) => id)
          .join(),
      )
    }
    expect(seen.size).toBe(101)
    for (const ids of seen) expect(ids).toMatch(/^a(\d+),b\1$/)
  })

  it('does not disturb an event that is under way', async () => {
    await load(gates({ id: 'slow', command: 'sleep 0.2; exit 0' }))
    const session = hooks.session()
    const firing = session.fire('PreToolUse', call)
    write(gates(guard('added')))
    await hooks.reload()
    expect((await firing).runs.map(({ hook, status }) => `${hook} ${status}`)).toEqual(['slow ok'])
    expect((await fire(session))[0]).toBe('deny')
  })

  it('goes on although the observer throws', async () => {
    write({ ...gates(guard('good')) })
    hooks = await createHooks(
      {},
      {
        cwd: folder,
        files: [file],
        observer: () => {
          throw new Error('a broken observer')
        },
      },
    )
    write('{')
    await expect(hooks.reload()).rejects.toMatchObject({ name: 'HookError' })
    expect((await fire(hooks.session()))[0]).toBe('deny')
  })
})
