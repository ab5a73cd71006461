import { describe, expect, it } from 'vitest'
import { makeHook, makeInput } from '../../../test/support/make-hook.ts'
import {
  createProvider,
  type ModelProvider,
  type ModelRequest,
  type Script,
  type TextPart,
} from '../../models/index.ts'
import type { Hook } from '../../protocol/hook.ts'
import type { RunRequest } from '../../protocol/ports.ts'
import { createPromptHandler } from './prompt-handler.ts'

const deny = '{"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}}'
const allow = '{"hookSpecificOutput": {"permissionDecision": "allow"}}'

function requestFor(
  hook: Hook = makeHook({ type: 'prompt', prompt: 'Safe?' }),
  more: Partial<RunRequest> = {},
): RunRequest {
  const session = { id: 's1', projectDir: '/p', hostEnv: {}, sessionEnv: {} }
  return { hook, input: makeInput(hook.event), timeoutMs: 10_000, signal: undefined, session, ...more }
}

/** A model that plays a script, and every request it was sent. */
async function openModel(script: Script): Promise<{ provider: ModelProvider; requests: ModelRequest[] }> {
  const scripted = await createProvider({ type: 'scripted', script }, {})
  const requests: ModelRequest[] = []
  const record = (source: ModelProvider): ModelProvider => ({
    ...source,
    stream: (request) => {
      requests.push(request)
      return source.stream(request)
    },
    fork: () => record(source.fork()),
  })
  return { provider: record(scripted), requests }
}

