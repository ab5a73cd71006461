import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
import { eventNames } from '../../src/protocol/event-types.ts'

let dir: string
const open: Session[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookline-subagents-'))
})

afterEach(async () => {
  for (const session of open.splice(0)) await session.close()
  rmSync(dir, { recursive: true, force: true })
})

/** A model that plays one part for the main agent and one for each prompt of a sub-agent. */
type Parts = Record<string, readonly ScriptStep[]>

async function start(parts: Parts, config: SessionConfig = {}): Promise<Session> {
  const script = ({ messages, step }: ScriptRequest): ScriptStep => {
    const first = JSON.stringify(messages[0])
    const part = Object.keys(parts).find((name) => first.includes(`[${name}]`))
    const steps = parts[part ?? 'main'] ?? []
    return steps[Math.min(step, steps.length - 1)] ?? {}
  }
  const session = await createSession({
    cwd: dir,
    storage: { dir: join(dir, '.sessions') },
    permissionMode: 'yolo',
    provider: { type: 'scripted', script },
    ...config,
  })
  open.push(session)
  return session
}

async function run(session: Session): Promise<StreamMessage[]> {
  await session.send('[main] go')
  const messages: StreamMessage[] = []
  for await (const message of session.stream()) messages.push(message)
  return messages
}

const task = (name: string, subagent_type = 'general-purpose', id = `t-${name}`) => ({
  name: 'Task',
  id,
  input: { description: `do ${name}`, prompt: `[${name}] please`, subagent_type },
})

const bash = (command: string): ScriptStep => ({ toolCalls: [{ name: 'Bash', input: { command } }] })

const main = (...calls: ReturnType<typeof task>[]): ScriptStep[] => [{ toolCalls: calls }, { text: 'all done' }]

type Logged = { event: string; input: Record<string, unknown> }

function recorder(log: Logged[]): HooksConfig {
  const take = (event: string) => (input: unknown) => void log.push({ event, input: JSON.parse(JSON.stringify(input)) })
  return Object.fromEntries(eventNames.map((name) => [name, [take(name)]])) as HooksConfig
}

const resultsOf = (messages: StreamMessage[]) => messages.filter((message) => message.type === 'tool_result')

