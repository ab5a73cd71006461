import { describe, expect, it } from 'vitest'
import { toCallOptions } from './to-call-options.ts'

describe('a request', () => {
  it('says only what it was given', () => {
    const request = { model: 'm', system: '', messages: [], tools: [] }
    expect(toCallOptions(request)).toEqual({ prompt: [] })
  })

  it('is put into the words of the provider packages', () => {
    const { signal } = new AbortController()
    const inputSchema = { type: 'object' }
    const options = toCallOptions({
      model: 'm',
      system: 'S',
      messages: [
        { role: 'user', content: [{ type: 'image', data: 'aGk=', mediaType: 'image/png' }] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', text: '', metadata: { acme: { redacted: 'x' } } },
            { type: 'thinking', text: 'unsigned' },
            { type: 'text', text: '' },
            { type: 'toolCall', id: 'c', name: 'T', input: { a: 1 }, metadata: { acme: { signature: 's' } } },
          ],
        },
        { role: 'tool', content: [{ type: 'toolResult', id: 'c', name: 'T', text: '', isError: true }] },
        { role: 'assistant', content: [] },
      ],
      tools: [{ name: 'T', description: 'D', inputSchema }],
      signal,
      maxOutputTokens: 9,
      answerSchema: inputSchema,
    })
    expect(options).toEqual({
      prompt: [
        { role: 'system', content: 'S' },
        { role: 'user', content: [{ type: 'file', data: { type: 'data', data: 'aGk=' }, mediaType: 'image/png' }] },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: '', providerOptions: { acme: { redacted: 'x' } } },
            { type: 'reasoning', text: 'unsigned' },
            {
              type: 'tool-call',
              toolCallId: 'c',
              toolName: 'T',
              input: { a: 1 },
              providerOptions: { acme: { signature: 's' } },
            },
          ],
        },
        {
          role: 'tool',
          content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'T', output: { type: 'error-text', value: '' } }],
        },
      ],
      tools: [{ type: 'function', name: 'T', description: 'D', inputSchema }],
      abortSignal: signal,
      maxOutputTokens: 9,
      responseFormat: { type: 'json', schema: inputSchema },
    })
  })
})
