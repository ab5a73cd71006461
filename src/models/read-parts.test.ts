import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import type { ModelEvent } from './model-types.ts'
import { CutStreamError, readParts, StreamedError } from './read-parts.ts'

const unknownUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}

describe('the parts of a stream', () => {
  it('become events, without those that say nothing', async () => {
    expect(
      await read([
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '0' },
        { type: 'text-delta', id: '0', delta: '' },
        { type: 'text-delta', id: '0', delta: 'a' },
        { type: 'text-end', id: '0' },
        { type: 'tool-input-start', id: 'c', toolName: 'T' },
        { type: 'tool-input-delta', id: 'c', delta: '{}' },
        { type: 'tool-call', toolCallId: 'c', toolName: 'T', input: '{}' },
        finish('tool-calls'),
      ]),
    ).toEqual([
      { type: 'text', delta: 'a' },
      { type: 'toolCall', id: 'c', name: 'T', input: {} },
      { type: 'finish', reason: 'toolCalls', usage: { inputTokens: 0, outputTokens: 0 } },
    ])
  })

  it('sign each block of thinking once, at its end, with all that was said about it', async () => {
    const events = await read([
      { type: 'reasoning-start', id: '0', providerMetadata: { acme: { item: 'r', signature: null } } },
      { type: 'reasoning-delta', id: '0', delta: 'a' },
      { type: 'reasoning-delta', id: '0', delta: '', providerMetadata: { acme: { signature: 's' } } },
      { type: 'reasoning-end', id: '0' },
      { type: 'reasoning-start', id: '1', providerMetadata: { acme: { redacted: 'x' } } },
      { type: 'reasoning-end', id: '1' },
      { type: 'reasoning-start', id: '2' },
      { type: 'reasoning-delta', id: '2', delta: 'b' },
      { type: 'reasoning-end', id: '2' },
      finish('stop'),
    ])
    expect(events.slice(0, -1)).toEqual([
      { type: 'thinking', delta: 'a' },
      { type: 'thinking', delta: '', metadata: { acme: { item: 'r', signature: 's' } } },
      { type: 'thinking', delta: '', metadata: { acme: { redacted: 'x' } } },
      { type: 'thinking', delta: 'b' },
    ])
  })

  it('end for one of our reasons', async () => {
    const reasons = ['stop', 'length', 'content-filter', 'tool-calls', 'other', 'error'] as const
    const ended = await Promise.all(reasons.map(async (reason) => (await read([finish(reason)]))[0]))
    expect(ended.map((event) => event?.type === 'finish' && event.reason)).toEqual([
      'stop',
      'length',
      'contentFilter',
      'toolCalls',
      'other',
      'other',
    ])
  })

  it('are cut when no end comes, or one that says so', async () => {
    await expect(read([])).rejects.toThrow(CutStreamError)
    await expect(read([finish('interrupted')])).rejects.toThrow(CutStreamError)
  })

  it('fail with what is reported', async () => {
    const error = { message: 'Overloaded' }
    await expect(read([{ type: 'error', error }])).rejects.toEqual(new StreamedError(error))
  })
})

async function read(parts: LanguageModelV4StreamPart[]): Promise<ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of readParts(ReadableStream.from(parts))) events.push(event)
  return events
}

function finish(
  unified: (LanguageModelV4StreamPart & { type: 'finish' })['finishReason']['unified'],
): LanguageModelV4StreamPart {
  return { type: 'finish', finishReason: { unified, raw: undefined }, usage: unknownUsage }
}
