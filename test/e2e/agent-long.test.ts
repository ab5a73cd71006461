import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSession } from '../../src/index.ts'

it('a session of 500 turns keeps its pace and its memory', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'hookline-long-'))
  writeFileSync(join(dir, 'a'), 'x')
  let calls = 0
  const session = await createSession({
    cwd: dir,
    storage: { dir: join(dir, '.sessions') },
    hooks: { PreToolUse: [() => ({ action: 'continue' as const })], Stop: [() => undefined] },
    permissions: { allow: ['Read'] },
    provider: {
      type: 'scripted',
      script: () =>
        calls++ % 2 === 0 ? { toolCalls: [{ name: 'Read', input: { file_path: join(dir, 'a') } }] } : { text: 'ok' },
    },
  })
  const times: number[] = []
  const heaps: number[] = []
  for (let turn = 0; turn < 500; turn++) {
    const started = performance.now()
    await session.send('again')
    let last: string | undefined
    for await (const message of session.stream()) last = message.type === 'result' ? message.subtype : last
    expect(last).toBe('success')
    times.push(performance.now() - started)
    if (turn % 100 === 99) {
      globalThis.gc?.()
      heaps.push(process.memoryUsage().heapUsed)
    }
  }
  await session.close()
  rmSync(dir, { recursive: true, force: true })
  const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
  expect(calls).toBe(1000)
  // Machines are noisy: a turn that looked at all turns before it would be several times slower at the end.
  expect(median(times.slice(-100)) / median(times.slice(50, 150))).toBeLessThan(2.5)
  // What a turn leaves behind is its messages: kilobytes, not megabytes.
  expect((heaps.at(-1)! - heaps[0]!) / 400).toBeLessThan(100_000)
})
