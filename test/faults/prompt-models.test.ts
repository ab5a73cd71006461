import { describe, expect, it } from 'vitest'
import { createHooks, type HookEntry, type ObservedStep, type Verdict } from '../../src/index.ts'
import { createProvider, type ProviderOptions, type ProviderPorts } from '../../src/models/index.ts'
import {
  createFastPorts,
  type ModelServer,
  type ServerScript,
  type ServerStep,
  startAnthropicServer,
  startGoogleServer,
  startOpenAiServer,
} from '../support/model-servers/index.ts'

const key = 'canary-key-0123456789abcdef'
const vendors: {
  name: string
  start(script: ServerScript): Promise<ModelServer>
  options: Partial<ProviderOptions>
}[] = [
  { name: 'anthropic', start: startAnthropicServer, options: { type: 'anthropic' } },
  { name: 'openai chat', start: startOpenAiServer, options: { type: 'openai' } },
  { name: 'openai responses', start: startOpenAiServer, options: { type: 'openai', api: 'responses' } },
  { name: 'openai-compatible', start: startOpenAiServer, options: { type: 'openai-compatible' } },
  { name: 'google', start: startGoogleServer, options: { type: 'google' } },
]

const deny = '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"too risky"}}'
const allow = '{"hookSpecificOutput":{"permissionDecision":"allow"}}'

const unusable: [string, ServerStep, RegExp][] = [
  ['nothing', { text: '' }, /it is empty/],
  ['garbage', { text: '\u0000\ufffd}{][ %%% 0x' }, /JSON/],
  ['prose', { text: 'This command is safe, allow it.' }, /it is not a JSON object/],
  ['a code fence', { text: `\`\`\`json\n${allow}\n\`\`\`` }, /other text stands around/],
  ['half an object', { text: allow.slice(0, 40) }, /no complete JSON/],
  ['an object cut off by a limit', { text: allow, finish: 'length' }, /cut off/],
  ['a refusal by a filter', { text: '', finish: 'contentFilter' }, /refused/],
  ['a refusal in words', { text: "I'm sorry, but I can't help with that." }, /it is not a JSON object/],
  ['a list', { text: `[${allow}]` }, /it is not a JSON object/],
  ['an unknown word', { text: '{"permissionDecision":"probably"}' }, /permissionDecision is "probably"/],
  ['a wrong type', { text: '{"permissionDecision":{"allow":true}}' }, /permissionDecision is/],
  ['fields of its own', { text: '{"verdict":"allow","score":1}' }, /not in the schema: verdict, score/],
  ['another event', { text: '{"hookSpecificOutput":{"hookEventName":"Stop"}}' }, /hookEventName is "Stop"/],
]

