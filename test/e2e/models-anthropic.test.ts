import { describe, expect, it } from 'vitest'
import { createProvider, type ModelMessage } from '../../src/models/index.ts'
import { collectEvents, sayHi, startAnthropicServer } from '../support/model-servers/index.ts'

const key = 'sk-ant-test-0123456789'
const usage = { inputTokens: 11, outputTokens: 7 }

describe('Anthropic', () => {
  it('streams a text as it comes', async () => {
    await using server = await startAnthropicServer([{ text: 'Hello there', deltas: 2, usage }])
    const provider = await createProvider({ type: 'anthropic', apiKey: key, baseUrl: server.url }, {})
    expect(await collectEvents(provider, sayHi({ system: 'Be brief.', maxOutputTokens: 99 }))).toEqual([
      { type: 'text', delta: 'Hello ' },
      { type: 'text', delta: 'there' },
      { type: 'finish', reason: 'stop', usage },
    ])
    const { path, headers, body } = server.requests[0]!
    expect({ path, key: headers['x-api-key'], body }).toEqual({
      path: '/v1/messages',
      key,
      body: {
        model: 'test-model',
        max_tokens: 99,
        stream: true,
        system: [{ type: 'text', text: 'Be brief.' }],
        messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
      },
    })
  })

  it('calls tools, several at once, and takes their results', async () => {
    const toolCalls = [
      { id: 'toolu_a', name: 'Read', input: { path: 'a b' } },
      { id: 'toolu_b', name: 'List', input: {} },
    ]
    await using server = await startAnthropicServer([{ text: 'I look.', toolCalls, usage }, { text: 'Done.' }])
    const provider = await createProvider({ type: 'anthropic', apiKey: key, baseUrl: server.url }, {})
    const inputSchema = { type: 'object', properties: { path: { type: 'string' } } }
    const tools = [{ name: 'Read', description: 'Reads a file.', inputSchema }]
    expect(await collectEvents(provider, sayHi({ tools }))).toEqual([
      { type: 'text', delta: 'I look.' },
      { type: 'toolCall', id: 'toolu_a', name: 'Read', input: { path: 'a b' } },
      { type: 'toolCall', id: 'toolu_b', name: 'List', input: {} },
      { type: 'finish', reason: 'toolCalls', usage },
    ])
    const messages: ModelMessage[] = [
      ...sayHi().messages,
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          ...toolCalls.map((call) => ({ type: 'toolCall' as const, ...call })),
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'toolResult', id: 'toolu_a', name: 'Read', text: 'A', isError: false },
          { type: 'toolResult', id: 'toolu_b', name: 'List', text: 'no such folder', isError: true },
        ],
      },
    ]
    await collectEvents(provider, sayHi({ messages, tools }))
    expect(server.requests[0]!.body.tools).toEqual([
      { name: 'Read', description: 'Reads a file.', input_schema: inputSchema, eager_input_streaming: true },
    ])
    expect(server.requests[1]!.body.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'toolu_a', name: 'Read', input: { path: 'a b' } },
          { type: 'tool_use', id: 'toolu_b', name: 'List', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_a', content: 'A' },
          { type: 'tool_result', tool_use_id: 'toolu_b', content: 'no such folder', is_error: true },
        ],
      },
    ])
  })

  it('signs its thinking and gets it back with the signature', async () => {
    await using server = await startAnthropicServer([
      { thinking: 'Let me see', deltas: 2, signature: 'sig==', text: 'Yes.' },
      {},
    ])
    const provider = await createProvider({ type: 'anthropic', apiKey: key, baseUrl: server.url }, {})
    const events = await collectEvents(provider)
    const metadata = { anthropic: { signature: 'sig==' } }
    expect(events.slice(0, 4)).toEqual([
      { type: 'thinking', delta: 'Let m' },
      { type: 'thinking', delta: 'e see' },
      { type: 'thinking', delta: '', metadata },
      { type: 'text', delta: 'Ye' },
    ])
    const thought: ModelMessage = {
      role: 'assistant',
      content: [
        { type: 'thinking', text: 'Let me see', metadata },
        { type: 'text', text: 'Yes.' },
      ],
    }
    await collectEvents(provider, sayHi({ messages: [...sayHi().messages, thought, ...sayHi().messages] }))
    expect(server.requests[1]!.body.messages[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Let me see', signature: 'sig==' },
        { type: 'text', text: 'Yes.' },
      ],
    })
  })

  it('is shown images, and spared what says nothing', async () => {
    await using server = await startAnthropicServer([{ text: 'A cat.' }])
    const provider = await createProvider({ type: 'anthropic', apiKey: key, baseUrl: server.url }, {})
    const messages: ModelMessage[] = [
      { role: 'user', content: [{ type: 'text', text: 'one' }] },
      { role: 'assistant', content: [{ type: 'text', text: '' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: '' },
          { type: 'image', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
        ],
      },
    ]
    await collectEvents(provider, sayHi({ messages }))
    expect(server.requests[0]!.body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'one' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
        ],
      },
    ])
  })

  it('answers in the shape of a schema', async () => {
    await using server = await startAnthropicServer([{ text: '{"ok":true}' }])
    const provider = await createProvider({ type: 'anthropic', apiKey: key, baseUrl: server.url }, {})
    const answerSchema = {
      type: 'object',
      properties: { ok: { type: 'boolean' } },
      required: ['ok'],
      additionalProperties: false,
    }
    const events = await collectEvents(provider, sayHi({ model: provider.defaultModel, answerSchema }))
    expect(events[0]).toEqual({ type: 'text', delta: '{"ok":true}' })
    expect(server.requests[0]!.body.output_config).toEqual({ format: { type: 'json_schema', schema: answerSchema } })
  })

  it('is found by the variables of the host, and takes more headers', async () => {
    await using server = await startAnthropicServer([{ text: 'a' }, { text: 'b' }])
    const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: `${server.url}/gateway/`, OPENAI_API_KEY: 'other' }
    await collectEvents(await createProvider(undefined, env))
    await collectEvents(await createProvider({ type: 'anthropic', headers: { 'x-team': 'tools' } }, env))
    expect(server.requests.map(({ path, headers }) => [path, headers['x-api-key'], headers['x-team']])).toEqual([
      ['/gateway/v1/messages', key, undefined],
      ['/gateway/v1/messages', key, 'tools'],
    ])
  })
})
