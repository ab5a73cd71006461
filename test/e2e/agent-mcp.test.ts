import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createSession,
  type HooksConfig,
  type McpServerConfig,
  type Session,
  type SessionConfig,
  type StreamMessage,
} from '../../src/index.ts'
import type { ScriptStep } from '../../src/models/index.ts'
import { startHttpMcpServer } from '../support/mcp/start-http-server.ts'

const program = join(dirname(fileURLToPath(import.meta.url)), '../support/mcp/fixtures/stdio-server.ts')
const stdio: McpServerConfig = { command: process.execPath, args: [program], env: { GIVEN: 'yes' } }

let dir: string
const open: { close(): Promise<void> }[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookline-mcp-'))
})

afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close()
  rmSync(dir, { recursive: true, force: true })
})

type Call = [name: string, input?: Record<string, unknown>]

interface Asked {
  tools: string[]
  messages: string
}

/** A session whose model makes the given calls, one per step, and then stops. */
async function start(calls: Call[], config: SessionConfig): Promise<[Session, Asked[]]> {
  const asked: Asked[] = []
  let made = 0
  const script = ({
    messages,
    tools,
  }: {
    messages: readonly unknown[]
    tools: readonly { name: string }[]
  }): ScriptStep => {
    asked.push({ tools: tools.map(({ name }) => name), messages: JSON.stringify(messages) })
    const call = calls[made++]
    return call ? { toolCalls: [{ name: call[0], input: call[1] ?? {} }] } : { text: 'done' }
  }
  const session = await createSession({
    cwd: dir,
    storage: false,
    tools: [],
    permissionMode: 'yolo',
    provider: { type: 'scripted', script },
    ...config,
  })
  open.push(session)
  return [session, asked]
}

type Result = Extract<StreamMessage, { type: 'tool_result' }>

async function run(session: Session): Promise<Result[]> {
  await session.send('go')
  const messages: StreamMessage[] = []
  for await (const message of session.stream()) messages.push(message)
  expect(messages.at(-1)).toMatchObject({ type: 'result', subtype: 'success' })
  return messages.filter((message) => message.type === 'tool_result')
}

async function openServer(kind: 'stdio' | 'http'): Promise<McpServerConfig> {
  if (kind === 'stdio') return stdio
  const server = await startHttpMcpServer()
  open.push(server)
  return { url: server.url, headers: { 'x-key': 'k' } }
}

