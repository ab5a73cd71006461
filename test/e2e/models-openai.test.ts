import { describe, expect, it } from 'vitest'
import { createProvider, type ModelMessage, type ProviderOptions } from '../../src/models/index.ts'
import { collectEvents, sayHi, startOpenAiServer } from '../support/model-servers/index.ts'

const key = 'sk-test-0123456789abcdef'
const usage = { inputTokens: 11, outputTokens: 7 }
const tools = [{ name: 'Read', description: 'Reads a file.', inputSchema: { type: 'object', properties: {} } }]
const toolCalls = [
  { id: 'call_a', name: 'Read', input: { path: 'a b' } },
  { id: 'call_b', name: 'List', input: {} },
]
const afterTools: ModelMessage[] = [
  ...sayHi().messages,
  { role: 'assistant', content: toolCalls.map((call) => ({ type: 'toolCall' as const, ...call })) },
  {
    role: 'tool',
    content: [
      { type: 'toolResult', id: 'call_a', name: 'Read', text: 'A', isError: false },
      { type: 'toolResult', id: 'call_b', name: 'List', text: 'no such folder', isError: true },
    ],
  },
]
const answerSchema = { type: 'object', properties: { ok: { type: 'boolean' }, reason: { type: 'string' } } }
const image: ModelMessage = {
  role: 'user',
  content: [
    { type: 'text', text: 'What is it?' },
    { type: 'image', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
  ],
}

// OpenAI has no mark for failed calls; its package says it in the text.
const failedText = '{"error":"no such folder"}'

describe.each([
  ['openai', failedText],
  ['openai-compatible', 'no such folder'],
] as const)('chat completions of %s', (type, failed) => {
  const options = (url: string): ProviderOptions => ({ type, apiKey: key, baseUrl: `${url}/v1` })

  it('stream a text as it comes', async () => {
    await using server = await startOpenAiServer([{ text: 'Hello there', deltas: 2, usage }])
    const provider = await createProvider(options(server.url), {})
    expect(await collectEvents(provider, sayHi({ system: 'Be brief.' }))).toEqual([
      { type: 'text', delta: 'Hello ' },
      { type: 'text', delta: 'there' },
      { type: 'finish', reason: 'stop', usage },
    ])
    const { path, headers, body } = server.requests[0]!
    expect({ path, key: headers.authorization, model: body.model, messages: body.messages }).toEqual({
      path: '/v1/chat/completions',
      key: `Bearer ${key}`,
      model: 'test-model',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'hi' },
      ],
    })
  })

  it('ask for a temperature, and do without one where it is refused, from then on', async () => {
    const error = { status: 400, message: "Unsupported value: 'temperature' does not support 0 with this model." }
    await using server = await startOpenAiServer([
      { text: 'a' },
      { error },
      { text: 'b' },
      { text: 'c' },
      { text: 'd' },
    ])
    const provider = await createProvider(options(server.url), {})
    await collectEvents(provider, sayHi({ temperature: 0 }))
    for (const delta of ['b', 'c'])
      expect((await collectEvents(provider, sayHi({ temperature: 0, model: 'picky' })))[0]).toEqual({
        type: 'text',
        delta,
      })
    await collectEvents(provider, sayHi({ temperature: 0 }))
    expect(server.requests.map(({ body }) => [body.model, body.temperature])).toEqual([
      ['test-model', 0],
      ['picky', 0],
      ['picky', undefined],
      ['picky', undefined],
      ['test-model', 0],
    ])
  })

  it('call tools, several at once, and take their results', async () => {
    await using server = await startOpenAiServer([{ toolCalls, usage }, { text: 'Done.' }])
    const provider = await createProvider(options(server.url), {})
    expect(await collectEvents(provider, sayHi({ tools }))).toEqual([
      { type: 'toolCall', id: 'call_a', name: 'Read', input: { path: 'a b' } },
      { type: 'toolCall', id: 'call_b', name: 'List', input: {} },
      { type: 'finish', reason: 'toolCalls', usage },
    ])
    await collectEvents(provider, sayHi({ messages: afterTools, tools }))
    expect(server.requests[0]!.body.tools).toEqual([
      { type: 'function', function: { name: 'Read', description: 'Reads a file.', parameters: tools[0]!.inputSchema } },
    ])
    expect(server.requests[1]!.body.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_a', type: 'function', function: { name: 'Read', arguments: '{"path":"a b"}' } },
          { id: 'call_b', type: 'function', function: { name: 'List', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_a', content: 'A' },
      { role: 'tool', tool_call_id: 'call_b', content: failed },
    ])
  })

  it('are shown images', async () => {
    await using server = await startOpenAiServer([{ text: 'A cat.' }])
    const provider = await createProvider(options(server.url), {})
    await collectEvents(provider, sayHi({ messages: [image] }))
    expect(server.requests[0]!.body.messages[0].content[1]).toEqual({
      type: 'image_url',
      image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' },
    })
  })

  it('answer in the shape of a schema that the strict mode would refuse', async () => {
    await using server = await startOpenAiServer([{ text: '{"ok":true}' }])
    const provider = await createProvider(options(server.url), {})
    await collectEvents(provider, sayHi({ answerSchema }))
    expect(server.requests[0]!.body.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { schema: answerSchema, strict: false },
    })
  })
})

