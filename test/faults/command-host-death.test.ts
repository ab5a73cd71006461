import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import {
  findDescendants,
  isSameProcess,
  listProcesses,
  type ProcessRow,
  readCommandLine,
  sendSignal,
} from '../../src/base/process-tree.ts'
import { createCommandRunner } from '../../src/handlers/command/index.ts'
import { createRequest, fixtures, listSurvivors, modes } from './fixtures/command-runs.ts'

const hosts: ChildProcess[] = []

afterEach(() => {
  for (const host of hosts.splice(0)) host.kill('SIGKILL')
})

/** Starts a fixture host and gives it with everything below it, once its hooks run. */
async function startHost(mode: string): Promise<{ host: ChildProcess; below: ProcessRow[]; mark: string }> {
  const mark = `host-${process.pid}-${Math.random().toString(36).slice(2)}`
  const host = spawn(process.execPath, [join(fixtures, 'host.ts'), mode], {
    env: { ...process.env, TEST_MARK: mark },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  hosts.push(host)
  await once(host.stdout!, 'data')
  const rows = await listProcesses()
  const marked = new Set(await listSurvivors(mark))
  marked.delete(host.pid!)
  const below = [...new Set([...findDescendants(rows, [host.pid!]), ...rows.filter(({ pid }) => marked.has(pid))])]
  return { host, below, mark }
}

async function waitUntilGone(rows: ProcessRow[], ms: number): Promise<string[]> {
  const end = performance.now() + ms
  while (rows.some(isSameProcess) && performance.now() < end) await sleep(50)
  return rows.filter(isSameProcess).map(({ pid }) => readCommandLine(pid))
}

describe.each(modes)('the end of the host, %s', (mode) => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'F89 after %s of the host its hooks and helpers are gone within 2 s',
    async (signal) => {
      const { host, below, mark } = await startHost(mode)
      expect(below.length).toBeGreaterThanOrEqual(8)
      host.kill(signal)
      await once(host, 'exit')
      expect(await waitUntilGone(below, 3_000)).toEqual([])
      expect(await listSurvivors(mark)).toEqual([])
    },
  )

  it('F89 after SIGKILL of the host and every process of ours at once the hooks are gone too', async () => {
    const { host, below, mark } = await startHost(mode)
    const helpers = below.filter(({ pid }) => readCommandLine(pid).includes('helper-main'))
    expect(helpers).toHaveLength(mode === 'helper' ? 1 : 0)
    for (const { pid } of helpers) sendSignal(pid, 'SIGKILL')
    host.kill('SIGKILL')
    await once(host, 'exit')
    expect(await waitUntilGone(below, 3_000)).toEqual([])
    expect(await listSurvivors(mark)).toEqual([])
  })

  it('a host with nothing more to do ends by itself, and what stood beside it goes too', async () => {
    const host = spawn(process.execPath, [join(fixtures, 'exits-by-itself.ts'), mode], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    hosts.push(host)
    let text = ''
    host.stdout!.on('data', (chunk) => {
      text += chunk
    })
    const [code] = await once(host, 'close')
    const { said, timers, beside } = JSON.parse(text) as { said: string; timers: string[]; beside: ProcessRow[] }
    expect({ code, said, timers }).toEqual({ code: 0, said: 'hello', timers: [] })
    expect(beside).toHaveLength(mode === 'helper' ? 2 : 1)
    expect(await waitUntilGone(beside, 3_000)).toEqual([])
  })
})

describe('the end of the helper', () => {
  it('breaks what it ran, ends those processes, and the next hook gets a new one', async () => {
    const runner = createCommandRunner({ mode: 'helper' })
    await runner.warm()
    const running = runner.run(createRequest('sh "$FIXTURES/ignores-term.sh"', '/'))
    await sleep(300)
    const helper = findDescendants(await listProcesses(), [process.pid]).find(({ pid }) =>
      readCommandLine(pid).includes('helper-main'),
    )
    sendSignal(helper!.pid, 'SIGKILL')
    expect(await running).toEqual({
      kind: 'broken',
      class: 'crash',
      message: 'the process that launches hooks ended unexpectedly (SIGKILL)',
      hint: 'the next hook starts a new one',
    })
    expect(await runner.run(createRequest('echo again', '/'))).toMatchObject({
      end: { by: 'exit', code: 0 },
      stdout: { text: 'again\n' },
    })
    for (let tries = 0; (await listSurvivors()).length > 0 && tries < 60; tries++) await sleep(50)
    expect(await listSurvivors()).toEqual([])
    await runner.close()
  })

  it('a helper that stands still does not delay the outcome past its bound', async () => {
    const runner = createCommandRunner({ mode: 'helper' })
    await runner.warm()
    const running = runner.run(createRequest('sleep 60', '/', { timeoutMs: 500 }))
    await sleep(200)
    const helper = findDescendants(await listProcesses(), [process.pid]).find(({ pid }) =>
      readCommandLine(pid).includes('helper-main'),
    )
    const start = performance.now()
    sendSignal(helper!.pid, 'SIGSTOP')
    expect(await running).toMatchObject({ kind: 'broken', class: 'timeout' })
    expect(performance.now() - start).toBeLessThan(2_500)
    for (let tries = 0; (await listSurvivors()).length > 0 && tries < 60; tries++) await sleep(50)
    expect(await listSurvivors()).toEqual([])
    await runner.close()
  })
})
