import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findDescendants, listProcesses, readCommandLine } from '../../src/base/process-tree.ts'
import { createCommandRunner } from '../../src/handlers/command/index.ts'
import { createRequest, listSurvivors, modes } from './fixtures/command-runs.ts'

const count = process.env['HOOKLINE_FULL'] ? 1_000 : 60

describe.each(modes)('stubborn hooks in numbers, %s', (mode) => {
  it(`leave no process, no descriptor, no listener and no memory behind`, { timeout: count * 1_000 }, async () => {
    const runner = createCommandRunner({ mode, maxConcurrent: 12 })
    onTestFinished(() => runner.close())
    const cancel = new AbortController()
    const options = { reap: 'all', timeoutMs: 150, signal: cancel.signal } as const
    const runAll = (times: number) =>
      Promise.all(
        Array.from({ length: times }, async (_, at) => {
          const result = await runner.run(createRequest(`sh "$FIXTURES/stubborn.sh" ${at}`, '/', options))
          return result.kind
        }),
      )
    await runAll(12)
    const before = await takeStock()
    const results = await runAll(count)
    expect(results).toEqual(Array.from({ length: count }, () => 'process'))
    // What could not be killed in time is pursued for a while longer.
    await vi.waitFor(async () => expect((await listSurvivors()).map((pid) => readCommandLine(pid))).toEqual([]), {
      timeout: 6_000,
      interval: 100,
    })
    await sleep(100)
    const after = await takeStock()
    expect(after.listeners).toEqual(before.listeners)
    expect(after.descriptors - before.descriptors).toBeLessThanOrEqual(24)
    expect(after.memory - before.memory).toBeLessThan(8 * 1024 * 1024)

    const beside = findDescendants(await listProcesses(), [process.pid]).filter(({ pid }) =>
      /warden|helper-main/.test(readCommandLine(pid)),
    )
    expect(beside.length).toBeGreaterThan(0)
    await runner.close()
    expect((await takeStock()).descriptors).toBeLessThanOrEqual(before.descriptors)
    await sleep(200)
    const left = findDescendants(await listProcesses(), [process.pid]).filter(({ pid }) =>
      /warden|helper-main/.test(readCommandLine(pid)),
    )
    expect(left).toEqual([])
  })
})

// What the collector has let go is freed in the background, so `external` still counts it for a while.
async function takeStock() {
  collectGarbage()
  await sleep(50)
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return {
    descriptors: readdirSync('/proc/self/fd').length,
    listeners: Object.fromEntries(process.eventNames().map((name) => [String(name), process.listenerCount(name)])),
    memory: heapUsed + arrayBuffers,
  }
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
