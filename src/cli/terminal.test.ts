import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createTerminal } from './terminal.ts'

type Channel = Parameters<typeof createTerminal>[0]['stdout']

function channel(isTTY: boolean): { stream: Channel; text(): string } {
  const stream = Object.assign(new PassThrough(), { isTTY })
  return { stream: stream as unknown as Channel, text: () => String(stream.read() ?? '') }
}

function paintWith(isTTY: boolean, env: NodeJS.ProcessEnv): string {
  const { paint } = createTerminal({ stdout: channel(isTTY).stream, stderr: channel(false).stream, env })
  return paint.stdout('red', 'x')
}

test('paints on a terminal only, and not against NO_COLOR or on a dumb one', () => {
  expect([
    paintWith(true, {}),
    paintWith(true, { NO_COLOR: '' }),
    paintWith(true, { NO_COLOR: '1' }),
    paintWith(true, { TERM: 'dumb' }),
    paintWith(false, {}),
  ]).toEqual(['\x1b[31mx\x1b[39m', '\x1b[31mx\x1b[39m', 'x', 'x', 'x'])
})

test('keeps the two channels apart', () => {
  const [stdout, stderr] = [channel(false), channel(false)]
  const terminal = createTerminal({ stdout: stdout.stream, stderr: stderr.stream, env: {} })
  terminal.print('result')
  terminal.tell('remark')
  terminal.write('stdout', 'exact')
  terminal.write('stderr', '')
  expect([stdout.text(), stderr.text()]).toEqual(['result\nexact', 'remark\n'])
})

test('flushes although the reader has gone', async () => {
  const [stdout, stderr] = [channel(false), channel(false)]
  const terminal = createTerminal({ stdout: stdout.stream, stderr: stderr.stream, env: {} })
  ;(stdout.stream as unknown as PassThrough).destroy(new Error('EPIPE'))
  terminal.print('result')
  await terminal.flush()
  expect(stderr.text()).toBe('')
})
