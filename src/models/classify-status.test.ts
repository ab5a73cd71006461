import { describe, expect, it } from 'vitest'
import { classifyStatus } from './classify-status.ts'

describe('the status of an answer', () => {
  it('tells the kind of an error', () => {
    const statuses = [400, 401, 403, 404, 408, 413, 422, 429, 500, 502, 503, 504, 529, undefined]
    expect(Object.fromEntries(statuses.map((status) => [String(status), classifyStatus(status, 'no')]))).toEqual({
      '400': 'invalidRequest',
      '401': 'authentication',
      '403': 'authentication',
      '404': 'invalidRequest',
      '408': 'connection',
      '413': 'contextLength',
      '422': 'invalidRequest',
      '429': 'rateLimit',
      '500': 'other',
      '502': 'other',
      '503': 'overloaded',
      '504': 'other',
      '529': 'overloaded',
      undefined: 'other',
    })
  })

  it('knows how vendors say that a conversation is too long', () => {
    const said = [
      'prompt is too long: 210000 tokens > 200000 maximum',
      'input length and `max_tokens` exceed context limit: 190000 + 21333 > 200000',
      "This model's maximum context length is 128000 tokens.",
      'Your input exceeds the context window of this model.',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      'the request exceeds the available context size. try increasing the context size',
      'Please reduce the length of the messages. context_length_exceeded',
    ]
    expect(said.filter((message) => classifyStatus(400, message) !== 'contextLength')).toEqual([])
    expect(classifyStatus(undefined, said[0]!)).toBe('contextLength')
  })

  it('does not take every mention of a context for that', () => {
    const said = ['context is required', 'max_tokens exceeds the limit of this model', 'Unknown field: context_window']
    expect(said.map((message) => classifyStatus(400, message))).toEqual(said.map(() => 'invalidRequest'))
  })

  it('prefers the rate limit, which also speaks of lengths', () => {
    expect(classifyStatus(429, 'Request too large: maximum context length per minute')).toBe('rateLimit')
  })
})
