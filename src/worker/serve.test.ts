import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { type Answer, serve } from './serve.ts'

const hello = { type: 'hello', protocol: 1, accepts: ['ping', 'cancel', 'drain'] }

/** Serves these chunks and gives what was sent back, line by line. */
async function converse(answer: Answer, chunks: readonly (string | Buffer)[]): Promise<unknown[]> {
  const input = new PassThrough()
  const output = new PassThrough()
  const done = serve(answer, { input, output })
  for (const chunk of chunks) input.write(chunk)
  input.end()
  await done
  output.end()
  return (await text(output))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const request = (id: number, payload: object = {}): string => `${JSON.stringify({ id, payload })}\n`

describe('serve', () => {
  it('says hello, answers every request by its id, and ends with its input', async () => {
    const answer: Answer = async (input) => (input['n'] === 1 ? { decision: 'deny' } : undefined)
    expect(await converse(answer, [request(1, { n: 1 }), request(2, { n: 2 })])).toEqual([
      hello,
      { id: 1, answer: { decision: 'deny' } },
      { id: 2, answer: null },
    ])
  })

  it('sends an error for a request whose function throws or rejects, and goes on', async () => {
    const answer: Answer = (input) => {
      if (input['n'] === 1) throw new Error('thrown')
      return input['n'] === 2 ? Promise.reject('rejected') : { n: 3 }
    }
    const sent = await converse(
      answer,
      [1, 2, 3].map((n) => request(n, { n })),
    )
    expect(sent.slice(1)).toEqual(
      expect.arrayContaining([
        { id: 1, error: 'thrown' },
        { id: 2, error: 'rejected' },
        { id: 3, answer: { n: 3 } },
      ]),
    )
    expect(sent).toHaveLength(4)
  })

  it('answers in the order in which answers are ready', async () => {
    const answer: Answer = async ({ ms }) => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      return { ms }
    }
    const sent = await converse(answer, [request(1, { ms: 80 }), request(2, { ms: 0 })])
    expect(sent.slice(1)).toEqual([
      { id: 2, answer: { ms: 0 } },
      { id: 1, answer: { ms: 80 } },
    ])
  })

  it('puts lines and characters together that arrive in pieces, and skips what is no JSON', async () => {
    const bytes = Buffer.from(`\nno json\n${request(1, { word: 'ä→😀' })}`)
    const pieces = Array.from(bytes, (byte) => Buffer.from([byte]))
    expect(await converse((input) => ({ ...input }), pieces)).toEqual([hello, { id: 1, answer: { word: 'ä→😀' } }])
  })

  it('aborts the signal of a request that is cancelled, and answers health checks', async () => {
    const answer: Answer = (_, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve({ aborted: true })))
    const chunks = [request(7), '{"type":"ping"}\n', '{"type":"cancel","id":7}\n', '{"type":"cancel","id":99}\n']
    expect(await converse(answer, chunks)).toEqual([hello, { type: 'pong' }, { id: 7, answer: { aborted: true } }])
  })
})
