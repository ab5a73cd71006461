import { describe, expect, it } from 'vitest'
import { createFrameReader, encodeFrame, type HostMessage } from './helper-protocol.ts'

const run: HostMessage = {
  type: 'run',
  id: 1,
  command: { shell: 'echo é' },
  cwd: '/',
  env: { A: '漢' },
  timeoutMs: 5,
  reap: 'group',
}
const cancel: HostMessage = { type: 'cancel', id: 2 }

describe('frames', () => {
  it('come out as they went in, wherever the stream is cut', () => {
    const body = Buffer.from('input 😀')
    const stream = Buffer.concat([encodeFrame(run, body.length), body, encodeFrame(cancel), encodeFrame(run, 0)])
    for (let size = 1; size <= stream.length; size++) {
      const seen: [HostMessage, string][] = []
      const read = createFrameReader<HostMessage>((message, bytes) => seen.push([message, bytes.toString()]))
      for (let at = 0; at < stream.length; at += size) read(stream.subarray(at, at + size))
      expect(seen).toEqual([
        [run, 'input 😀'],
        [cancel, ''],
        [run, ''],
      ])
    }
  })

  it('carry a large body in one piece', () => {
    const body = Buffer.alloc(3_000_000, 'x')
    const lengths: number[] = []
    const read = createFrameReader<HostMessage>((_, bytes) => lengths.push(bytes.length))
    read(encodeFrame(run, body.length))
    for (let at = 0; at < body.length; at += 65_536) read(body.subarray(at, at + 65_536))
    expect(lengths).toEqual([3_000_000])
  })
})
