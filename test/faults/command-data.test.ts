import { describe, expect, it } from 'vitest'
import { modes, useBench } from './fixtures/command-runs.ts'

const mebibyte = 1024 * 1024
const flood = process.env['HOOKLINE_FULL'] ? 1024 * mebibyte : 64 * mebibyte

describe.each(modes)('exit and signals, %s', (mode) => {
  const bench = useBench(mode)

  it.each([0, 1, 2, 3, 124, 125, 137, 255])('F20 exit code %i arrives as it is', async (code) => {
    expect((await bench.runTimed(`exit ${code}`)).end).toEqual({ by: 'exit', code })
  })

  it('F22 an exit code is taken modulo 256, as the system does', async () => {
    expect((await bench.runTimed('python3 -c "import os; os._exit(258)"')).end).toEqual({ by: 'exit', code: 2 })
  })

  it.each(['SIGTERM', 'SIGKILL', 'SIGSEGV'])('F23 death by %s has no exit code', async (signal) => {
    expect((await bench.runTimed(`kill -s ${signal.slice(3)} $$`)).end).toEqual({ by: 'signal', signal })
  })

  it('F24 death by SIGPIPE is death by a signal', async () => {
    expect((await bench.runTimed('kill -s PIPE $$')).end).toEqual({ by: 'signal', signal: 'SIGPIPE' })
  })

  it('a hook does not inherit ignored signals: a broken pipe ends its writers', async () => {
    expect((await bench.runTimed('yes | head -n 1')).stdout.text).toBe('y\n')
  })
})

describe.each(modes)('input and output, %s', (mode) => {
  const bench = useBench(mode)
  const large = 'x'.repeat(5_000_000)

  it('F42 D5 a hook that does not read a large input decides by its exit', async () => {
    expect((await bench.runTimed('exit 3', { stdin: large })).end).toEqual({ by: 'exit', code: 3 })
    expect((await bench.runTimed('exec 0<&-; sleep 0.1; exit 4', { stdin: large })).end).toEqual({
      by: 'exit',
      code: 4,
    })
  })

  it('F43 D4 a hook that never reads its input and stays is over at its deadline', async () => {
    const { end, ms } = await bench.runTimed('sleep 60', { stdin: large, timeoutMs: 400 })
    expect(end).toEqual({ by: 'timeout' })
    expect(ms).toBeLessThan(2_400)
  })

  it('F44 a hook that writes much before it reads does not lock up', async () => {
    const { stdout } = await bench.runTimed('head -c 1000000 /dev/zero | tr "\\0" y; wc -c', { stdin: large })
    expect([stdout.bytes, stdout.text.slice(1_000_000).trim()]).toEqual([1_000_000 + '5000000\n'.length, '5000000'])
  })

  it('F44 input comes back exactly, whatever its size', async () => {
    for (const size of [0, 1, 4_096, 65_535, 65_536, 65_537, 900_000]) {
      const stdin = 'é'.repeat(size / 2) + 'z'.repeat(size % 2)
      const { stdout } = await bench.runTimed('cat', { stdin })
      expect(stdout).toEqual({ text: stdin, bytes: Buffer.byteLength(stdin), truncated: false, invalidUtf8: false })
    }
  })

  it.each(['out', 'err'])('F45 F46 D6 a flood on std%s is drained in bounded memory', async (stream) => {
    await bench.runTimed('sh "$FIXTURES/floods.sh" 3000000')
    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 20)
    const result = await bench.runTimed(`sh "$FIXTURES/floods.sh" ${flood} ${stream}; exit 7`, { timeoutMs: 60_000 })
    clearInterval(watch)
    const { text, ...facts } = stream === 'out' ? result.stdout : result.stderr
    expect({ end: result.end, ...facts }).toEqual({
      end: { by: 'exit', code: 7 },
      bytes: flood,
      truncated: true,
      invalidUtf8: false,
    })
    expect(text.length).toBeLessThan(mebibyte + 64 * 1024 + 100)
    expect(most - before).toBeLessThan(64 * mebibyte)
  })

  it('F48 invalid UTF-8 is told', async () => {
    const { stdout, stderr } = await bench.runTimed(String.raw`printf 'a\377b'; printf '\303' >&2`)
    expect([stdout, stderr]).toEqual([
      { text: 'a\ufffdb', bytes: 3, truncated: false, invalidUtf8: true },
      { text: '\ufffd', bytes: 1, truncated: false, invalidUtf8: true },
    ])
  })

  it('F49 a character written in two pieces is one character', async () => {
    const { stdout } = await bench.runTimed(String.raw`printf '\346\274'; sleep 0.05; printf '\242'`)
    expect(stdout).toEqual({ text: '漢', bytes: 3, truncated: false, invalidUtf8: false })
  })

  it('F50 a byte order mark is dropped', async () => {
    const { stdout } = await bench.runTimed(String.raw`printf '\357\273\277{}'`)
    expect(stdout).toEqual({ text: '{}', bytes: 5, truncated: false, invalidUtf8: false })
  })

  it('keeps the outputs of hooks that run together apart', async () => {
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        bench.runTimed(`yes ${at} | head -c 200000; yes ${at}e | head -c 200000 >&2`),
      ),
    )
    results.forEach(({ stdout, stderr }, at) => {
      expect(new Set(stdout.text.split('\n').slice(0, -1))).toEqual(new Set([String(at)]))
      expect(new Set(stderr.text.split('\n').slice(0, -1))).toEqual(new Set([`${at}e`]))
    })
  })
})
