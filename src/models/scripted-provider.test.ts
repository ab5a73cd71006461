import { describe, expect, it } from 'vitest'
import {
  ModelError,
  type ModelEvent,
  type ModelProvider,
  type ModelRequest,
  type ScriptRequest,
} from './model-types.ts'
import { createScriptedProvider } from './scripted-provider.ts'

const none = { inputTokens: 0, outputTokens: 0 }
const request: ModelRequest = { model: 'scripted', system: '', messages: [], tools: [] }

describe('a scripted provider', () => {
  it('answers with the steps of a list, then with an empty text, and stops', async () => {
    const provider = createScriptedProvider([
      {
        thinking: 'hm',
        text: 'I look.',
        toolCalls: [{ name: 'Read', input: { path: 'a' } }],
        usage: { inputTokens: 7 },
      },
      { text: 'Done.' },
    ])
    expect([await collect(provider), await collect(provider), await collect(provider)]).toEqual([
      [
        { type: 'thinking', delta: 'hm' },
        { type: 'text', delta: 'I look.' },
        { type: 'toolCall', id: 'call_1', name: 'Read', input: { path: 'a' } },
        { type: 'finish', reason: 'toolCalls', usage: { inputTokens: 7, outputTokens: 0 } },
      ],
      [
        { type: 'text', delta: 'Done.' },
        { type: 'finish', reason: 'stop', usage: none },
      ],
      [{ type: 'finish', reason: 'stop', usage: none }],
    ])
  })

  it('gives a function the conversation and the number of the call, and takes nothing for the end', async () => {
    const seen: ScriptRequest[] = []
    const provider = createScriptedProvider(async (asked) => {
      seen.push(asked)
      return asked.step === 0 ? { text: 'a' } : (undefined as never)
    })
    const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hi' }] }]
    await collect(provider, { ...request, messages })
    messages.push({ role: 'user', content: [{ type: 'text', text: 'later' }] })
    expect(await collect(provider)).toEqual([{ type: 'finish', reason: 'stop', usage: none }])
    expect(seen).toEqual([
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }], tools: [], step: 0 },
      { messages: [], tools: [], step: 1 },
    ])
  })

  it('counts from 0 in every fork, and gives no two calls the same id', async () => {
    const provider = createScriptedProvider(({ step }) => ({ toolCalls: [{ name: `step${step}`, input: {} }] }))
    const called = async (from: ModelProvider): Promise<string[]> =>
      (await collect(from)).flatMap((event) => (event.type === 'toolCall' ? [`${event.name} ${event.id}`] : []))
    const first = await called(provider)
    const fork = provider.fork()
    expect([first, await called(fork), await called(provider), await called(fork.fork())]).toEqual([
      ['step0 call_1'],
      ['step0 call_2'],
      ['step1 call_3'],
      ['step0 call_4'],
    ])
  })

  it('keeps the ids of the script and never hands out its own objects', async () => {
    const input = { list: [1] }
    const provider = createScriptedProvider([{ toolCalls: [{ id: 'mine', name: 'T', input }] }])
    const call = (await collect(provider))[0] as ModelEvent & { type: 'toolCall' }
    ;(call.input['list'] as number[]).push(2)
    expect({ id: call.id, input }).toEqual({ id: 'mine', input: { list: [1] } })
  })

  it('marks arguments that are no object as a problem', async () => {
    const provider = createScriptedProvider([{ toolCalls: [{ name: 'T', input: 'rm' as never }] }])
    expect((await collect(provider))[0]).toEqual({
      type: 'toolCall',
      id: 'call_1',
      name: 'T',
      input: {},
      problem: 'The arguments are not a JSON object: they are a string, not an object.',
    })
  })

  it('throws the error of a step with the kind of its status, and goes on with the next step', async () => {
    const provider = createScriptedProvider([
      { error: { status: 529, message: 'Overloaded' } },
      { error: { status: 400, message: 'prompt is too long: 210000 tokens > 200000 maximum' } },
      { text: 'b' },
    ])
    expect([await failure(provider), await failure(provider)]).toEqual([
      { kind: 'overloaded', status: 529, message: 'Overloaded' },
      { kind: 'contextLength', status: 400, message: 'prompt is too long: 210000 tokens > 200000 maximum' },
    ])
    expect((await collect(provider))[0]).toEqual({ type: 'text', delta: 'b' })
  })

  it('says at which step a script failed', async () => {
    const throwing = createScriptedProvider(() => {
      throw new Error('no more')
    })
    const wrong = createScriptedProvider(() => 'text' as never)
    expect([await failure(throwing), await failure(wrong)]).toEqual([
      { kind: 'other', status: undefined, message: 'The script failed at step 0: no more' },
      {
        kind: 'other',
        status: undefined,
        message: 'The script failed at step 0: it gave a string where a step was expected',
      },
    ])
  })

  it('ends a delay at once when it is aborted', async () => {
    const provider = createScriptedProvider([{ text: 'late', delayMs: 600_000 }])
    const abort = new AbortController()
    const failed = failure(provider, { ...request, signal: abort.signal })
    abort.abort()
    expect(await failed).toEqual({ kind: 'aborted', status: undefined, message: 'The model call was aborted.' })
  })
})

async function collect(provider: ModelProvider, asked = request): Promise<ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of provider.stream(asked)) events.push(event)
  return events
}

async function failure(provider: ModelProvider, asked = request): Promise<Record<string, unknown>> {
  const error = await collect(provider, asked).catch((thrown: unknown) => thrown)
  if (!(error instanceof ModelError)) throw new Error('expected a ModelError')
  return { kind: error.kind, status: error.status, message: error.message }
}
