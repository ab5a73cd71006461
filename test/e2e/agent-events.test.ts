import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Session } from '../../src/agent/session.ts'
import { createSession, type HooksConfig, type SessionConfig, type StreamMessage } from '../../src/index.ts'
import type { ScriptStep } from '../../src/models/index.ts'
import { eventNames } from '../../src/protocol/event-types.ts'
import { models, type OpenModel } from '../support/agent/open-model.ts'

let dir: string
const open: { close(): Promise<void> }[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookline-agent-'))
})

afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close()
  rmSync(dir, { recursive: true, force: true })
})

describe.each(models)('on %s', (_, openModel) => {
  async function start(steps: readonly ScriptStep[], config: SessionConfig = {}): Promise<[Session, OpenModel]> {
    const model = await openModel(steps)
    const storage = { dir: join(dir, '.sessions') }
    const session = await createSession({
      cwd: dir,
      storage,
      permissionMode: 'yolo',
      model: 'test-model',
      provider: model.provider,
      ...config,
    })
    open.push(model, session)
    return [session, model]
  }

  it('a session fires its events in order, with their payloads', async () => {
    writeFileSync(join(dir, 'a.txt'), 'hello\n')
    const log: { event: string; input: Record<string, unknown> }[] = []
    const steps = [
      { text: 'Reading.', toolCalls: [{ name: 'Read', input: { file_path: join(dir, 'a.txt') }, id: 't1' }] },
      { toolCalls: [{ name: 'Bash', input: { command: 'exit 3' }, id: 't2' }] },
      { text: 'Done.' },
    ]
    const [session] = await start(steps, { hooks: recorder(log) })
    const messages = await run(session, 'look at a.txt')
    await session.close()

    expect(log.map(({ event }) => event)).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      'TurnStart',
      'PreToolUse',
      'PostToolUse',
      'PreToolUse',
      'PostToolUseFailure',
      'Stop',
      'TurnEnd',
      'SessionEnd',
    ])
    const inputs = log.map(({ input }) => input)
    expect(inputs[0]).toMatchObject({ source: 'startup', isResume: false })
    expect(inputs[1]).toMatchObject({
      userPrompt: 'look at a.txt',
      message: 'look at a.txt',
      hasImages: false,
      imageCount: 0,
    })
    expect(inputs[3]).toMatchObject({ toolName: 'Read', toolUseId: 't1', toolInput: { file_path: join(dir, 'a.txt') } })
    expect(inputs[4]).toMatchObject({ toolOutput: { content: expect.stringContaining('hello') } })
    expect(inputs[6]).toMatchObject({ toolName: 'Bash', toolUseId: 't2', isInterrupt: false, isTimeout: false })
    expect(inputs[7]).toMatchObject({
      stopReason: 'no_tool_calls',
      finalResponse: 'Done.',
      stepCount: 3,
      stopHookActive: false,
      stopBlockCount: 0,
    })
    expect(inputs[8]).toMatchObject({ stopReason: 'success', finalResponse: 'Done.' })
    expect(inputs[9]).toMatchObject({ reason: 'user_exit', totalTurns: 1 })
    for (const { event, input } of log) {
      expect(input).toMatchObject({ event, sessionId: session.id, cwd: dir, projectDir: dir, permissionMode: 'yolo' })
    }
    expect(messages.at(-1)).toEqual({ sessionId: session.id, type: 'result', subtype: 'success', content: 'Done.' })
    expect(typesOf(messages)).toEqual([
      'turn_start',
      'content',
      'tool_use',
      'tool_result',
      'tool_use',
      'tool_result',
      'content',
      'turn_end',
      'result',
    ])
  })

  it('the transcript is on disk before each event that names it', async () => {
    const lines: number[] = []
    const count = (path: unknown): void => void lines.push(readFileSync(String(path), 'utf8').trim().split('\n').length)
    const hooks: HooksConfig = {
      Stop: [(input) => count(input['transcriptPath'])],
      PreToolUse: [(input) => count(input['transcriptPath'])],
    }
    const [session] = await start([bash('true'), { text: 'ok' }], { hooks })
    await run(session, 'go')
    expect(lines).toEqual([2, 4])
    const first = JSON.parse(readFileSync(session.transcriptPath!, 'utf8').split('\n')[0]!)
    expect(first).toMatchObject({
      type: 'user',
      sessionId: session.id,
      message: { role: 'user', content: [{ type: 'text', text: 'go' }] },
    })
  })

  it('deny: the tool does not run and the model reads the reason', async () => {
    const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ command: 'echo not on my watch >&2; exit 2' }] }] }
    const [session, model] = await start([bash('touch ran'), { text: 'ok' }], { hooks })
    expect(resultOf(await run(session, 'go'))).toMatchObject({ isError: true, output: 'not on my watch' })
    expect(model.asked[1]).toContain('not on my watch')
    expect(existsSync(join(dir, 'ran'))).toBe(false)
  })

  it('rewrite input: the tool runs with the new input', async () => {
    const hooks: HooksConfig = {
      PreToolUse: [async () => ({ action: 'continue', modifiedInput: { command: 'echo rewritten' } })],
    }
    const [session] = await start([bash('echo original'), { text: 'ok' }], { hooks })
    expect(resultOf(await run(session, 'go'))).toMatchObject({
      isError: false,
      output: { stdout: expect.stringContaining('rewritten') },
    })
  })

  it('rewrite input: one that no longer fits the tool is refused, naming the hook', async () => {
    const callback = () => ({ action: 'continue' as const, modifiedInput: { command: 5 } })
    const hooks: HooksConfig = { PreToolUse: [{ hooks: [{ type: 'callback', id: 'bad', callback }] }] }
    const [session] = await start([bash('echo original'), { text: 'ok' }], { hooks })
    expect(resultOf(await run(session, 'go'))).toMatchObject({
      isError: true,
      output: expect.stringMatching(/bad.*no longer fits/),
    })
  })

  it('rewrite output: the model reads what the hook made of it', async () => {
    writeFileSync(join(dir, 'env'), 'SECRET_KEY=abc123\n')
    const hooks: HooksConfig = {
      PostToolUse: [
        async (input) => {
          const output = input.toolOutput as { content: string }
          const content = output.content.replace(/SECRET_KEY=\w+/g, 'SECRET_KEY=***')
          return { action: 'continue', modifiedOutput: { ...output, content } }
        },
      ],
    }
    const steps = [{ toolCalls: [{ name: 'Read', input: { file_path: join(dir, 'env') } }] }, { text: 'ok' }]
    const [session, model] = await start(steps, { hooks })
    await run(session, 'go')
    expect(model.asked[1]).toContain('SECRET_KEY=***')
    expect(model.asked[1]).not.toContain('abc123')
  })

  it('block a prompt: the model is never asked', async () => {
    const hooks = { UserPromptSubmit: [{ hooks: [{ command: `echo '{"decision":"block","reason":"no secrets"}'` }] }] }
    const [session, model] = await start([{ text: 'ok' }], { hooks })
    expect((await run(session, 'my password')).at(-1)).toMatchObject({
      type: 'result',
      subtype: 'blocked',
      reason: 'no secrets',
    })
    expect(model.asked).toHaveLength(0)
  })

  it('rewrite a prompt and add context to it', async () => {
    const answer = `echo '{"hookSpecificOutput":{"updatedPrompt":"NEW","contextInjection":"CTX"}}'`
    const [session, model] = await start([{ text: 'ok' }], {
      hooks: { UserPromptSubmit: [{ hooks: [{ command: answer }] }] },
    })
    await run(session, 'OLD')
    expect(model.asked[0]).toContain('NEW')
    expect(model.asked[0]!.split('CTX')).toHaveLength(2)
    expect(model.asked[0]).not.toContain('OLD')
  })

  it('env: what SessionStart sets, later hooks and the shell tool see', async () => {
    const answer = `echo '{"hookSpecificOutput":{"hookEventName":"SessionStart","env":{"PROJECT_TYPE":"demo"}}}'`
    const hooks = {
      SessionStart: [{ hooks: [{ command: answer }] }],
      PreToolUse: [{ hooks: [{ command: 'echo "$PROJECT_TYPE" > hook-saw' }] }],
    }
    const [session] = await start([bash('echo "tool saw $PROJECT_TYPE"'), { text: 'ok' }], { hooks })
    expect(resultOf(await run(session, 'go'))).toMatchObject({
      output: { stdout: expect.stringContaining('tool saw demo') },
    })
    expect(readFileSync(join(dir, 'hook-saw'), 'utf8')).toBe('demo\n')
  })

  it('keep working: the reason reaches the model', async () => {
    let blocks = 0
    const hooks: HooksConfig = {
      Stop: [
        (input) => {
          if (blocks++ >= 2) return undefined
          return { hookSpecificOutput: { continue: true, continueReason: `fix ${input.stopBlockCount}` } }
        },
      ],
    }
    const [session, model] = await start([{ text: 'done' }], { hooks })
    expect((await run(session, 'go')).at(-1)).toMatchObject({ subtype: 'success' })
    expect(model.asked).toHaveLength(3)
    expect([model.asked[1], model.asked[2]]).toEqual([
      expect.stringContaining('fix 0'),
      expect.stringContaining('fix 1'),
    ])
  })

  it('keep working: eight times in a row, the ninth is capped and never called success', async () => {
    const [session, model] = await start([{ text: 'done' }], {
      hooks: { Stop: [{ hooks: [{ command: 'echo never >&2; exit 2' }] }] },
    })
    expect((await run(session, 'go')).at(-1)).toMatchObject({ type: 'result', subtype: 'capped', reason: 'never' })
    expect(model.asked).toHaveLength(9)
  })

  it('halt: abort ends the session with the reason, and SessionEnd still fires', async () => {
    const ends: unknown[] = []
    const hooks: HooksConfig = {
      PreToolUse: [() => ({ action: 'abort', reason: 'danger' })],
      SessionEnd: [(input) => void ends.push(input['reason'])],
    }
    const [session] = await start([bash('touch ran'), { text: 'never said' }], { hooks })
    expect((await run(session, 'go')).at(-1)).toMatchObject({ type: 'result', subtype: 'halted', reason: 'danger' })
    expect((await run(session, 'again')).at(-1)).toMatchObject({ subtype: 'halted', reason: 'danger' })
    await session.close()
    expect([ends, existsSync(join(dir, 'ran'))]).toEqual([['other'], false])
  })

  it('ask: nobody to ask means denied, with the remedies', async () => {
    const [session] = await start([bash('touch asked'), { text: 'ok' }], {
      permissionMode: 'default',
      canUseTool: async () => ({ behavior: 'ask' }),
    })
    expect(resultOf(await run(session, 'go'))).toMatchObject({
      isError: true,
      output: expect.stringMatching(/nobody to ask.*canUseTool/s),
    })
    expect(existsSync(join(dir, 'asked'))).toBe(false)
  })

  it('ask: an approver decides', async () => {
    const questions: string[] = []
    const onAsk = ({ toolName }: { toolName: string }): boolean => questions.push(toolName) > 0
    const [session] = await start([bash('touch asked'), { text: 'ok' }], { permissionMode: 'default', onAsk })
    expect(resultOf(await run(session, 'go'))).toMatchObject({ isError: false })
    expect([questions, existsSync(join(dir, 'asked'))]).toEqual([['Bash'], true])
  })

  it('interrupt: abort() stops a running tool and says so', async () => {
    const [session] = await start([bash('sleep 30'), { text: 'never' }])
    setTimeout(() => session.abort(), 400)
    expect((await run(session, 'go')).at(-1)).toMatchObject({ type: 'result', subtype: 'interrupted' })
  })

  it('rules and hooks judge relative paths from where cd has gone', async () => {
    mkdirSync(join(dir, 'safe/secret'), { recursive: true })
    writeFileSync(join(dir, 'safe/secret/key'), 'KEY')
    const cwds: unknown[] = []
    const hooks: HooksConfig = { PreToolUse: [(input) => void cwds.push(input.cwd)] }
    const steps = [
      bash('cd safe'),
      { toolCalls: [{ name: 'Read', input: { file_path: 'secret/key' }, id: 'c2' }] },
      { toolCalls: [{ name: 'Bash', input: { command: 'cat secret/key' }, id: 'c3' }] },
      { text: 'ok' },
    ]
    const permissions = { deny: [`Read(${dir}/safe/secret/**)`] }
    const [session, model] = await start(steps, { hooks, permissions })
    const results = (await run(session, 'go')).filter((message) => message.type === 'tool_result')
    expect(results.map(({ isError }) => isError)).toEqual([false, true, true])
    expect(cwds).toEqual([dir, join(dir, 'safe'), join(dir, 'safe')])
    expect(model.asked.at(-1)).not.toContain('KEY')
  })

  it('a call that does not fit, or of a tool that is not there, is told to the model and nothing runs', async () => {
    const calls = [
      { name: 'Bash', input: { command: ['rm', '-rf'] }, id: 'a' },
      { name: 'Bsh', input: { command: 'ls' }, id: 'b' },
    ]
    const log: { event: string; input: Record<string, unknown> }[] = []
    const [session] = await start([{ toolCalls: calls }, { text: 'ok' }], { hooks: recorder(log) })
    const results = (await run(session, 'go')).filter((message) => message.type === 'tool_result')
    expect(results).toMatchObject([
      { id: 'a', isError: true, output: expect.stringContaining('does not fit') },
      { id: 'b', isError: true, output: expect.stringContaining('There is no tool "Bsh"') },
    ])
    expect(log.map(({ event }) => event)).not.toContain('PreToolUse')
  })
})

function bash(command: string): ScriptStep {
  return { toolCalls: [{ name: 'Bash', input: { command }, id: 'c1' }] }
}

async function run(session: Session, prompt: string): Promise<StreamMessage[]> {
  await session.send(prompt)
  const messages: StreamMessage[] = []
  for await (const message of session.stream()) messages.push(message)
  return messages
}

function resultOf(messages: StreamMessage[]): StreamMessage | undefined {
  return messages.find((message) => message.type === 'tool_result')
}

function typesOf(messages: StreamMessage[]): string[] {
  const types = messages.map(({ type }) => type).filter((type) => type !== 'hook' && type !== 'usage')
  return types.filter((type, position) => type !== 'content' || types[position - 1] !== 'content')
}

/** Writes down every event as it fires. */
function recorder(log: { event: string; input: Record<string, unknown> }[]): HooksConfig {
  const take = (event: string) => (input: unknown) => void log.push({ event, input: JSON.parse(JSON.stringify(input)) })
  return Object.fromEntries(eventNames.map((name) => [name, [take(name)]])) as HooksConfig
}