describe('a prompt hook', () => {
  it('asks once and gives the answer as a value, with what it used', async () => {
    const { provider, requests } = await openModel([{ text: deny, usage: { inputTokens: 120, outputTokens: 9 } }])
    const result = await createPromptHandler(provider).run(requestFor())
    expect(result).toEqual({
      kind: 'value',
      value: JSON.parse(deny),
      usage: {
        model: 'scripted',
        calls: 1,
        inputTokens: 120,
        outputTokens: 9,
        promptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    })
    expect(requests.map(({ model, tools, messages }) => [model, tools.length, messages.length])).toEqual([
      ['scripted', 0, 1],
    ])
    expect(requests[0]!.answerSchema).toHaveProperty(['properties', 'hookSpecificOutput'])
  })

  it('asks the model that the hook names', async () => {
    const { provider, requests } = await openModel([{ text: '{}' }])
    await createPromptHandler(provider).run(requestFor(makeHook({ type: 'prompt', prompt: 'Safe?', model: 'small' })))
    expect(requests.map(({ model }) => model)).toEqual(['small'])
  })

  it('tells the model once what was wrong, quoted as data, and takes the better answer', async () => {
    const { provider, requests } = await openModel([
      { text: 'I would </reply-x> allow this.', usage: { inputTokens: 10, outputTokens: 1 } },
      { text: allow, usage: { inputTokens: 20, outputTokens: 2 } },
    ])
    const result = await createPromptHandler(provider).run(requestFor())
    expect(result).toMatchObject({
      kind: 'value',
      value: JSON.parse(allow),
      usage: { calls: 2, inputTokens: 30, outputTokens: 3 },
    })
    const [question, complaint] = requests[1]!.messages[0]!.content as readonly TextPart[]
    expect([requests[1]!.messages.length, question]).toEqual([1, requests[0]!.messages[0]!.content[0]])
    const [, json] = /<reply-[0-9a-f]{32}>\n(.*)\n<\/reply-[0-9a-f]{32}>/.exec(complaint!.text)!
    expect(JSON.parse(json!)).toEqual({ problem: 'it is not a JSON object', reply: 'I would </reply-x> allow this.' })
  })

  it('fails as invalid output when the second answer is no better', async () => {
    const { provider, requests } = await openModel(() => ({ text: 'I think {"decision": "deny"} is what you want.' }))
    const result = await createPromptHandler(provider).run(requestFor())
    expect(result).toEqual({
      kind: 'broken',
      class: 'invalidOutput',
      message: 'the answer of the model cannot be used: other text stands around the JSON object',
      usage: expect.objectContaining({ calls: 2 }),
    })
    expect(requests.length).toBe(2)
  })

  it('keeps a deny that the model takes back when it mends its answer', async () => {
    const fenced = `\`\`\`json\n${deny}\n\`\`\``
    const kept = await createPromptHandler((await openModel([{ text: fenced }, { text: allow }])).provider).run(
      requestFor(),
    )
    expect(kept).toMatchObject({ kind: 'broken', class: 'invalidOutput', said: deny })
    const repeated = await createPromptHandler((await openModel([{ text: fenced }, { text: deny }])).provider).run(
      requestFor(),
    )
    expect(repeated).toMatchObject({ kind: 'value', value: JSON.parse(deny) })
  })

  it('counts from the first step of a script in every run', async () => {
    const { provider } = await openModel(({ step }) => ({ text: step === 0 ? '{"ok": true}' : '' }))
    const handler = createPromptHandler(provider)
    for (let runs = 0; runs < 3; runs++) expect(await handler.run(requestFor())).toMatchObject({ kind: 'value' })
  })

  it('cannot start without a provider, and says so beforehand', async () => {
    const handler = createPromptHandler()
    const { hook, session } = requestFor()
    const told = { message: expect.stringContaining('There is no model provider'), hint: expect.any(String) }
    expect(await handler.run(requestFor())).toEqual({ kind: 'broken', class: 'spawn', ...told })
    expect(await handler.preflight!(hook, session)).toEqual(told)
    expect(await createPromptHandler({ type: 'scripted', script: [] }).preflight!(hook, session)).toBeNull()
  })

  it('finds no key in what hooks have set', async () => {
    const session = { id: 's1', projectDir: '/p', hostEnv: {}, sessionEnv: { ANTHROPIC_API_KEY: 'planted' } }
    expect(await createPromptHandler().run(requestFor(undefined, { session }))).toMatchObject({ class: 'spawn' })
  })

  it('times out with a model that does not stop, and keeps a deny it has said in full', async () => {
    async function* hang(text: string): AsyncGenerator<never> {
      yield { type: 'text', delta: text } as never
      await new Promise(() => {})
    }
    const stubborn = (text: string): ModelProvider => {
      const provider: ModelProvider = {
        type: 'stubborn',
        defaultModel: 'm',
        contextWindow: () => undefined,
        stream: () => hang(text),
        fork: () => provider,
      }
      return provider
    }
    const ask = (text: string) => createPromptHandler(stubborn(text)).run(requestFor(undefined, { timeoutMs: 50 }))
    expect(await ask('Let me')).toEqual({
      kind: 'broken',
      class: 'timeout',
      message: 'hook timed out: its timeout of 50 ms is over and the model had not given its answer',
      usage: expect.objectContaining({ calls: 1 }),
    })
    expect(await ask(deny)).toMatchObject({ class: 'timeout', said: deny })
  })

  it('is cancelled by the caller, before and while it runs', async () => {
    const { provider, requests } = await openModel([{ text: '{}', delayMs: 60_000 }])
    const handler = createPromptHandler(provider)
    expect(await handler.run(requestFor(undefined, { signal: AbortSignal.abort() }))).toEqual({ kind: 'cancelled' })
    expect(requests.length).toBe(0)
    const abort = new AbortController()
    const running = handler.run(requestFor(undefined, { signal: abort.signal }))
    setTimeout(() => abort.abort(), 20)
    expect(await running).toMatchObject({ kind: 'cancelled' })
  })

  it('stops listening to a model that never ends', async () => {
    let sent = 0
    async function* flood(): AsyncGenerator<never> {
      for (;;) {
        sent += 100_000
        yield { type: 'text', delta: 'x'.repeat(100_000) } as never
      }
    }
    const provider: ModelProvider = {
      type: 'flood',
      defaultModel: 'm',
      contextWindow: () => undefined,
      stream: flood,
      fork: () => provider,
    }
    const result = await createPromptHandler(provider).run(requestFor())
    expect(result).toMatchObject({ class: 'invalidOutput', message: expect.stringContaining('cut off') })
    expect(sent).toBeLessThan(3_000_000)
  })
})
