import { describe, expect, it } from 'vitest'
import { createProvider, type ModelMessage } from '../../src/models/index.ts'
import { collectEvents, sayHi, startGoogleServer } from '../support/model-servers/index.ts'

const key = 'AIzaTest0123456789'
const usage = { inputTokens: 11, outputTokens: 7 }

describe('Google', () => {
  it('thinks, speaks and calls tools, and gets its signatures back', async () => {
    const toolCalls = [
      { name: 'Read', input: { path: 'a b' } },
      { name: 'List', input: {} },
    ]
    await using server = await startGoogleServer([
      { thinking: 'Let me see', signature: 'sig==', text: 'I look.', toolCalls, usage },
      { text: 'Done.' },
    ])
    const provider = await createProvider({ type: 'google', baseUrl: server.url }, { GEMINI_API_KEY: key })
    const request = sayHi({ model: provider.defaultModel, system: 'Be brief.' })
    const events = await collectEvents(provider, request)
    const metadata = { google: expect.objectContaining({ thoughtSignature: 'sig==' }) }
    expect(events).toEqual([
      { type: 'thinking', delta: 'Let me see' },
      { type: 'thinking', delta: '', metadata: expect.objectContaining(metadata) },
      { type: 'text', delta: 'I look.' },
      {
        type: 'toolCall',
        id: expect.any(String),
        name: 'Read',
        input: { path: 'a b' },
        metadata: expect.objectContaining(metadata),
      },
      { type: 'toolCall', id: expect.any(String), name: 'List', input: {} },
      { type: 'finish', reason: 'toolCalls', usage },
    ])
    const calls = events.filter((event) => event.type === 'toolCall')
    const messages: ModelMessage[] = [
      ...request.messages,
      { role: 'assistant', content: calls },
      {
        role: 'tool',
        content: calls.map(({ id, name }) => ({ type: 'toolResult', id, name, text: 'fine', isError: false })),
      },
    ]
    await collectEvents(provider, { ...request, messages })
    const [first, second] = server.requests
    expect({ path: first!.path, key: first!.headers['x-goog-api-key'], system: first!.body.systemInstruction }).toEqual(
      {
        path: `/v1beta/models/${provider.defaultModel}:streamGenerateContent?alt=sse`,
        key,
        system: { parts: [{ text: 'Be brief.' }] },
      },
    )
    expect(second!.body.contents[1]).toMatchObject({
      role: 'model',
      parts: [
        { functionCall: { name: 'Read', args: { path: 'a b' } }, thoughtSignature: 'sig==' },
        { functionCall: { name: 'List', args: {} } },
      ],
    })
  })

  it('is shown images and answers in the shape of a schema', async () => {
    await using server = await startGoogleServer([{ text: '{"ok":true}' }])
    const provider = await createProvider({ type: 'google', apiKey: key, baseUrl: server.url }, {})
    const messages: ModelMessage[] = [
      { role: 'user', content: [{ type: 'image', data: 'iVBORw0KGgo=', mediaType: 'image/png' }] },
    ]
    await collectEvents(
      provider,
      sayHi({ messages, answerSchema: { type: 'object', properties: { ok: { type: 'boolean' } } } }),
    )
    const { contents, generationConfig } = server.requests[0]!.body
    expect(contents).toEqual([
      { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }] },
    ])
    expect(generationConfig).toMatchObject({ responseMimeType: 'application/json' })
  })
})
