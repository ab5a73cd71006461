import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSession, type ObservedStep, type SessionConfig, type StreamMessage } from '../../src/index.ts'
import type { ModelMessage, Script, ScriptRequest, ScriptStep, ToolResultPart } from '../../src/models/index.ts'
import { injections } from '../conformance/prompt-injections.ts'

let project: string
const steps: ObservedStep[] = []

beforeAll(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-agent-hook-')))
  writeFileSync(join(project, 'policy.txt'), 'Nobody lists files on Fridays.')
  writeFileSync(join(project, 'secret.txt'), 'hush')
})
afterAll(() => rmSync(project, { recursive: true, force: true }))
beforeEach(() => void steps.splice(0))

/** A model whose calls for hooks are told apart from those of the session by the prompt of the hook. */
function playBoth(forHook: (request: ScriptRequest & { said: string }) => ScriptStep): Script {
  const main: ScriptStep[] = [{ toolCalls: [{ name: 'Bash', input: { command: 'echo ran' } }] }, { text: 'Done.' }]
  return (request) => {
    const said = textOf(request.messages[0]!)
    return said.startsWith('JUDGE') ? forHook({ ...request, said }) : (main[request.step] ?? {})
  }
}

function textOf({ content }: ModelMessage): string {
  return content.map((part) => ('text' in part ? part.text : '')).join('\n')
}

function resultsIn(messages: readonly ModelMessage[]): ToolResultPart[] {
  return messages.flatMap(({ role, content }) => (role === 'tool' ? [...content] : []))
}

async function runTurn(
  script: Script,
  hooks: SessionConfig['hooks'],
  more: Partial<SessionConfig> = {},
): Promise<StreamMessage[]> {
  await using session = await createSession({
    provider: { type: 'scripted', script },
    cwd: project,
    storage: false,
    env: { PATH: process.env['PATH'], HOME: project },
    permissionMode: 'yolo',
    observer: (step) => void steps.push(step),
    ...(hooks && { hooks }),
    ...more,
  })
  const messages: StreamMessage[] = []
  await session.send('Go.')
  for await (const message of session.stream()) messages.push(message)
  return messages
}

const ends = (hook: string): (ObservedStep & { type: 'hookEnd' })[] =>
  steps.filter((step) => step.type === 'hookEnd').filter((step) => step.hook.id === hook)

const read = (file: string): ScriptStep => ({
  toolCalls: [{ name: 'Read', input: { file_path: join(project, file) } }],
  usage: { inputTokens: 100, outputTokens: 10 },
})
const answer = (decision: string, reason = 'as I found'): ScriptStep => ({
  text: JSON.stringify({ hookSpecificOutput: { permissionDecision: decision, permissionDecisionReason: reason } }),
  usage: { inputTokens: 200, outputTokens: 20 },
})
const judge = { id: 'judge', type: 'agent' as const, prompt: 'JUDGE by policy.txt.' }

