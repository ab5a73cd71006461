import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createHooks, type HookEntry } from '../../src/index.ts'

const call = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls' } }

describe('F40 a host that stands still again and again', () => {
  it('loses no answer of a hook that has ended', async () => {
    const host = spawn(process.execPath, ['--no-warnings', join(import.meta.dirname, 'fixtures', 'asks-often.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const output = text(host.stdout)
    const ended = once(host, 'exit')
    while (host.exitCode === null && host.signalCode === null) {
      await sleep(120)
      host.kill('SIGSTOP')
      await sleep(320)
      host.kill('SIGCONT')
    }
    expect(await ended).toEqual([0, null])
    const { fired, lost } = JSON.parse(await output) as { fired: number; lost: unknown[] }
    expect(fired).toBeGreaterThan(10)
    expect(lost).toEqual([])
  }, 60_000)
})

describe('a handler that is closed while its hooks run', () => {
  it('leaves a gate without an answer, which is a failure and no consent', async () => {
    const entry: HookEntry<'PreToolUse'> = { id: 'gate', command: 'sleep 30', onFailure: 'deny' }
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    const hooks = await createHooks(
      { PreToolUse: [{ hooks: [entry] }] },
      { observer: (step) => void (step.type === 'hookStart' && resolve()) },
    )
    const firing = hooks.session().fire('PreToolUse', call)
    await begun
    await sleep(100)
    await hooks.close()
    expect(await firing).toMatchObject({
      decision: 'deny',
      reason: 'hook was stopped before it could answer',
      aborted: false,
      runs: [{ hook: 'gate', status: 'failed', class: 'crash' }],
    })
  })
})