describe('an OpenAI-compatible server', () => {
  it('needs no key, gets none of the environment, and may think aloud', async () => {
    await using server = await startOpenAiServer([{ thinking: 'Hm', text: 'Yes.' }])
    const options = { type: 'openai-compatible' as const, baseUrl: `${server.url}/api` }
    const provider = await createProvider(options, { OPENAI_API_KEY: key })
    expect((await collectEvents(provider)).slice(0, 2)).toEqual([
      { type: 'thinking', delta: 'Hm' },
      { type: 'text', delta: 'Yes.' },
    ])
    const { path, headers } = server.requests[0]!
    expect({ path, authorization: headers.authorization }).toEqual({ path: '/api/chat/completions' })
  })
})

describe('the Responses API of OpenAI', () => {
  const options = (url: string): ProviderOptions => ({ type: 'openai', apiKey: key, baseUrl: url, api: 'responses' })

  it('thinks, speaks and calls tools', async () => {
    await using server = await startOpenAiServer([
      { thinking: 'Let me see', signature: 'enc==', text: 'I look.', toolCalls, usage },
      { text: 'Done.' },
    ])
    const provider = await createProvider(options(server.url), {})
    const request = sayHi({ model: provider.defaultModel, tools })
    const events = await collectEvents(provider, request)
    const metadata = { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'enc==' } }
    expect(events).toEqual([
      { type: 'thinking', delta: 'Let me see' },
      { type: 'thinking', delta: '', metadata },
      { type: 'text', delta: 'I look.' },
      {
        type: 'toolCall',
        id: 'call_a',
        name: 'Read',
        input: { path: 'a b' },
        metadata: { openai: { itemId: 'fc_1' } },
      },
      { type: 'toolCall', id: 'call_b', name: 'List', input: {}, metadata: { openai: { itemId: 'fc_2' } } },
      { type: 'finish', reason: 'toolCalls', usage },
    ])
    const [question, said, results] = afterTools
    const thought = {
      role: 'assistant' as const,
      content: [{ type: 'thinking' as const, text: 'Let me see', metadata }, ...said!.content],
    }
    await collectEvents(provider, { ...request, messages: [question!, thought as ModelMessage, results!] })
    const { path, body } = server.requests[1]!
    expect({ path, store: body.store, include: body.include, input: body.input.slice(1) }).toEqual({
      path: '/v1/responses',
      store: false,
      include: ['reasoning.encrypted_content'],
      input: [
        {
          type: 'reasoning',
          id: 'rs_1',
          encrypted_content: 'enc==',
          summary: [{ type: 'summary_text', text: 'Let me see' }],
        },
        { type: 'function_call', call_id: 'call_a', name: 'Read', arguments: '{"path":"a b"}' },
        { type: 'function_call', call_id: 'call_b', name: 'List', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_a', output: 'A' },
        { type: 'function_call_output', call_id: 'call_b', output: failedText },
      ],
    })
  })

  it('is shown images and answers in the shape of a schema', async () => {
    await using server = await startOpenAiServer([{ text: '{"ok":true}' }])
    const provider = await createProvider(options(server.url), {})
    await collectEvents(provider, sayHi({ messages: [image], answerSchema }))
    const { body } = server.requests[0]!
    expect(body.input[0].content[1]).toEqual({ type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' })
    expect(body.text.format).toMatchObject({ type: 'json_schema', schema: answerSchema, strict: false })
  })
})
