import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Session } from '../../src/agent/session.ts'
import { createSession, type HooksConfig, type SessionConfig, type StreamMessage } from '../../src/index.ts'
import { eventNames } from '../../src/protocol/event-types.ts'

let dir: string
const open: Session[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookline-agent-'))
})

afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.close()))
  rmSync(dir, { recursive: true, force: true })
})

async function start(config: SessionConfig): Promise<Session> {
  const session = await createSession({
    cwd: dir,
    storage: { dir: join(dir, '.sessions') },
    permissionMode: 'yolo',
    ...config,
  })
  open.push(session)
  return session
}

async function run(session: Session, prompt: string): Promise<StreamMessage[]> {
  await session.send(prompt)
  const messages: StreamMessage[] = []
  for await (const message of session.stream()) messages.push(message)
  return messages
}

/** Writes down every event as it fires. */
function recorder(log: { event: string; input: Record<string, unknown> }[]): HooksConfig {
  const hooks: Record<string, unknown> = {}
  for (const name of eventNames) {
    hooks[name] = [
      (input: Record<string, unknown>) => void log.push({ event: name, input: JSON.parse(JSON.stringify(input)) }),
    ]
  }
  return hooks as HooksConfig
}

describe('a scripted session', () => {
  it('fires its events in order, with their payloads', async () => {
    writeFileSync(join(dir, 'a.txt'), 'hello\n')
    const log: { event: string; input: Record<string, unknown> }[] = []
    const session = await start({
      hooks: recorder(log),
      provider: {
        type: 'scripted',
        script: [
          { text: 'Reading.', toolCalls: [{ name: 'Read', input: { file_path: join(dir, 'a.txt') }, id: 't1' }] },
          { toolCalls: [{ name: 'Bash', input: { command: 'exit 3' }, id: 't2' }] },
          { text: 'Done.' },
        ],
      },
    })
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
    expect(log[1]!.input).toMatchObject({
      userPrompt: 'look at a.txt',
      message: 'look at a.txt',
      hasImages: false,
      imageCount: 0,
    })
    expect(log[3]!.input).toMatchObject({
      toolName: 'Read',
      toolUseId: 't1',
      toolInput: { file_path: join(dir, 'a.txt') },
    })
    expect(log[4]!.input).toMatchObject({ toolOutput: { content: expect.stringContaining('hello') } })
    expect(log[6]!.input).toMatchObject({ toolName: 'Bash', toolUseId: 't2', isInterrupt: false, isTimeout: false })
    expect(log[7]!.input).toMatchObject({
      stopReason: 'no_tool_calls',
      finalResponse: 'Done.',
      stepCount: 3,
      stopHookActive: false,
      stopBlockCount: 0,
    })
    expect(log[9]!.input).toMatchObject({ reason: 'user_exit', totalTurns: 1 })
    for (const { event, input } of log)
      expect(input).toMatchObject({ event, sessionId: session.id, cwd: dir, projectDir: dir, permissionMode: 'yolo' })
    expect(messages.at(-1)).toEqual({ sessionId: session.id, type: 'result', subtype: 'success', content: 'Done.' })
    expect(messages.filter(({ type }) => type !== 'hook' && type !== 'usage').map(({ type }) => type)).toEqual([
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

  it('has its transcript on disk before each event that names it', async () => {
    const lines: number[] = []
    const count = (path: unknown): void => void lines.push(readFileSync(String(path), 'utf8').trim().split('\n').length)
    const session = await start({
      hooks: {
        Stop: [(input) => count(input['transcriptPath'])],
        PreToolUse: [(input) => count(input['transcriptPath'])],
      },
      provider: {
        type: 'scripted',
        script: [{ toolCalls: [{ name: 'Bash', input: { command: 'true' } }] }, { text: 'ok' }],
      },
    })
    await run(session, 'go')
    expect(lines).toEqual([2, 4])
    const first = JSON.parse(readFileSync(session.transcriptPath!, 'utf8').split('\n')[0]!)
    expect(first).toMatchObject({
      type: 'user',
      sessionId: session.id,
      message: { role: 'user', content: [{ type: 'text', text: 'go' }] },
    })
  })
})

describe('one test per power', () => {
  const call = (command: string) => ({ toolCalls: [{ name: 'Bash', input: { command }, id: 'c1' }] })
  const resultOf = (messages: StreamMessage[]) => messages.find((message) => message.type === 'tool_result')

  it('deny: the tool does not run and the model reads the reason', async () => {
    const seen: unknown[] = []
    const session = await start({
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ command: 'echo not on my watch >&2; exit 2' }] }] },
      provider: {
        type: 'scripted',
        script: ({ messages, step }) => {
          seen.push(messages.at(-1))
          return step === 0 ? call('touch ran') : { text: 'ok' }
        },
      },
    })
    expect(resultOf(await run(session, 'go'))).toMatchObject({ isError: true, output: 'not on my watch' })
    expect(seen[1]).toMatchObject({ role: 'tool', content: [{ isError: true, text: 'not on my watch' }] })
    expect(() => readFileSync(join(dir, 'ran'))).toThrow()
  })

  it('rewrite input: the tool runs with the new input', async () => {
    const session = await start({
      hooks: {
        PreToolUse: [async () => ({ action: 'continue' as const, modifiedInput: { command: 'echo rewritten' } })],
      },
      provider: { type: 'scripted', script: [call('echo original'), { text: 'ok' }] },
    })
    expect(resultOf(await run(session, 'go'))).toMatchObject({
      isError: false,
      output: { stdout: expect.stringContaining('rewritten') },
    })
  })

  it('rewrite input: one that no longer fits the tool is refused, naming the hook', async () => {
    const session = await start({
      hooks: {
        PreToolUse: [
          {
            hooks: [
              { type: 'callback', id: 'bad', callback: () => ({ action: 'continue', modifiedInput: { command: 5 } }) },
            ],
          },
        ],
      },
      provider: { type: 'scripted', script: [call('echo original'), { text: 'ok' }] },
    })
    expect(resultOf(await run(session, 'go'))).toMatchObject({
      isError: true,
      output: expect.stringMatching(/bad.*no longer fits/),
    })
  })

  it('rewrite output: the model reads what the hook made of it', async () => {
    writeFileSync(join(dir, 'env'), 'SECRET_KEY=abc123\n')
    const seen: string[] = []
    const session = await start({
      hooks: {
        PostToolUse: [
          async (input) => {
            const output = input.toolOutput as { content: string }
            return {
              action: 'continue' as const,
              modifiedOutput: { ...output, content: output.content.replace(/SECRET_KEY=\w+/g, 'SECRET_KEY=***') },
            }
          },
        ],
      },
      provider: {
        type: 'scripted',
        script: ({ messages, step }) => {
          seen.push(JSON.stringify(messages))
          return step === 0 ? { toolCalls: [{ name: 'Read', input: { file_path: join(dir, 'env') } }] } : { text: 'ok' }
        },
      },
    })
    await run(session, 'go')
    expect(seen[1]).toContain('SECRET_KEY=***')
    expect(seen[1]).not.toContain('abc123')
  })

  it('block and rewrite a prompt, and add context to it', async () => {
    const seen: string[] = []
    const script = ({ messages }: { messages: readonly unknown[] }) => {
      seen.push(JSON.stringify(messages))
      return { text: 'ok' }
    }
    const blocked = await start({
      hooks: { UserPromptSubmit: [{ hooks: [{ command: `echo '{"decision":"block","reason":"no secrets"}'` }] }] },
      provider: { type: 'scripted', script },
    })
    expect((await run(blocked, 'my password')).at(-1)).toMatchObject({
      type: 'result',
      subtype: 'blocked',
      reason: 'no secrets',
    })
    expect(seen).toEqual([])
    const rewritten = await start({
      hooks: {
        UserPromptSubmit: [
          { hooks: [{ command: `echo '{"hookSpecificOutput":{"updatedPrompt":"NEW","contextInjection":"CTX"}}'` }] },
        ],
      },
      provider: { type: 'scripted', script },
    })
    await run(rewritten, 'OLD')
    expect(seen[0]).toContain('NEW')
    expect(seen[0]!.split('CTX')).toHaveLength(2)
    expect(seen[0]).not.toContain('OLD')
  })

  it('env: what SessionStart sets, later hooks and the shell tool see', async () => {
    const session = await start({
      hooks: {
        SessionStart: [
          {
            hooks: [
              {
                command: `echo '{"hookSpecificOutput":{"hookEventName":"SessionStart","env":{"PROJECT_TYPE":"demo"}}}'`,
              },
            ],
          },
        ],
        PreToolUse: [{ hooks: [{ command: 'echo "$PROJECT_TYPE" > hook-saw' }] }],
      },
      provider: { type: 'scripted', script: [call('echo "tool saw $PROJECT_TYPE"'), { text: 'ok' }] },
    })
    expect(resultOf(await run(session, 'go'))).toMatchObject({
      output: { stdout: expect.stringContaining('tool saw demo') },
    })
    expect(readFileSync(join(dir, 'hook-saw'), 'utf8')).toBe('demo\n')
  })

  it('keep working: the reason reaches the model, and the cap ends what never ends', async () => {
    let blocks = 0
    const texts: string[] = []
    const session = await start({
      hooks: {
        Stop: [
          (input) =>
            blocks++ < 2
              ? { hookSpecificOutput: { continue: true, continueReason: `fix ${String(input['stopBlockCount'])}` } }
              : undefined,
        ],
      },
      provider: {
        type: 'scripted',
        script: ({ messages }) => {
          texts.push(JSON.stringify(messages.at(-1)))
          return { text: 'done' }
        },
      },
    })
    expect((await run(session, 'go')).at(-1)).toMatchObject({ subtype: 'success' })
    expect([texts.length, texts[1], texts[2]]).toEqual([
      3,
      expect.stringContaining('fix 0'),
      expect.stringContaining('fix 1'),
    ])

    let calls = 0
    const endless = await start({
      hooks: { Stop: [{ hooks: [{ command: 'echo never >&2; exit 2' }] }] },
      provider: {
        type: 'scripted',
        script: () => {
          calls++
          return { text: 'done' }
        },
      },
    })
    expect((await run(endless, 'go')).at(-1)).toMatchObject({ type: 'result', subtype: 'capped', reason: 'never' })
    expect(calls).toBe(9)
  })

  it('halt: abort ends the session with the reason, and SessionEnd still fires', async () => {
    let ended: unknown
    const session = await start({
      hooks: {
        PreToolUse: [() => ({ action: 'abort' as const, reason: 'danger' })],
        SessionEnd: [
          (input) => {
            ended = input['reason']
          },
        ],
      },
      provider: { type: 'scripted', script: [call('touch ran'), { text: 'never said' }] },
    })
    expect((await run(session, 'go')).at(-1)).toMatchObject({ type: 'result', subtype: 'halted', reason: 'danger' })
    expect(ended).toBe('other')
    expect(() => readFileSync(join(dir, 'ran'))).toThrow()
    expect((await run(session, 'again')).at(-1)).toMatchObject({ subtype: 'halted', reason: 'danger' })
  })

  it('ask: nobody to ask means denied with the remedies; an approver decides', async () => {
    const script = [call('touch asked'), { text: 'ok' }]
    const nobody = await start({ permissionMode: 'default', provider: { type: 'scripted', script } })
    expect(resultOf(await run(nobody, 'go'))).toMatchObject({
      isError: true,
      output: expect.stringMatching(/nobody to ask.*canUseTool/s),
    })
    const questions: string[] = []
    const somebody = await start({
      permissionMode: 'default',
      provider: { type: 'scripted', script },
      onAsk: ({ toolName }) => {
        questions.push(toolName)
        return true
      },
    })
    expect(resultOf(await run(somebody, 'go'))).toMatchObject({ isError: false })
    expect(questions).toEqual(['Bash'])
  })

  it('interrupt: abort() stops a running tool and says so', async () => {
    const session = await start({ provider: { type: 'scripted', script: [call('sleep 30'), { text: 'never' }] } })
    setTimeout(() => session.abort(), 300)
    expect((await run(session, 'go')).at(-1)).toMatchObject({ type: 'result', subtype: 'interrupted' })
  })
})
