import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSession, type HookEntry, type ObservedStep, type SessionConfig } from '../../src/index.ts'
import type { ProviderOptions } from '../../src/models/index.ts'
import {
  type ModelServer,
  type ServerScript,
  type ServerStep,
  startAnthropicServer,
  startGoogleServer,
  startOpenAiServer,
} from '../support/model-servers/index.ts'

let project: string
const steps: ObservedStep[] = []

beforeAll(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-agent-hook-')))
})
afterAll(() => rmSync(project, { recursive: true, force: true }))
beforeEach(() => void steps.splice(0))

const vendors: {
  name: string
  start(script: ServerScript): Promise<ModelServer>
  options: Partial<ProviderOptions>
}[] = [
  { name: 'anthropic', start: startAnthropicServer, options: { type: 'anthropic' } },
  { name: 'openai chat', start: startOpenAiServer, options: { type: 'openai' } },
  { name: 'openai responses', start: startOpenAiServer, options: { type: 'openai', api: 'responses' } },
  { name: 'google', start: startGoogleServer, options: { type: 'google' } },
]

const deny = '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"not on my watch"}}'
const allow = '{"hookSpecificOutput":{"permissionDecision":"allow"}}'
const judge = { id: 'judge', type: 'agent' as const, prompt: 'JUDGE this.' }
const look: ServerStep = { toolCalls: [{ name: 'Glob', input: { pattern: '*' } }] }

const unusable: [string, ServerStep, RegExp][] = [
  ['nothing', { text: '' }, /it is empty/],
  ['prose', { text: 'Looks fine, allow it.' }, /it is not a JSON object/],
  ['a code fence', { text: `\`\`\`json\n${allow}\n\`\`\`` }, /other text stands around/],
  ['an object cut off by a limit', { text: allow.slice(0, 30), finish: 'length' }, /cut off/],
  ['a refusal by a filter', { text: '', finish: 'contentFilter' }, /refused/],
  ['fields of its own', { text: '{"verdict":"allow"}' }, /not in the schema: verdict/],
]

