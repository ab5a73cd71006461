import { describe, expect, it } from 'vitest'
import { createProvider, type ModelProvider, type ProviderOptions, type ProviderPorts } from '../../src/models/index.ts'
import {
  collectEvents,
  collectFailure,
  createFastPorts,
  type ModelServer,
  type ServerScript,
  sayHi,
  startAnthropicServer,
  startGoogleServer,
  startOpenAiServer,
} from '../support/model-servers/index.ts'

const key = 'canary-key-0123456789abcdef'
const vendors: {
  name: string
  start(script: ServerScript): Promise<ModelServer>
  options: Partial<ProviderOptions> & { type: 'anthropic' | 'openai' | 'google' | 'openai-compatible' }
  label: string
  tooLong: string
}[] = [
  {
    name: 'anthropic',
    start: startAnthropicServer,
    options: { type: 'anthropic' },
    label: 'Anthropic',
    tooLong: 'prompt is too long: 210000 tokens > 200000 maximum',
  },
  {
    name: 'openai chat',
    start: startOpenAiServer,
    options: { type: 'openai' },
    label: 'OpenAI',
    tooLong: "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
  },
  {
    name: 'openai responses',
    start: startOpenAiServer,
    options: { type: 'openai', api: 'responses' },
    label: 'OpenAI',
    tooLong: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
  },
  {
    name: 'openai-compatible',
    start: startOpenAiServer,
    options: { type: 'openai-compatible' },
    label: 'The OpenAI-compatible server',
    tooLong: 'the request exceeds the available context size, try increasing it',
  },
  {
    name: 'google',
    start: startGoogleServer,
    options: { type: 'google' },
    label: 'Google',
    tooLong: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  },
]