describe.each(['stdio', 'http'] as const)('a server over %s', (kind) => {
  it('offers its tools, and hooks see every call of them', async () => {
    const log: Record<string, unknown>[] = []
    const kinds: string[] = []
    const take = (input: object): void => void log.push({ ...input })
    const [session, asked] = await start([['mcp__small__echo', { text: 'hi' }], ['mcp__small__fail']], {
      mcpServers: { small: await openServer(kind) },
      hooks: { PreToolUse: [take], PostToolUse: [take], PostToolUseFailure: [take] },
      canUseTool: (_, __, { toolKind }) => {
        kinds.push(toolKind)
        return { behavior: 'ask' }
      },
    })
    expect(await run(session)).toMatchObject([
      { name: 'mcp__small__echo', isError: false, output: { content: 'echo: hi' } },
      { name: 'mcp__small__fail', isError: true, output: 'it does not work' },
    ])
    expect(asked[0]!.tools).toEqual(expect.arrayContaining(['mcp__small__echo', 'mcp__small__ask']))
    expect(asked[1]!.messages).toContain('echo: hi')
    expect(kinds).toEqual(['mcp', 'mcp'])
    expect(log.map(({ event, toolName }) => [event, toolName])).toEqual([
      ['PreToolUse', 'mcp__small__echo'],
      ['PostToolUse', 'mcp__small__echo'],
      ['PreToolUse', 'mcp__small__fail'],
      ['PostToolUseFailure', 'mcp__small__fail'],
    ])
  })

  it('a PreToolUse deny holds: the server never hears of the call', async () => {
    const path = join(dir, 'ran')
    const hooks = { PreToolUse: [{ matcher: 'mcp__small__.*', hooks: [{ command: 'echo no servers >&2; exit 2' }] }] }
    const mcpServers = { small: await openServer(kind) }
    const [session] = await start([['mcp__small__write', { path }]], { mcpServers, hooks })
    expect(await run(session)).toMatchObject([{ isError: true, output: 'no servers' }])
    expect(existsSync(path)).toBe(false)
    const [allowed] = await start([['mcp__small__write', { path }]], { mcpServers })
    expect(await run(allowed)).toMatchObject([{ isError: false }])
    expect(existsSync(path)).toBe(true)
  })

  it('what hooks rewrite is what the server gets and what the model reads', async () => {
    const hooks: HooksConfig = {
      PreToolUse: [() => ({ action: 'continue', modifiedInput: { text: 'rewritten' } })],
      PostToolUse: [
        (input) => {
          const output = input.toolOutput as { content: string }
          return { action: 'continue', modifiedOutput: { ...output, content: output.content.toUpperCase() } }
        },
      ],
    }
    const [session, asked] = await start([['mcp__small__echo', { text: 'plain' }]], {
      mcpServers: { small: await openServer(kind) },
      hooks,
    })
    await run(session)
    expect(asked[1]!.messages).toContain('ECHO: REWRITTEN')
  })

  it('asks the user in the middle of a call, through a notice', async () => {
    const notices: unknown[] = []
    const hooks: HooksConfig = {
      Notification: [
        {
          matcher: 'elicitation_dialog',
          hooks: [{ type: 'callback', callback: (i) => void notices.push(i['message']) }],
        },
      ],
    }
    const [session] = await start([['mcp__small__ask']], {
      mcpServers: { small: await openServer(kind) },
      hooks,
      onElicit: ({ server, requestedSchema }) => ({
        action: 'accept',
        content: { name: `${server} ${Object.keys((requestedSchema as { properties: object }).properties)}` },
      }),
    })
    expect(await run(session)).toMatchObject([
      { isError: false, output: { content: '{"action":"accept","content":{"name":"small name"}}' } },
    ])
    expect(notices).toEqual(['Who are you?'])
  })

  it('is declined when nobody can be asked', async () => {
    const [session] = await start([['mcp__small__ask']], { mcpServers: { small: await openServer(kind) } })
    expect(await run(session)).toMatchObject([{ isError: false, output: { content: '{"action":"decline"}' } }])
  })
})