describe('a sub-agent', () => {
  it('works in a context of its own, fires its events, and gives its last words back', async () => {
    const log: Logged[] = []
    const session = await start(
      { main: main(task('a')), a: [bash('echo from below'), { text: 'found it' }] },
      { hooks: recorder(log) },
    )
    const messages = await run(session)
    expect(resultsOf(messages)).toMatchObject([
      {
        id: 't-a',
        name: 'Task',
        isError: false,
        output: { agentType: 'general-purpose', content: 'found it', steps: 2 },
      },
    ])
    const inside = log.slice(
      log.findIndex(({ event }) => event === 'SubagentStart'),
      log.findIndex(({ event }) => event === 'TaskCompleted') + 1,
    )
    expect(log.map(({ event }) => event)).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      'TurnStart',
      'PreToolUse',
      'SubagentStart',
      'PreToolUse',
      'PostToolUse',
      'SubagentStop',
      'TaskCompleted',
      'PostToolUse',
      'Stop',
      'TurnEnd',
    ])
    const { agentId } = inside[0]!.input
    expect(agentId).toMatch(/^agent_[0-9a-f]{16}$/)
    for (const { input } of inside)
      expect(input).toMatchObject({ agentId, agentType: 'general-purpose', parentAgentId: 'main' })
    for (const { event, input } of log.filter((entry) => !inside.includes(entry)))
      expect([event, input['agentId']]).toEqual([event, undefined])
    expect(inside[0]!.input).toMatchObject({ taskDescription: 'do a' })
    expect(inside.at(-2)!.input).toMatchObject({ taskDescription: 'do a', success: true, resultSummary: 'found it' })
    expect(inside.at(-1)!.input).toMatchObject({
      taskId: agentId,
      taskDescription: 'do a',
      success: true,
      resultSummary: 'found it',
    })
  })

  it('leaves in the transcript only side lines beside its result', async () => {
    const session = await start({ main: main(task('a')), a: [bash('echo from below'), { text: 'found it' }] })
    await run(session)
    const lines = readFileSync(session.transcriptPath!, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const own = lines.filter(({ isSidechain }) => !isSidechain)
    const side = lines.filter(({ isSidechain }) => isSidechain)
    expect([own.length, side.length]).toEqual([4, 4])
    expect(new Set(side.map(({ agentId }) => agentId)).size).toBe(1)
    expect(JSON.stringify(own)).not.toContain('from below')
    expect(JSON.stringify(session.messages)).not.toContain('from below')
    expect(JSON.stringify(own)).toContain('found it')
  })

  it('reads the context that SubagentStart adds', async () => {
    let seen = ''
    const session = await createSession({
      cwd: dir,
      storage: false,
      provider: {
        type: 'scripted',
        script: ({ messages, step }) => {
          const text = JSON.stringify(messages)
          if (text.includes('[a]') && !text.includes('[main]')) seen = text
          return text.includes('[main]') && step === 0 ? { toolCalls: [task('a', 'Explore')] } : { text: 'ok' }
        },
      },
      hooks: {
        SubagentStart: [
          {
            matcher: 'Explore',
            hooks: [{ command: `echo '{"hookSpecificOutput":{"additionalContext":"LOOK HERE"}}'` }],
          },
          { matcher: 'Plan', hooks: [{ command: `echo '{"hookSpecificOutput":{"additionalContext":"NOT HERE"}}'` }] },
        ],
      },
    })
    open.push(session)
    await run(session)
    expect(seen).toContain('LOOK HERE')
    expect(seen).not.toContain('NOT HERE')
  })

  it('is refused by a kimi hook, and the model reads why', async () => {
    const file = join(dir, 'config.toml')
    writeFileSync(
      file,
      `[[hooks.subagent_start]]\nname = "no"\ntype = "command"\ncommand = "echo '{\\"decision\\": \\"deny\\", \\"reason\\": \\"not today\\"}'"\n`,
    )
    const session = await start(
      { main: main(task('a')), a: [bash('touch ran'), { text: 'x' }] },
      { configFiles: [{ path: file, dialect: 'kimi' }] },
    )
    expect(resultsOf(await run(session))).toMatchObject([
      { isError: true, output: expect.stringContaining('not today') },
    ])
    expect(existsSync(join(dir, 'ran'))).toBe(false)
  })

  it('passes the same gates: a PreToolUse deny holds inside it', async () => {
    const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ command: 'echo not on my watch >&2; exit 2' }] }] }
    const session = await start({ main: main(task('a')), a: [bash('touch ran'), { text: 'tried' }] }, { hooks })
    expect(resultsOf(await run(session))).toMatchObject([{ isError: false, output: { content: 'tried' } }])
    expect(existsSync(join(dir, 'ran'))).toBe(false)
  })

  it('is not started when a PreToolUse hook denies the Task call', async () => {
    const log: Logged[] = []
    const hooks = {
      ...recorder(log),
      PreToolUse: [{ matcher: 'Task', hooks: [{ command: 'echo alone >&2; exit 2' }] }],
    }
    const session = await start({ main: main(task('a')), a: [bash('touch ran')] }, { hooks })
    expect(resultsOf(await run(session))).toMatchObject([{ isError: true, output: 'alone' }])
    expect(log.map(({ event }) => event)).not.toContain('SubagentStart')
    expect(existsSync(join(dir, 'ran'))).toBe(false)
  })

  it('asks for permission like its session, with nobody to ask denied', async () => {
    const asked: string[] = []
    const session = await start(
      { main: main(task('a')), a: [bash('touch ran'), { text: 'tried' }] },
      { permissionMode: 'default', onAsk: ({ toolName }) => asked.push(toolName) < 0 },
    )
    await run(session)
    expect([asked, existsSync(join(dir, 'ran'))]).toEqual([['Bash'], false])
  })

  it('is kept working by SubagentStop, eight times in a row and no more', async () => {
    let stops = 0
    const hooks: HooksConfig = {
      SubagentStop: [
        () => {
          stops++
          return { hookSpecificOutput: { continue: false, continueReason: 'more' } }
        },
      ],
    }
    const session = await start({ main: main(task('a')), a: [{ text: 'answer' }] }, { hooks })
    expect(resultsOf(await run(session))).toMatchObject([
      { isError: false, output: { content: 'answer', steps: 9, objection: 'more' } },
    ])
    expect(stops).toBe(9)
  })

  it('goes on when TaskCompleted refuses the completion, and reads the reason', async () => {
    const refusals = ['write tests']
    const hooks: HooksConfig = {
      TaskCompleted: [
        () => {
          const blockReason = refusals.shift()
          return blockReason === undefined ? undefined : { hookSpecificOutput: { blockCompletion: true, blockReason } }
        },
      ],
    }
    const session = await start({ main: main(task('a')), a: [{ text: 'one' }, { text: 'two' }] }, { hooks })
    expect(resultsOf(await run(session))).toMatchObject([{ output: { content: 'two', steps: 2 } }])
    expect(readFileSync(session.transcriptPath!, 'utf8')).toContain('write tests')
  })

  it('tells hooks when it fails, and the model reads why', async () => {
    const log: Logged[] = []
    const broken = [{ error: { status: 400, message: 'bad request' } }]
    const session = await start({ main: main(task('a')), a: broken }, { hooks: recorder(log) })
    expect(resultsOf(await run(session))).toMatchObject([
      { isError: true, output: expect.stringContaining('bad request') },
    ])
    expect(log.filter(({ event }) => /^(Subagent|Task)/.test(event)).map(({ input }) => input)).toMatchObject([
      { event: 'SubagentStart' },
      { event: 'SubagentStop', success: false, error: expect.anything() },
      { event: 'TaskCompleted', success: false },
    ])
  })

  it('that a hook halts ends the session', async () => {
    const hooks: HooksConfig = {
      PreToolUse: [(input) => (input.toolName === 'Bash' ? { action: 'abort', reason: 'danger' } : undefined)],
    }
    const session = await start({ main: main(task('a')), a: [bash('touch ran')] }, { hooks })
    expect((await run(session)).at(-1)).toMatchObject({ type: 'result', subtype: 'halted', reason: 'danger' })
    expect(existsSync(join(dir, 'ran'))).toBe(false)
  })

  it('whose call an approver refuses for good ends the turn', async () => {
    const session = await start(
      { main: main(task('a')), a: [bash('touch ran')] },
      {
        canUseTool: (name) =>
          name === 'Bash' ? { behavior: 'deny', message: 'stop it', interrupt: true } : { behavior: 'allow' },
      },
    )
    expect((await run(session)).at(-1)).toMatchObject({ type: 'result', subtype: 'interrupted', reason: 'stop it' })
  })

  it('is reached by abort()', async () => {
    const log: Logged[] = []
    const session = await start({ main: main(task('a')), a: [bash('touch began; sleep 60')] }, { hooks: recorder(log) })
    const ending = run(session)
    while (!existsSync(join(dir, 'began'))) await new Promise((resolve) => setTimeout(resolve, 20))
    session.abort()
    expect((await ending).at(-1)).toMatchObject({ type: 'result', subtype: 'interrupted' })
    expect(log.find(({ event }) => event === 'SubagentStop')?.input).toMatchObject({ success: false })
  })
})