describe.each(vendors)('$name', ({ start, options }) => {
  /** Answers the session with one call of Bash, and the hook with these steps, of which the last is said for ever. */
  const startBoth = (hookSteps: readonly ServerStep[]): Promise<ModelServer & { asked(): number }> => {
    let main = 0
    let asked = 0
    const script: ServerScript = ({ body }) => {
      if (JSON.stringify(body).includes('JUDGE')) return hookSteps[Math.min(asked++, hookSteps.length - 1)]!
      return main++ === 0
        ? { toolCalls: [{ id: 'c1', name: 'Bash', input: { command: 'echo ran' } }] }
        : { text: 'Done.' }
    }
    return start(script).then((server) => Object.assign(server, { asked: () => asked }))
  }

  async function runTurn(
    server: ModelServer,
    entry: Partial<HookEntry<'PreToolUse'>> = {},
    more: Partial<SessionConfig> = {},
  ): Promise<ObservedStep & { type: 'hookEnd' }> {
    await using session = await createSession({
      provider: { ...options, apiKey: 'test-key', baseUrl: server.url } as ProviderOptions,
      cwd: project,
      storage: false,
      env: { PATH: process.env['PATH'], HOME: project },
      permissionMode: 'yolo',
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ ...judge, ...entry } as HookEntry<'PreToolUse'>] }] },
      observer: (step) => void steps.push(step),
      ...more,
    })
    await session.send('Go.')
    for await (const message of session.stream()) void message
    const ends = steps.filter((step) => step.type === 'hookEnd')
    expect(ends.length).toBe(1)
    return ends[0]!
  }

  it('looks around and decides', async () => {
    await using server = await startBoth([look, { text: deny, usage: { inputTokens: 7, outputTokens: 3 } }])
    const { decision, reason, raw } = await runTurn(server, { model: 'small-model' })
    expect([decision, reason]).toEqual(['deny', 'not on my watch'])
    expect(raw.usage).toMatchObject({ model: 'small-model', calls: 2, inputTokens: 7, outputTokens: 3 })
  })

  it.each(unusable)('F83: %s is asked for once more, then it is invalid output', async (_, step, why) => {
    await using server = await startBoth([look, step])
    const end = await runTurn(server, { onFailure: { invalidOutput: 'deny' } })
    expect([end.decision, end.class, end.status, server.asked()]).toEqual(['deny', 'invalidOutput', 'failed', 3])
    expect(end.reason).toMatch(why)
  })

  it.each(unusable)('F83: %s is mended by a second answer', async (_, step) => {
    await using server = await startBoth([look, step, { text: deny }])
    const end = await runTurn(server)
    expect([end.decision, end.reason, end.class, server.asked()]).toEqual(['deny', 'not on my watch', undefined, 3])
  })

  it('F83: a model that never answers has twenty steps', async () => {
    await using server = await startBoth([look])
    const end = await runTurn(server, { onFailure: { invalidOutput: 'deny' } })
    expect([end.decision, end.class, end.raw.usage?.calls, server.asked()]).toEqual(['deny', 'invalidOutput', 20, 20])
    expect(end.reason).toContain('there is none after 20 steps')
  })

  it('F84: a refused key and a cut connection are a crash', async () => {
    for (const step of [{ error: { status: 401, message: 'no' } }, { text: '{"hook', fault: 'reset' as const }]) {
      steps.splice(0)
      await using server = await startBoth([look, step])
      const end = await runTurn(server, { onFailure: { crash: 'deny' } })
      expect([end.decision, end.class, server.asked()]).toEqual(['deny', 'crash', 2])
    }
  })

  it('F84: a model that does not finish is a timeout, and its connection is closed', async () => {
    await using server = await startBoth([{ text: 'Let me', fault: 'hang' }])
    const end = await runTurn(server, { timeout: '400ms', onFailure: { timeout: 'deny' } })
    expect([end.decision, end.class, end.status]).toEqual(['deny', 'timeout', 'timeout'])
    expect(end.ms).toBeLessThan(2400)
    await server.requests.at(-2)!.dropped
  })
})

describe('the time of an agent hook', () => {
  it('covers its tools: what they have started is gone afterwards', async () => {
    const file = join(project, 'pid')
    const command = `echo $$ > ${file}; exec sleep 300`
    const script: ServerScript = ({ body }) =>
      JSON.stringify(body).includes('JUDGE')
        ? { toolCalls: [{ id: 'h1', name: 'Bash', input: { command } }] }
        : JSON.stringify(body).includes('c1')
          ? { text: 'Done.' }
          : { toolCalls: [{ id: 'c1', name: 'Bash', input: { command: 'echo ran' } }] }
    await using server = await startOpenAiServer(script)
    await using session = await createSession({
      provider: { type: 'openai-compatible', baseUrl: `${server.url}/v1` },
      cwd: project,
      storage: false,
      env: { PATH: process.env['PATH'], HOME: project },
      permissionMode: 'yolo',
      hooks: {
        timeoutBehavior: 'deny',
        PreToolUse: [{ matcher: 'Bash', hooks: [{ ...judge, tools: ['Bash'], timeout: '2s' }] }],
      },
      observer: (step) => void steps.push(step),
    })
    await session.send('Go.')
    for await (const message of session.stream()) void message
    const [end] = steps.filter((step) => step.type === 'hookEnd')
    expect([end!.decision, end!.class]).toEqual(['deny', 'timeout'])
    expect(end!.ms).toBeLessThan(4000)
    const pid = Number(readFileSync(file, 'utf8'))
    expect(pid).toBeGreaterThan(1)
    for (let tries = 0; tries < 50 && isAlive(pid); tries++) await sleep(100)
    expect(isAlive(pid)).toBe(false)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
