import { describe, expect, it } from 'vitest'
import { ModelError, type ModelEvent } from './model-types.ts'
import { streamWithRetries } from './stream-with-retries.ts'

const text: ModelEvent = { type: 'text', delta: 'a' }

describe('retries', () => {
  it('are made up to four tries, with pauses that double and are spread by chance', async () => {
    expect(await run({ outcomes: ['fail', 'fail', 'fail', 'fail', 'text'], random: 0 })).toEqual({
      events: [],
      failure: 'failed 4',
      pauses: [500, 1000, 2000],
    })
    expect((await run({ outcomes: ['fail', 'fail', 'fail', 'fail'], random: 0.999 })).pauses.map(Math.round)).toEqual([
      1000, 1999, 3998,
    ])
  })

  it('end with the first success', async () => {
    expect(await run({ outcomes: ['fail', 'text', 'text'] })).toEqual({ events: [text], pauses: [750] })
  })

  it('are not made for failures that stay', async () => {
    expect(await run({ outcomes: ['fail', 'text'], retryable: false })).toEqual({
      events: [],
      failure: 'failed 1',
      pauses: [],
    })
  })

  it('are not made after the first event', async () => {
    expect(await run({ outcomes: ['textThenFail', 'text'] })).toEqual({
      events: [text],
      failure: 'failed 1',
      pauses: [],
    })
  })

  it('wait as long as the server asks, but not for minutes', async () => {
    expect((await run({ outcomes: ['fail', 'text'], retryAfterMs: 60_000 })).pauses).toEqual([60_000])
    expect(await run({ outcomes: ['fail', 'text'], retryAfterMs: 60_001 })).toEqual({
      events: [],
      failure: 'failed 1',
      pauses: [],
    })
  })

  it('leave no listener on the signal', async () => {
    const { signal } = new AbortController()
    let listeners = 0
    const counting = Object.assign(signal, {
      addEventListener: () => void listeners++,
      removeEventListener: () => void listeners--,
    })
    expect((await run({ outcomes: ['fail', 'fail', 'text'], signal: counting })).pauses.length).toBe(2)
    expect(listeners).toBe(0)
  })

  it('stop when the signal was aborted before the pause began', async () => {
    const abort = new AbortController()
    const outcome = await run({ outcomes: ['fail', 'text'], signal: abort.signal, onDescribe: () => abort.abort() })
    expect(outcome).toEqual({ events: [], failure: 'The model call was aborted.', pauses: [] })
  })
})

interface Run {
  outcomes: ('fail' | 'text' | 'textThenFail')[]
  random?: number
  retryable?: boolean
  retryAfterMs?: number
  signal?: AbortSignal
  onDescribe?: () => void
}

async function run({ outcomes, random = 0.5, retryable = true, retryAfterMs, signal, onDescribe }: Run) {
  const events: ModelEvent[] = []
  const pauses: number[] = []
  let tries = 0
  async function* open(): AsyncGenerator<ModelEvent> {
    const outcome = outcomes[tries++]
    if (outcome !== 'fail') yield text
    if (outcome !== 'text') throw new Error(`failed ${tries}`)
  }
  try {
    const stream = streamWithRetries(open, {
      signal,
      clock: {
        after(ms, work) {
          pauses.push(ms)
          const timer = setImmediate(work)
          return () => clearImmediate(timer)
        },
      },
      random: () => random,
      describe(thrown) {
        onDescribe?.()
        const error = new ModelError('other', (thrown as Error).message)
        return { error, retryable, ...(retryAfterMs !== undefined && { retryAfterMs }) }
      },
    })
    for await (const event of stream) events.push(event)
    return { events, pauses }
  } catch (error) {
    return { events, failure: (error as ModelError).message, pauses }
  }
}