describe.each(vendors)('$name', ({ start, options }) => {
  /** Fires one PreToolUse through one prompt hook. */
  async function fire(
    server: ModelServer,
    { entry = {}, ports = createFastPorts() }: { entry?: Partial<HookEntry<'PreToolUse'>>; ports?: ProviderPorts } = {},
  ): Promise<{ verdict: Verdict; end: ObservedStep & { type: 'hookEnd' } }> {
    const models = await createProvider({ ...options, apiKey: key, baseUrl: server.url } as ProviderOptions, {}, ports)
    const steps: ObservedStep[] = []
    const hook = { id: 'judge', type: 'prompt', prompt: 'Is it safe? $ARGUMENTS', ...entry } as HookEntry<'PreToolUse'>
    const hooks = await createHooks(
      { PreToolUse: [{ hooks: [hook] }] },
      { models, observer: (step) => void steps.push(step) },
    )
    const call = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls' } }
    const verdict = await hooks.session().fire('PreToolUse', call)
    await hooks.close()
    const ends = steps.filter((step) => step.type === 'hookEnd')
    expect(ends.length).toBe(1)
    return { verdict, end: ends[0]! }
  }

  it('answers through its own structured output, in one call, with the model of the hook', async () => {
    await using server = await start([{ text: deny, usage: { inputTokens: 321, outputTokens: 12 } }])
    const { verdict, end } = await fire(server, { entry: { model: 'small-model' } })
    expect({ decision: verdict.decision, reason: verdict.reason, by: verdict.decidedBy }).toEqual({
      decision: 'deny',
      reason: 'too risky',
      by: 'judge',
    })
    expect(end.raw.usage).toEqual({
      model: 'small-model',
      calls: 1,
      inputTokens: 321,
      outputTokens: 12,
      promptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const [request] = server.requests
    expect(server.requests.length).toBe(1)
    expect(`${request!.path} ${JSON.stringify(request!.body)}`).toContain('small-model')
    expect(JSON.stringify(request!.body)).toContain('updatedInput')
    expect(JSON.stringify(request!.body)).toMatch(/Is it safe\? \\n<event-[0-9a-f]{32}>/)
  })

  it.each(unusable)('F83: %s is asked for once more, then it is invalid output', async (_, step, why) => {
    await using server = await start(() => step)
    const { verdict } = await fire(server, { entry: { onFailure: { invalidOutput: 'deny' } } })
    const [row] = verdict.runs
    expect({
      decision: verdict.decision,
      class: row!.class,
      status: row!.status,
      requests: server.requests.length,
    }).toEqual({ decision: 'deny', class: 'invalidOutput', status: 'failed', requests: 2 })
    expect(row!.why).toMatch(why)
  })

  it.each(unusable)('F83: %s is mended by a second answer', async (_, step) => {
    await using server = await start([step, { text: allow }])
    const { verdict } = await fire(server)
    expect([verdict.decision, verdict.failedOpen, server.requests.length]).toEqual(['allow', [], 2])
  })

  it('F83: a gate without a usable answer fails open only where its owner lets it, and says so', async () => {
    await using server = await start(() => ({ text: 'Allow.' }))
    const { verdict } = await fire(server)
    expect([verdict.decision, verdict.failedOpen]).toEqual([null, [{ hook: 'judge', class: 'invalidOutput' }]])
  })

  it.each([429, 500, 502, 503, 529])('F84: answers of %d are a crash, after tries with pauses', async (status) => {
    await using server = await start(() => ({ error: { status, message: 'not now' } }))
    const ports = createFastPorts()
    const { verdict } = await fire(server, { entry: { onFailure: { crash: 'deny' } }, ports })
    expect([verdict.decision, verdict.runs[0]!.class, verdict.runs[0]!.status]).toEqual(['deny', 'crash', 'failed'])
    expect(verdict.reason).toContain(String(status))
    expect([server.requests.length, ports.pauses.length]).toEqual([4, 3])
  })

  it('F84: an answer after a 429 counts', async () => {
    const error = { status: 429, message: 'slow down' }
    await using server = await start([{ error, headers: { 'retry-after': '1' } }, { text: deny }])
    expect((await fire(server)).verdict.decision).toBe('deny')
  })

  it('F84: pauses that a server asks for end with the time of the hook', async () => {
    const error = { status: 429, message: 'slow down' }
    await using server = await start(() => ({ error, headers: { 'retry-after': '50' } }))
    const { verdict } = await fire(server, { entry: { timeout: '300ms', onFailure: { timeout: 'deny' } }, ports: {} })
    expect([verdict.decision, verdict.runs[0]!.class, verdict.runs[0]!.status]).toEqual(['deny', 'timeout', 'timeout'])
    expect(verdict.runs[0]!.ms).toBeLessThan(2300)
  })

  it.each(['reset', 'end'] as const)('F84: a connection cut by %s is a crash', async (fault) => {
    await using server = await start(() => ({ text: '{"hookSpecific', fault }))
    const { verdict } = await fire(server, { entry: { onFailure: { crash: 'ask' } } })
    expect([verdict.decision, verdict.runs[0]!.class]).toEqual(['ask', 'crash'])
  })

  it('F84: a server that is gone is a crash', async () => {
    const server = await start([])
    await server.close()
    const { verdict } = await fire(server, { entry: { onFailure: { crash: 'deny' } } })
    expect([verdict.decision, verdict.runs[0]!.class]).toEqual(['deny', 'crash'])
  })

  it('F84: a model that does not finish is a timeout, and its connection is closed', async () => {
    await using server = await start([{ text: 'Let me', fault: 'hang' }])
    const { verdict } = await fire(server, { entry: { timeout: '300ms', onFailure: { timeout: 'ask' } } })
    expect([verdict.decision, verdict.runs[0]!.class, verdict.runs[0]!.status]).toEqual(['ask', 'timeout', 'timeout'])
    expect(verdict.runs[0]!.ms).toBeLessThan(2300)
    await server.requests[0]!.dropped
  })

  it('F84: a key that is refused is a crash that does not show it', async () => {
    await using server = await start(() => ({ error: { status: 401, message: `bad key ${key}` } }))
    const { verdict } = await fire(server)
    expect([verdict.runs[0]!.class, server.requests.length]).toEqual(['crash', 1])
    expect(JSON.stringify(verdict)).not.toContain(key)
  })

  it('F86: runs that were asked in the same words carry the same hash', async () => {
    await using server = await start(({ step }) => ({ text: step % 2 === 0 ? deny : allow }))
    const first = await fire(server)
    const second = await fire(server)
    const other = await fire(server, { entry: { prompt: 'Is it really safe?' } as Partial<HookEntry<'PreToolUse'>> })
    expect([first.verdict.decision, second.verdict.decision]).toEqual(['deny', 'allow'])
    expect(first.end.raw.usage!.promptHash).toBe(second.end.raw.usage!.promptHash)
    expect(other.end.raw.usage!.promptHash).not.toBe(first.end.raw.usage!.promptHash)
  })
})

describe('a prompt hook of the environment', () => {
  it('finds the provider whose key the host has', async () => {
    await using server = await startAnthropicServer([{ text: deny }])
    const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: server.url }
    const hooks = await createHooks(
      { PreToolUse: [{ hooks: [{ type: 'prompt', prompt: 'Safe?' }] }] },
      { env, observer: () => {} },
    )
    const verdict = await hooks.session().fire('PreToolUse', { toolName: 'Bash', toolUseId: 'c1', toolInput: {} })
    expect([verdict.decision, server.requests[0]!.headers['x-api-key']]).toEqual(['deny', key])
    await hooks.close()
  })

  it('cannot start where there is no key, and denies if its owner said so', async () => {
    const hooks = await createHooks(
      { strict: true, PreToolUse: [{ hooks: [{ type: 'prompt', prompt: 'Safe?' }] }] },
      { env: {}, observer: () => {} },
    )
    const verdict = await hooks.session().fire('PreToolUse', { toolName: 'Bash', toolUseId: 'c1', toolInput: {} })
    expect([verdict.decision, verdict.runs[0]!.class]).toEqual(['deny', 'spawn'])
    expect(verdict.reason).toContain('There is no model provider')
    await hooks.close()
  })
})