describe('sub-agents', () => {
  it('of one step run side by side', async () => {
    // Each waits for what the other writes: one after the other would never end.
    const meet = (own: string, other: string): ScriptStep =>
      bash(`touch ${own}; for i in $(seq 600); do [ -e ${other} ] && exit 0; sleep 0.05; done; exit 1`)
    const session = await start({
      main: main(task('a'), task('b')),
      a: [meet('one', 'two'), { text: 'A' }],
      b: [meet('two', 'one'), { text: 'B' }],
    })
    expect(
      resultsOf(await run(session)).map((message) => message.type === 'tool_result' && message.output),
    ).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ content: 'A' }), expect.objectContaining({ content: 'B' })]),
    )
  })

  it('start others three deep, each naming who started it, and no deeper', async () => {
    const log: Logged[] = []
    const down = (name: string): ScriptStep[] => [{ toolCalls: [task(name)] }, { text: 'up' }]
    const session = await start(
      { main: down('a'), a: down('b'), b: down('c'), c: down('d'), d: [{ text: 'never' }] },
      { hooks: recorder(log) },
    )
    await run(session)
    const starts = log.filter(({ event }) => event === 'SubagentStart').map(({ input }) => input)
    expect(starts.map(({ taskDescription }) => taskDescription)).toEqual(['do a', 'do b', 'do c'])
    expect(starts.map(({ parentAgentId }) => parentAgentId)).toEqual([
      'main',
      starts[0]!['agentId'],
      starts[1]!['agentId'],
    ])
    expect(readFileSync(session.transcriptPath!, 'utf8')).toContain('There is no tool \\"Task\\"')
  })

  it('of a kind have its tools only', async () => {
    const seen: Record<string, string[]> = {}
    const kinds = ['general-purpose', 'Bash', 'Explore', 'Plan', 'reviewer']
    const session = await createSession({
      cwd: dir,
      storage: false,
      permissionMode: 'yolo',
      disallowedTools: ['WebFetch'],
      agents: { reviewer: { description: 'Reviews.', prompt: 'You review.', tools: ['Read', 'Task'], model: 'small' } },
      provider: {
        type: 'scripted',
        script: ({ messages, tools, step }) => {
          const text = JSON.stringify(messages[0])
          if (text.includes('[main]')) return step === 0 ? { toolCalls: kinds.map((kind) => task(kind, kind)) } : {}
          seen[/\[([\w-]+)\]/.exec(text)![1]!] = tools.map(({ name }) => name)
          return { text: 'ok' }
        },
      },
    })
    open.push(session)
    await run(session)
    expect(seen).toMatchObject({
      Bash: ['Bash', 'BashOutput', 'KillShell'],
      Explore: ['Read', 'Glob', 'Grep'],
      Plan: ['Read', 'Glob', 'Grep', 'TodoWrite'],
      reviewer: ['Read', 'Task'],
    })
    expect(seen['general-purpose']).toEqual(expect.arrayContaining(['Bash', 'Write', 'Task']))
  })

  it('of a kind that does not exist are refused, naming the nearest', async () => {
    const session = await start({ main: main(task('a', 'explore')) })
    expect(resultsOf(await run(session))).toMatchObject([
      { isError: true, output: expect.stringContaining('did you mean "Explore"?') },
    ])
  })

  it('with a tool that does not exist are an error of the configuration', async () => {
    const agents = { x: { description: 'x', prompt: 'x', tools: ['Raed'] } }
    await expect(start({}, { agents })).rejects.toMatchObject({
      code: 'CONFIG_INVALID_VALUE',
      hint: 'Did you mean "Read"?',
    })
  })
})
