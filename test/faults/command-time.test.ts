import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sendSignal } from '../../src/base/process-tree.ts'
import { createCommandRunner } from '../../src/handlers/command/index.ts'
import { createRequest, fixtures, listSurvivors, modes, useBench } from './fixtures/command-runs.ts'

const timeoutMs = 400
/** The promise: known at the latest 2 s after the timeout. */
const bound = timeoutMs + 2_000

describe.each(modes)('time, %s', (mode) => {
  const bench = useBench(mode)

  it.each([
    ['F30 a hook that sleeps too long', 'sleep 120'],
    ['F31 D2 a hook that ignores SIGTERM', 'sh "$FIXTURES/ignores-term.sh"'],
    ['F33 a hook that left a session by a double fork', 'sh "$FIXTURES/double-fork.sh"'],
    ['F33 a hook whose daemon emptied its environment', 'env -i setsid /bin/sh -c "sleep 120; : $TEST_MARK" & wait'],
    ['F34 a hook that stopped itself', 'kill -STOP $$'],
    ['F34 a hook that stopped its whole group', 'sleep 120 & kill -STOP 0; sleep 120'],
    ['F47 a hook that prints for ever', 'yes'],
    [
      'F47 a hook that prints for ever on both outputs without a newline',
      'tr "\\0" x < /dev/zero >&2 & tr "\\0" x < /dev/zero',
    ],
  ])('%s is over at its deadline and leaves no process', async (_, shell) => {
    const { end, ms } = await bench.runTimed(shell, { timeoutMs })
    expect(end).toEqual({ by: 'timeout' })
    expect(ms).toBeGreaterThanOrEqual(timeoutMs - 1)
    expect(ms).toBeLessThan(bound)
    expect(await listSurvivors()).toEqual([])
  })

  it('F33 D3 names what left the group and what became of it', async () => {
    const { leftovers } = await bench.runTimed('sh "$FIXTURES/double-fork.sh"', { timeoutMs })
    const escaped = leftovers.filter(({ place }) => place === 'escaped')
    expect(escaped.map(({ fate }) => fate)).toEqual(['killed', 'killed'])
    expect(escaped.map(({ command }) => command).join()).toContain('sleep 120')
  })

  it('F32 D1 a grandchild that holds the pipe does not delay the outcome', async () => {
    const { end, stdout, leftovers, ms } = await bench.runTimed('sh "$FIXTURES/holds-pipe.sh"')
    expect({ end, text: stdout.text }).toEqual({ end: { by: 'exit', code: 0 }, text: 'done\n' })
    expect(leftovers).toEqual([{ pid: expect.any(Number), command: 'sleep 120', place: 'group', fate: 'killed' }])
    expect(ms).toBeLessThan(2_000)
    expect(await listSurvivors()).toEqual([])
  })

  it('F32 what a grandchild prints shortly after the end is still read', async () => {
    const { stdout } = await bench.runTimed('(sleep 0.05; echo late) & echo early')
    expect(stdout.text).toBe('early\nlate\n')
  })

  it('a daemon that left the group is recorded and lives on, and is killed under `all`', async () => {
    const shell = 'setsid sleep 120 >/dev/null 2>&1 & sleep 0.1; exit 0'
    const { leftovers } = await bench.runTimed(shell)
    expect(leftovers).toEqual([{ pid: expect.any(Number), command: 'sleep 120', place: 'escaped', fate: 'alive' }])
    expect(await listSurvivors()).toEqual([leftovers[0]!.pid])
    sendSignal(leftovers[0]!.pid, 'SIGKILL')

    const all = await bench.runTimed(shell, { reap: 'all' })
    expect(all.leftovers).toEqual([{ pid: expect.any(Number), command: 'sleep 120', place: 'escaped', fate: 'killed' }])
    expect(await listSurvivors()).toEqual([])
  })

  it('under `none` nothing is killed and nothing recorded', async () => {
    const { leftovers, ms } = await bench.runTimed('sleep 120 & exit 0', { reap: 'none' })
    expect(leftovers).toEqual([])
    expect(ms).toBeLessThan(2_000)
    const survivors = await listSurvivors()
    expect(survivors).toHaveLength(1)
    sendSignal(survivors[0]!, 'SIGKILL')
  })

  it('F35 what was printed before the deadline is kept', async () => {
    const { end, stdout } = await bench.runTimed(`echo '{"decision":"deny"}'; sleep 99`, { timeoutMs })
    expect({ end, text: stdout.text }).toEqual({ end: { by: 'timeout' }, text: '{"decision":"deny"}\n' })
  })

  it('F36 a timeout beyond what a timer can hold does not fire at once', async () => {
    expect((await bench.runTimed('sleep 0.2; echo done', { timeoutMs: 2 ** 33 })).stdout.text).toBe('done\n')
  })

  it('F38 a jump of the wall clock changes no deadline', async () => {
    onTestFinished(() => void vi.useRealTimers())
    const running = bench.runTimed('sleep 0.3; exit 3', { timeoutMs: 10_000 })
    const late = bench.runTimed('sleep 60', { timeoutMs: 400 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
    await sleep(100)
    vi.setSystemTime(Date.now() - 2 * 86_400_000)
    expect((await running).end).toEqual({ by: 'exit', code: 3 })
    expect((await late).end).toEqual({ by: 'timeout' })
  })

  it('F39 a host that slept past the deadline calls the hook late, once', async () => {
    const running = bench.runTimed('sleep 60', { timeoutMs: 300 })
    await sleep(50)
    standStill(1_500)
    expect((await running).end).toEqual({ by: 'timeout' })
    expect(await listSurvivors()).toEqual([])
  })

  it('F40 a hook that finished while the host stood still is not called late', async () => {
    const running = bench.runTimed('sleep 0.1; head -c 300000 /dev/zero | tr "\\0" x; exit 3', { timeoutMs: 600 })
    await sleep(50)
    standStill(1_500)
    const { end, stdout } = await running
    expect({ end, bytes: stdout.bytes }).toEqual({ end: { by: 'exit', code: 3 }, bytes: 300_000 })
  })

  it('F87 an abort ends the hook and all it started', async () => {
    const cancel = new AbortController()
    const start = performance.now()
    const running = bench.run('sh "$FIXTURES/double-fork.sh"', { signal: cancel.signal })
    await sleep(300)
    expect((await listSurvivors()).length).toBeGreaterThan(0)
    cancel.abort()
    expect(await running).toEqual({ kind: 'cancelled' })
    expect(performance.now() - start).toBeLessThan(2_300)
    expect(await listSurvivors()).toEqual([])
  })

  it('a hook that runs hooks of its own takes them with it', async () => {
    const shell = `exec "${process.execPath}" "$FIXTURES/host.ts" ${mode}`
    const { end, stdout, leftovers } = await bench.runTimed(shell, { timeoutMs: 4_000 })
    expect({ end, text: stdout.text }).toEqual({ end: { by: 'timeout' }, text: 'ready\n' })
    expect(leftovers.length).toBeGreaterThanOrEqual(6)
    expect(await listSurvivors()).toEqual([])
  })

  it('F88 an abort before the start, twice, or after the end changes nothing', async () => {
    const cancel = new AbortController()
    expect((await bench.runTimed('exit 5', { signal: cancel.signal })).end).toEqual({ by: 'exit', code: 5 })
    cancel.abort()
    cancel.abort()
    expect(await bench.run('exit 5', { signal: cancel.signal })).toEqual({ kind: 'cancelled' })
  })
})

describe.each(modes)('waiting in line, %s', (mode) => {
  it('does not use up the time of the hook, and ends with an abort', async () => {
    const runner = createCommandRunner({ mode, maxConcurrent: 1 })
    const first = runner.run(createRequest('sleep 0.7', '/'))
    const cancel = new AbortController()
    const second = runner.run(createRequest('echo second', '/', { timeoutMs: 600 }))
    const third = runner.run(createRequest('echo third', '/', { signal: cancel.signal }))
    await sleep(100)
    cancel.abort()
    expect(await third).toEqual({ kind: 'cancelled' })
    expect(await first).toMatchObject({ end: { by: 'exit', code: 0 } })
    expect(await second).toMatchObject({ end: { by: 'exit', code: 0 }, stdout: { text: 'second\n' } })
    await runner.close()
  })

  it('closing ends what runs and what waits', async () => {
    const runner = createCommandRunner({ mode, maxConcurrent: 1 })
    const results = Promise.all(
      [1, 2, 3].map(() => runner.run(createRequest(`sh ${join(fixtures, 'ignores-term.sh')}`, '/'))),
    )
    await sleep(300)
    await runner.close()
    expect(await results).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }, { kind: 'cancelled' }])
    expect(await listSurvivors()).toEqual([])
  })
})

function standStill(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until) Math.sqrt(until)
}
