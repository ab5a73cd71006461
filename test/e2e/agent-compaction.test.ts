import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createSession,
  type HooksConfig,
  type Session,
  type SessionConfig,
  type StreamMessage,
} from '../../src/index.ts'
import type { ScriptRequest, ScriptStep } from '../../src/models/index.ts'

let dir: string
const open: Session[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookline-compaction-'))
})

afterEach(async () => {
  for (const session of open.splice(0)) await session.close()
  rmSync(dir, { recursive: true, force: true })
})

interface Model {
  /** What the main conversation held at each of its steps. */
  asked: string[]
  /** What each summary was asked with. */
  summaries: string[]
}

type Answer = (request: ScriptRequest & { text: string }) => ScriptStep

/** A model that sums up when it is asked to, and answers otherwise. */
async function start(answer: Answer, config: SessionConfig = {}): Promise<[Session, Model]> {
  const model: Model = { asked: [], summaries: [] }
  const script = (request: ScriptRequest): ScriptStep => {
    const text = JSON.stringify(request.messages)
    if (text.includes('Summarize this conversation.')) {
      model.summaries.push(text)
      return { text: 'SUMMARY', usage: { inputTokens: 10, outputTokens: 5 } }
    }
    model.asked.push(text)
    return answer({ ...request, text })
  }
  const storage = { dir: join(dir, '.sessions') }
  const provider = { type: 'scripted' as const, script }
  const session = await createSession({ cwd: dir, storage, permissionMode: 'yolo', provider, ...config })
  open.push(session)
  return [session, model]
}

async function run(session: Session, prompt: string): Promise<StreamMessage[]> {
  await session.send(prompt)
  const messages: StreamMessage[] = []
  for await (const message of session.stream()) messages.push(message)
  return messages
}

/** Notes the events of a compaction. */
function notes(log: Record<string, unknown>[]): HooksConfig {
  const take = (input: object): void => void log.push({ ...input })
  return { Compaction: [take], SessionStart: [take] }
}

describe('on demand', () => {
  it('a summary by the model takes the place of the conversation, and hooks hear of it', async () => {
    const log: Record<string, unknown>[] = []
    const [session, model] = await start(() => ({ text: 'fine' }), { hooks: notes(log) })
    await run(session, 'first words')
    const result = await session.compact('keep the colours')
    expect(result).toMatchObject({ done: true, messagesBefore: 2, messagesAfter: 1, halt: null })
    expect(model.summaries[0]).toContain('first words')
    expect(model.summaries[0]).toContain('Above all: keep the colours')
    await run(session, 'second words')
    expect(model.asked[1]).toContain('SUMMARY')
    expect(model.asked[1]).not.toContain('fine')
    expect(log).toMatchObject([
      { event: 'SessionStart', source: 'startup' },
      { event: 'Compaction', trigger: 'manual', messagesBefore: 2, tokensBefore: result.tokensBefore },
      { event: 'SessionStart', source: 'compact', isResume: false },
    ])
    expect(result.tokensBefore).toBeGreaterThan(0)
    expect(session.usage).toEqual({ inputTokens: 10, outputTokens: 5 })
  })

  it('hooks may refuse it: then nothing has changed', async () => {
    const hooks: HooksConfig = {
      Compaction: [{ matcher: 'manual', hooks: [{ command: 'echo not now >&2; exit 2' }] }],
    }
    const [session, model] = await start(() => ({ text: 'fine' }), { hooks })
    await run(session, 'first words')
    const before = readFileSync(session.transcriptPath!, 'utf8')
    expect(await session.compact()).toMatchObject({
      done: false,
      reason: 'not now',
      messagesBefore: 2,
      messagesAfter: 2,
    })
    expect(model.summaries).toEqual([])
    expect(readFileSync(session.transcriptPath!, 'utf8')).toBe(before)
    await run(session, 'second words')
    expect(model.asked[1]).toContain('first words')
  })

  it('what hooks add after it is read by the model', async () => {
    const hooks: HooksConfig = {
      SessionStart: [{ matcher: 'compact', hooks: [{ command: 'echo remember the rules' }] }],
    }
    const [session, model] = await start(() => ({ text: 'fine' }), { hooks })
    await run(session, 'first words')
    await session.compact()
    await run(session, 'second words')
    expect(model.asked[0]).not.toContain('remember the rules')
    expect(model.asked[1]).toContain('remember the rules')
  })

  it('a model that has nothing to say changes nothing', async () => {
    const script = [{ text: 'fine' }]
    const session = await createSession({ cwd: dir, storage: false, provider: { type: 'scripted', script } })
    open.push(session)
    await run(session, 'first words')
    const result = await session.compact()
    expect(result).toMatchObject({ done: false, reason: expect.stringContaining('no summary') })
    expect(session.messages).toHaveLength(2)
  })

  it('waits for the turn that is under way, and is refused after the end', async () => {
    const [session] = await start(() => ({ text: 'fine', delayMs: 100 }))
    await session.send('first words')
    const result = await session.compact()
    expect(result).toMatchObject({ done: true, messagesBefore: 2 })
    await session.close()
    await expect(session.compact()).rejects.toThrow('has ended')
  })

  it('a hook that halts it ends the session', async () => {
    const hooks: HooksConfig = { Compaction: [() => ({ action: 'abort', reason: 'enough' })] }
    const [session] = await start(() => ({ text: 'fine' }), { hooks })
    await run(session, 'first words')
    expect(await session.compact()).toMatchObject({ done: false, halt: { reason: 'enough' } })
    expect((await run(session, 'more')).at(-1)).toMatchObject({ subtype: 'halted', reason: 'enough' })
  })
})