describe.each(vendors)('$name', ({ start, options, label, tooLong }) => {
  const connect = (server: ModelServer, ports: ProviderPorts = createFastPorts()): Promise<ModelProvider> =>
    createProvider({ ...options, apiKey: key, baseUrl: server.url } as ProviderOptions, {}, ports)

  it('waits as long as a 429 asks and then succeeds', async () => {
    const error = { status: 429, message: 'Too many requests' }
    await using server = await start([
      { error, headers: { 'retry-after': '2' } },
      { error, headers: { 'retry-after-ms': '150' } },
      { text: 'Here.' },
    ])
    const ports = createFastPorts()
    expect((await collectEvents(await connect(server, ports)))[0]).toEqual({ type: 'text', delta: 'Here.' })
    expect(ports.pauses).toEqual([2000, 150])
  })

  it('gives up after four answers of 500, with growing pauses in between', async () => {
    await using server = await start(() => ({ error: { status: 500, message: 'Internal' } }))
    const ports = createFastPorts()
    expect(await collectFailure(await connect(server, ports))).toEqual({
      events: [],
      kind: 'other',
      status: 500,
      message: `${label} answered 500: Internal`,
      cause: undefined,
    })
    expect({ requests: server.requests.length, pauses: ports.pauses }).toEqual({
      requests: 4,
      pauses: [750, 1500, 3000],
    })
  })

  it('tells what kind of refusal it got, and tries again only where that may help', async () => {
    const cases = [
      { error: { status: 401, message: 'invalid key' }, kind: 'authentication', requests: 1 },
      { error: { status: 403, message: 'not allowed' }, kind: 'authentication', requests: 1 },
      { error: { status: 400, message: 'temperature out of range' }, kind: 'invalidRequest', requests: 1 },
      { error: { status: 404, message: 'no such model' }, kind: 'invalidRequest', requests: 1 },
      { error: { status: 400, message: tooLong }, kind: 'contextLength', requests: 1 },
      { error: { status: 429, message: 'slow down' }, kind: 'rateLimit', requests: 4 },
      { error: { status: 503, message: 'later' }, kind: 'overloaded', requests: 4 },
      { error: { status: 529, message: 'Overloaded' }, kind: 'overloaded', requests: 4 },
    ]
    for (const { error, kind, requests } of cases) {
      await using server = await start(() => ({ error }))
      const failure = await collectFailure(await connect(server))
      expect({ kind: failure.kind, status: failure.status, requests: server.requests.length }).toEqual({
        kind,
        status: error.status,
        requests,
      })
    }
  })

  it('does not wait for a server that asks for minutes', async () => {
    await using server = await start([
      { error: { status: 429, message: 'Tomorrow' }, headers: { 'retry-after': '600' } },
    ])
    const ports = createFastPorts()
    expect((await collectFailure(await connect(server, ports))).kind).toBe('rateLimit')
    expect(ports.pauses).toEqual([])
  })

  it.each(['reset', 'end'] as const)(
    'counts a stream cut by %s as connection and does not begin anew',
    async (fault) => {
      await using server = await start([{ text: 'Half an', fault }, { text: 'never' }])
      const failure = await collectFailure(await connect(server))
      expect({ kind: failure.kind, status: failure.status, events: failure.events }).toEqual({
        kind: 'connection',
        status: undefined,
        events: [{ type: 'text', delta: 'Half an' }],
      })
      expect(server.requests.length).toBe(1)
    },
  )

  it('begins anew when the stream was cut before anything came', async () => {
    await using server = await start([{ fault: 'end' }, { fault: 'reset' }, { text: 'Here.' }])
    expect((await collectEvents(await connect(server)))[0]).toEqual({ type: 'text', delta: 'Here.' })
    expect(server.requests.length).toBe(3)
  })

  it('passes on an error in the middle of a stream, with its kind', async () => {
    await using server = await start([{ text: 'Half an', fault: 'error' }])
    const { events, kind, status } = await collectFailure(await connect(server))
    const overloaded = label === 'Anthropic' || label === 'Google'
    expect({ events, kind }).toEqual({
      events: [{ type: 'text', delta: 'Half an' }],
      kind: overloaded ? 'overloaded' : 'other',
    })
    expect(status).toBeGreaterThanOrEqual(500)
  })

  it('stops in the middle of a stream when it is aborted, and closes the connection', async () => {
    await using server = await start([{ text: 'Half an', fault: 'hang' }])
    const abort = new AbortController()
    const stream = (await connect(server)).stream(sayHi({ signal: abort.signal }))[Symbol.asyncIterator]()
    expect(await stream.next()).toEqual({ done: false, value: { type: 'text', delta: 'Half an' } })
    const next = stream.next()
    abort.abort()
    await expect(next).rejects.toMatchObject({ name: 'ModelError', kind: 'aborted' })
    await server.requests[0]!.dropped
  })

  it('stops waiting for the next try when it is aborted', async () => {
    await using server = await start([
      { error: { status: 429, message: 'slow down' }, headers: { 'retry-after': '30' } },
    ])
    const abort = new AbortController()
    const after = (): (() => void) => {
      setImmediate(() => abort.abort())
      return () => {}
    }
    const provider = await connect(server, { clock: { now: Date.now, after } })
    expect((await collectFailure(provider, sayHi({ signal: abort.signal }))).kind).toBe('aborted')
    expect(server.requests.length).toBe(1)
  })

  it('sends nothing when it was aborted before', async () => {
    await using server = await start([{ text: 'never' }])
    const failure = await collectFailure(await connect(server), sayHi({ signal: AbortSignal.abort() }))
    expect({ kind: failure.kind, requests: server.requests.length }).toEqual({ kind: 'aborted', requests: 0 })
  })

  it('closes the connection when nobody listens any more', async () => {
    await using server = await start([{ text: 'Half an', fault: 'hang' }])
    for await (const event of (await connect(server)).stream(sayHi())) {
      expect(event).toEqual({ type: 'text', delta: 'Half an' })
      break
    }
    await server.requests[0]!.dropped
  })

  it('shows no key, whatever a server says', async () => {
    const encoded = Buffer.from(key).toString('base64')
    await using server = await start(({ headers }) => ({
      error: { status: 401, message: `You sent ${key} (${encoded}) in ${JSON.stringify(headers)}` },
    }))
    const failure = await collectFailure(await connect(server))
    expect(failure.message).toContain('[redacted')
    expect(JSON.stringify(failure)).not.toMatch(new RegExp(`${key}|${encoded}`))
  })

  it('reports a server that is not there as connection, after all tries', async () => {
    const server = await start([])
    await server.close()
    const ports = createFastPorts()
    const failure = await collectFailure(await connect(server, ports))
    expect({ kind: failure.kind, tries: ports.pauses.length + 1 }).toEqual({ kind: 'connection', tries: 4 })
    expect(failure.message).toMatch(/^The connection to .+ failed: .*ECONNREFUSED/)
  })
})

describe.each(vendors.filter(({ name }) => name !== 'google'))('garbage from $name', ({ start, options }) => {
  it.each(['{"path": "a', '[1]', '{"path": "a", "path": "b"}', 'rm -rf'])(
    'in arguments is a problem: %s',
    async (text) => {
      await using server = await start([{ toolCalls: [{ id: 'c', name: 'Read', input: {} }], rawArguments: text }])
      const provider = await createProvider({ ...options, apiKey: key, baseUrl: server.url } as ProviderOptions, {})
      expect((await collectEvents(provider))[0]).toMatchObject({
        type: 'toolCall',
        id: 'c',
        name: 'Read',
        input: {},
        problem: expect.stringMatching(/^The arguments are not a JSON object: /),
      })
    },
  )
})