describe('an agent hook', () => {
  it('looks around with tools that only read, and its answer decides', async () => {
    const seen: ScriptRequest[] = []
    const script = playBoth((request) => {
      seen.push(request)
      return request.step === 0 ? read('policy.txt') : answer('deny', 'It is Friday.')
    })
    const messages = await runTurn(script, { PreToolUse: [{ matcher: 'Bash', hooks: [judge] }] })
    expect(messages.find(({ type }) => type === 'tool_result')).toMatchObject({
      output: 'It is Friday.',
      isError: true,
    })
    expect(seen.map(({ tools }) => tools.map(({ name }) => name))).toEqual(Array(2).fill(['Read', 'Glob', 'Grep']))
    const [result] = resultsIn(seen[1]!.messages)
    expect(result!.text).toMatch(
      /^<result-([0-9a-f]{32})>\n[\s\S]*Nobody lists files on Fridays\.[\s\S]*\n<\/result-\1>$/,
    )
    expect(ends('judge').map(({ status, raw }) => [status, raw.usage])).toEqual([
      [
        'blocked',
        {
          model: 'scripted',
          calls: 2,
          inputTokens: 300,
          outputTokens: 30,
          promptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
    ])
  })

  it('has Bash only when it names it', async () => {
    const call = (): Script =>
      playBoth(({ step, messages }) =>
        step === 0
          ? { toolCalls: [{ name: 'Bash', input: { command: 'echo found' } }] }
          : answer('deny', resultsIn(messages)[0]!.text.split('\n')[1]),
      )
    await runTurn(call(), { PreToolUse: [{ matcher: 'Bash', hooks: [judge] }] })
    await runTurn(call(), { PreToolUse: [{ matcher: 'Bash', hooks: [{ ...judge, tools: ['Bash'] }] }] })
    expect(ends('judge').map(({ reason }) => reason)).toEqual([
      'There is no tool "Bash". There are Read, Glob, Grep.',
      'found',
    ])
  })

  it('cannot start with a tool that nobody knows', async () => {
    const entry = { ...judge, tools: ['Raed'], onFailure: 'deny' as const }
    await runTurn(
      playBoth(() => answer('allow')),
      { PreToolUse: [{ matcher: 'Bash', hooks: [entry] }] },
    )
    expect(ends('judge').map(({ class: failed, decision, reason }) => [failed, decision, reason])).toEqual([
      ['spawn', 'deny', 'there is no tool "Raed" for an agent hook'],
    ])
  })

  it('passes the gates of the session with its own calls', async () => {
    const gated: unknown[] = []
    const asked: string[] = []
    const script = playBoth(({ step, messages }) =>
      step === 0
        ? {
            toolCalls: ['policy.txt', 'secret.txt'].map((file) => ({
              name: 'Read',
              input: { file_path: join(project, file) },
            })),
          }
        : answer(
            'deny',
            resultsIn(messages)
              .map(({ isError }) => String(isError))
              .join(),
          ),
    )
    await runTurn(
      script,
      {
        PreToolUse: [
          { matcher: 'Bash', hooks: [judge] },
          (input) => void gated.push([input.toolName, input['agentType'], input['parentAgentId']]),
        ],
      },
      {
        permissions: { deny: ['Read(secret.txt)'] },
        canUseTool: async (name) => {
          asked.push(name)
          return { behavior: 'allow' }
        },
      },
    )
    expect(gated).toEqual([
      ['Read', 'hook', 'main'],
      ['Read', 'hook', 'main'],
    ])
    expect([ends('judge').map(({ reason }) => reason), asked]).toEqual([['false,true'], ['Read']])
  })

  it('halts the session when a gate on its way says so', async () => {
    const stop = () => ({ continue: false, stopReason: 'enough' })
    const messages = await runTurn(
      playBoth(() => read('policy.txt')),
      {
        PreToolUse: [
          { matcher: 'Bash', hooks: [judge] },
          { matcher: 'Read', hooks: [{ type: 'callback', callback: stop }] },
        ],
      },
    )
    expect(messages.at(-1)).toMatchObject({ type: 'result', subtype: 'halted', reason: 'enough' })
  })
})

describe('F105, F106: recursion', () => {
  it('does not reach the hook that started the agent', async () => {
    const script = playBoth(({ step }) => (step === 0 ? read('policy.txt') : answer('allow')))
    await runTurn(script, { PreToolUse: [{ hooks: [judge] }], PostToolUse: [{ hooks: [{ ...judge, id: 'after' }] }] })
    const started = steps
      .filter((step) => step.type === 'hookStart')
      .map(({ hook, input }) => [hook.id, input.toolName])
    expect(started).toEqual([
      ['judge', 'Bash'],
      ['after', 'Read'],
      ['after', 'Bash'],
      ['judge', 'Read'],
    ])
    const rows = steps.filter((step) => step.type === 'eventEnd').flatMap(({ verdict }) => verdict.runs)
    expect(rows.filter(({ why }) => why?.startsWith('recursion: ')).length).toBeGreaterThan(0)
  })

  it('ends at the third agent of a chain, as a failure that its owner decides about', async () => {
    const script = playBoth(({ step }) => (step === 0 ? read('policy.txt') : answer('allow')))
    const hooks = ['a', 'b', 'c', 'd'].map((id) => ({ ...judge, id, onFailure: 'deny' as const }))
    await runTurn(script, {
      PreToolUse: [
        { matcher: 'Bash', hooks: hooks.slice(0, 1) },
        ...hooks.slice(1).map((hook) => ({ matcher: 'Read', hooks: [hook] })),
      ],
    })
    const failed = steps.filter((step) => step.type === 'hookEnd').filter((step) => step.class === 'spawn')
    expect(failed.length).toBeGreaterThan(0)
    for (const { decision, reason } of failed) {
      expect(decision).toBe('deny')
      expect(reason).toMatch(/^recursion: .* agent 4 of a chain: a > [bcd] > [bcd]$/)
    }
  })

  it('ends at sixteen agents for one event', async () => {
    let agents = 0
    const script = playBoth(({ step }) => {
      if (step === 0) agents++
      return step === 0 ? read('policy.txt') : answer('allow')
    })
    const others = ['b', 'c', 'd', 'e', 'f'].map((id) => ({ ...judge, id }))
    await runTurn(script, {
      PreToolUse: [
        { matcher: 'Bash', hooks: [judge] },
        { matcher: 'Read', hooks: others },
      ],
    })
    expect(agents).toBe(16)
    const reasons = steps.filter((step) => step.type === 'failedOpen').map(({ message }) => message)
    expect(reasons).toContainEqual(expect.stringContaining('hooks have started 16 agents already'))
  })
})

describe('F85: what an agent hook reads', () => {
  it.each(injections)('does not get out of its frame when it $name', async ({ text }) => {
    writeFileSync(join(project, 'found.txt'), text)
    let outside: string | undefined
    const script = playBoth(({ step, messages, said }) => {
      if (step === 0) return read('found.txt')
      const name = /<event-([0-9a-f]{32})>/.exec(said)![1]!
      const framed = new RegExp(`^<result-${name}>\n[\\s\\S]*\n</result-${name}>$`)
      outside = resultsIn(messages)[0]!.text.replace(framed, (whole) => (whole.split(name).length === 3 ? '' : whole))
      return answer('deny')
    })
    await runTurn(script, { PreToolUse: [{ matcher: 'Bash', hooks: [judge] }] })
    expect([outside, ends('judge').map(({ decision }) => decision)]).toEqual(['', ['deny']])
  })
})