describe('by itself', () => {
  const long = 'x'.repeat(3_600)

  it('compacts before the context is full, and keeps the prompt that nobody has answered', async () => {
    const log: Record<string, unknown>[] = []
    const [session, model] = await start(() => ({ text: long }), { contextWindow: 1_000, hooks: notes(log) })
    await run(session, 'first words')
    expect(model.summaries).toHaveLength(0)
    await run(session, 'second words')
    expect(model.summaries).toHaveLength(1)
    expect(model.summaries[0]).not.toContain('second words')
    expect(model.asked[1]).toContain('SUMMARY')
    expect(model.asked[1]).toContain('second words')
    expect(model.asked[1]).not.toContain(long)
    expect(log[1]).toMatchObject({ event: 'Compaction', trigger: 'auto', messagesBefore: 3 })
    expect(log[2]).toMatchObject({ event: 'SessionStart', source: 'compact' })
  })

  it('goes by what the provider counted', async () => {
    const usage = { inputTokens: 850, outputTokens: 1 }
    const [session, model] = await start(() => ({ text: 'short', usage }), { contextWindow: 1_000 })
    await run(session, 'first words')
    await run(session, 'second words')
    expect(model.summaries).toHaveLength(1)
  })

  it('a refusal leaves the context as it is and is not asked again within the turn', async () => {
    let refusals = 0
    const hooks: HooksConfig = {
      Compaction: [
        () => {
          refusals++
          return { hookSpecificOutput: { blockCompaction: true, blockReason: 'no' } }
        },
      ],
    }
    const answer: Answer = ({ step }) =>
      step === 1 ? { toolCalls: [{ name: 'Bash', input: { command: 'true' } }] } : { text: long }
    const [session, model] = await start(answer, { contextWindow: 1_000, hooks })
    await run(session, 'first words')
    await run(session, 'second words')
    expect([refusals, model.summaries.length, model.asked.length]).toEqual([1, 0, 3])
    await run(session, 'third words')
    expect(refusals).toBe(2)
    expect(model.asked.at(-1)).toContain('first words')
  })

  it('in the middle of a turn the agent goes on from the summary', async () => {
    const answer: Answer = ({ step }) =>
      step === 0 ? { toolCalls: [{ name: 'Bash', input: { command: `printf '%3600s' x` } }] } : { text: 'done' }
    const [session, model] = await start(answer, { contextWindow: 1_000 })
    expect((await run(session, 'my task')).at(-1)).toMatchObject({ subtype: 'success', content: 'done' })
    expect(model.summaries).toHaveLength(1)
    expect(model.asked[1]).toContain('my task')
    expect(JSON.parse(model.asked[1]!)).toHaveLength(1)
  })
})

describe('when the model says the context is too long', () => {
  const tooLong = { status: 400, message: 'prompt is too long: 210000 tokens > 200000 maximum' }

  it('compacts once and asks again', async () => {
    const answer: Answer = ({ text }) =>
      text.includes('SUMMARY') || !text.includes('second') ? { text: 'fine' } : { error: tooLong }
    const [session, model] = await start(answer)
    await run(session, 'first words')
    expect((await run(session, 'second words')).at(-1)).toMatchObject({ type: 'result', subtype: 'success' })
    expect([model.summaries.length, model.asked.length]).toEqual([1, 3])
    expect(model.asked[2]).toContain('second words')
  })

  it('the second refusal stands', async () => {
    const [session, model] = await start(({ step }) => (step === 0 ? { text: 'fine' } : { error: tooLong }))
    await run(session, 'first words')
    expect((await run(session, 'second words')).at(-1)).toMatchObject({ type: 'error', code: 'model_contextLength' })
    expect(model.summaries).toHaveLength(1)
  })

  it('a hook that refuses the compaction leaves the error', async () => {
    const hooks: HooksConfig = { Compaction: [{ hooks: [{ command: 'exit 2' }] }] }
    const [session] = await start(({ step }) => (step === 0 ? { text: 'fine' } : { error: tooLong }), { hooks })
    await run(session, 'first words')
    expect((await run(session, 'second words')).at(-1)).toMatchObject({ type: 'error', code: 'model_contextLength' })
    expect(session.messages.length).toBe(3)
  })
})

it('a sub-agent compacts its own context', async () => {
  const log: Record<string, unknown>[] = []
  const answer: Answer = ({ text, step }) => {
    if (text.includes('[main]'))
      return step === 0
        ? { toolCalls: [{ name: 'Task', input: { description: 'd', prompt: 'below', subagent_type: 'Bash' } }] }
        : { text: 'ok' }
    return text.includes('SUMMARY')
      ? { text: 'short' }
      : { toolCalls: [{ name: 'Bash', input: { command: `printf '%3600s' x` } }] }
  }
  const [session, model] = await start(answer, { contextWindow: 1_000, hooks: notes(log) })
  expect((await run(session, '[main]')).at(-1)).toMatchObject({ subtype: 'success', content: 'ok' })
  expect(model.summaries).toHaveLength(1)
  expect(log).toMatchObject([
    { event: 'SessionStart', source: 'startup' },
    { event: 'Compaction', trigger: 'auto', agentType: 'Bash', parentAgentId: 'main' },
  ])
})