describe('a server', () => {
  it('sees of the environment only what is harmless and what it is given', async () => {
    const [session] = await start([['mcp__small__environment']], {
      mcpServers: { small: stdio },
      env: { ...process.env, ANTHROPIC_API_KEY: 'secret' },
    })
    const [result] = await run(session)
    const names = (result!.output as { content: string }).content.split(' ')
    expect(names).toContain('GIVEN')
    expect(names.filter((name) => /KEY|TOKEN|SECRET/.test(name))).toEqual([])
  })

  it('is given its headers', async () => {
    const server = await startHttpMcpServer()
    open.push(server)
    const [session] = await start([], {
      mcpServers: { small: { url: server.url, headers: { authorization: 'Bearer x' } } },
    })
    await run(session)
    expect(server.requests.length).toBeGreaterThan(1)
    expect(new Set(server.requests.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer x']))
  })

  it('shows its pictures to the model', async () => {
    const [session, asked] = await start([['mcp__small__picture']], { mcpServers: { small: stdio } })
    await run(session)
    expect(asked[1]!.messages).toContain('"mediaType":"image/png"')
  })

  it('is held to its schema before anybody is asked', async () => {
    const [session] = await start([['mcp__small__echo', { text: 5 }]], { mcpServers: { small: stdio } })
    expect(await run(session)).toMatchObject([{ isError: true, output: expect.stringContaining('does not fit') }])
  })

  it('that dies fails the call under way, and is started again for the next one', async () => {
    const [session] = await start(
      [['mcp__small__pid'], ['mcp__small__die'], ['mcp__small__pid'], ['mcp__small__echo', { text: 'back' }]],
      { mcpServers: { small: stdio } },
    )
    const [first, died, second, last] = await run(session)
    expect(died).toMatchObject({ isError: true })
    expect([first, second, last]).toMatchObject([{ isError: false }, { isError: false }, { isError: false }])
    expect(first!.output).not.toEqual(second!.output)
  })

  it('that forgot its sessions is connected to again', async () => {
    const server = await startHttpMcpServer()
    open.push(server)
    const [session] = await start(
      [
        ['mcp__small__echo', { text: 'a' }],
        ['mcp__small__echo', { text: 'b' }],
        ['mcp__small__echo', { text: 'c' }],
      ],
      {
        mcpServers: { small: { url: server.url } },
        hooks: { PostToolUse: [(input) => void (input.toolInput?.['text'] === 'a' && server.forget())] },
      },
    )
    expect((await run(session)).map(({ isError }) => isError)).toEqual([false, true, false])
  })

  it('that cannot be reached is an error of its own tools only, and the user is told once', async () => {
    const notices: Record<string, unknown>[] = []
    const gone = await startHttpMcpServer()
    await gone.close()
    const [session, asked] = await start([['mcp__small__echo', { text: 'hi' }]], {
      mcpServers: {
        small: stdio,
        crash: { command: process.execPath, args: ['-e', 'console.error("no config"); process.exit(3)'] },
        missing: { command: join(dir, 'nothing-here') },
        gone: { url: gone.url },
      },
      hooks: { Notification: [(input) => void notices.push({ ...input })] },
    })
    expect(await run(session)).toMatchObject([{ isError: false, output: { content: 'echo: hi' } }])
    expect(asked[0]!.tools.every((name) => name.startsWith('mcp__small__'))).toBe(true)
    await run(session)
    expect(notices.map(({ notificationType, title }) => [notificationType, title]).sort()).toEqual([
      ['warning', 'crash'],
      ['warning', 'gone'],
      ['warning', 'missing'],
    ])
    expect(notices.find(({ title }) => title === 'crash')?.['message']).toContain('no config')
  })

  it('is not started before the first prompt, and ends with the session', async () => {
    const [session] = await start([['mcp__small__pid']], { mcpServers: { small: stdio } })
    const [result] = await run(session)
    const pid = Number((result!.output as { content: string }).content)
    expect(process.kill(pid, 0)).toBe(true)
    await session.close()
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
  })

  it('a tool of it that is on the deny list is hidden, and nobody to ask means denied', async () => {
    const [session, asked] = await start([['mcp__small__echo', { text: 'x' }]], {
      mcpServers: { small: stdio },
      permissionMode: 'default',
      disallowedTools: ['mcp__small__write'],
    })
    expect(await run(session)).toMatchObject([{ isError: true, output: expect.stringContaining('nobody to ask') }])
    expect(asked[0]!.tools).not.toContain('mcp__small__write')
  })

  it('serves sub-agents through the same gates', async () => {
    const path = join(dir, 'ran')
    const agents: unknown[] = []
    const session = await createSession({
      cwd: dir,
      storage: false,
      permissionMode: 'yolo',
      mcpServers: { small: stdio },
      agents: { writer: { description: 'Writes.', prompt: 'You write.', tools: ['mcp__small__write'] } },
      hooks: {
        PreToolUse: [
          {
            matcher: 'mcp__.*',
            hooks: [
              {
                type: 'callback',
                callback: (input) => {
                  agents.push(input['agentType'])
                  return { decision: 'deny', reason: 'not below' }
                },
              },
            ],
          },
        ],
      },
      provider: {
        type: 'scripted',
        script: ({ tools, step }) => {
          if (step > 0) return { text: 'done' }
          return tools.some(({ name }) => name === 'Task')
            ? { toolCalls: [{ name: 'Task', input: { description: 'd', prompt: 'p', subagent_type: 'writer' } }] }
            : { toolCalls: [{ name: 'mcp__small__write', input: { path } }] }
        },
      },
    })
    open.push(session)
    expect(await run(session)).toMatchObject([{ name: 'Task', isError: false }])
    expect([agents, existsSync(path)]).toEqual([['writer'], false])
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
