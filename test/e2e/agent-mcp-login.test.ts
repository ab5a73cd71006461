import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSession, type Session, type SessionConfig, type StreamMessage } from '../../src/index.ts'
import type { ScriptStep } from '../../src/models/index.ts'
import { type OAuthMcpServer, type OAuthOptions, startOAuthMcpServer } from '../support/mcp/start-oauth-server.ts'

let home: string
const open: { close(): Promise<void> }[] = []

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hookline-login-'))
})

afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close()
  rmSync(home, { recursive: true, force: true })
})

interface Started {
  session: Session
  notices: unknown[]
  logins: string[]
}

/** A session that calls `echo` once a turn; whoever is to log in does so at once, as a browser would. */
async function start(server: OAuthMcpServer, more: SessionConfig = {}): Promise<Started> {
  const notices: unknown[] = []
  const logins: string[] = []
  const script = ({ step }: { step: number }): ScriptStep =>
    step % 2 === 0 ? { toolCalls: [{ name: 'mcp__safe__echo', input: { text: `hello ${step}` } }] } : { text: 'done' }
  const session = await createSession({
    provider: { type: 'scripted', script },
    env: { HOME: home, PATH: process.env['PATH'] },
    storage: false,
    tools: [],
    permissionMode: 'yolo',
    mcpServers: { safe: { type: 'http', url: server.url, auth: true } },
    hooks: { Notification: [(input) => void notices.push([input['notificationType'], input['message']])] },
    onAuthorize: async ({ server: name, url }) => {
      logins.push(name)
      await (await fetch(url)).text()
    },
    ...more,
  })
  open.push(session)
  return { session, notices, logins }
}

async function run(session: Session): Promise<StreamMessage[]> {
  await session.send('go')
  const messages: StreamMessage[] = []
  for await (const message of session.stream()) messages.push(message)
  return messages
}

function resultsOf(messages: readonly StreamMessage[]): unknown[] {
  return messages.flatMap((message) => (message.type === 'tool_result' ? [message.output] : []))
}

async function startServer(options?: OAuthOptions): Promise<OAuthMcpServer> {
  const server = await startOAuthMcpServer(options)
  open.push(server)
  return server
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

const folder = (): string => join(home, '.local/state/hookline/mcp')

describe('an MCP server that wants a login', () => {
  it('is logged in at through the host, which is told, and the login lasts beyond the session', async () => {
    const server = await startServer()
    const first = await start(server)
    expect(resultsOf(await run(first.session))).toMatchObject([{ content: 'echo: hello 0' }])
    expect(first.logins).toEqual(['safe'])
    expect(first.notices).toEqual([['auth_success', 'Logged in to the MCP server "safe".']])
    expect(server.log).toEqual(['register', 'authorize', 'token authorization_code'])

    const files = readdirSync(folder())
    expect(files).toHaveLength(1)
    expect((statSync(join(folder(), files[0]!)).mode & 0o777).toString(8)).toBe('600')
    expect((statSync(folder()).mode & 0o777).toString(8)).toBe('700')
    await first.session.close()

    const second = await start(server)
    expect(resultsOf(await run(second.session))).toMatchObject([{ content: 'echo: hello 0' }])
    expect([second.logins, second.notices]).toEqual([[], []])
  })

  it('gets a new token by itself when the old one has ended, and asks again only when that fails', async () => {
    const server = await startServer()
    const { session, logins } = await start(server)
    await run(session)
    server.expire()
    expect(resultsOf(await run(session))).toMatchObject([{ content: 'echo: hello 2' }])
    expect(server.log.at(-1)).toBe('token refresh_token')
    expect(logins).toHaveLength(1)

    server.revoke()
    await session.close()
    const again = await start(server)
    expect(resultsOf(await run(again.session))).toMatchObject([{ content: 'echo: hello 0' }])
    expect(again.logins).toEqual(['safe'])
    expect(server.log.filter((entry) => entry === 'register').length).toBeLessThanOrEqual(2)
  })

  it.each<[string, () => Promise<[OAuthMcpServer, SessionConfig]>, RegExp, number]>([
    [
      'nobody can be asked',
      async () => [await startServer(), { onAuthorize: undefined as never }],
      /wants a login, and nobody can be asked for one: give onAuthorize/,
      0,
    ],
    [
      'nobody said how to log in',
      async () => {
        const server = await startServer()
        return [server, { mcpServers: { safe: { url: server.url } } }]
      },
      /It wants a login: set auth for it/,
      0,
    ],
    ['the user says no', async () => [await startServer({ deny: true }), {}], /The login failed: .*access_denied/, 1],
    [
      'the host cannot show the address',
      async () => [
        await startServer(),
        {
          onAuthorize: () => {
            throw new Error('no browser here')
          },
        },
      ],
      /The login failed: no browser here/,
      0,
    ],
  ])('is unavailable, for its own tools only and after one try, when %s', async (_, make, message, asked) => {
    const [server, more] = await make()
    const { session, notices } = await start(server, more)
    const messages = await run(session)
    expect(messages.at(-1)).toMatchObject({ type: 'result', subtype: 'success' })
    expect(resultsOf(messages)[0]).toContain('There is no tool "mcp__safe__echo"')
    expect(notices).toEqual([['warning', expect.stringMatching(message)]])
    expect(server.log.filter((entry) => entry === 'authorize')).toHaveLength(asked)
    expect(server.log).not.toContain('token authorization_code')
  })

  it('takes a client and a port that its owner has registered', async () => {
    const redirectPort = await findFreePort()
    const server = await startServer({ known: { mine: [`http://127.0.0.1:${redirectPort}/callback`] } })
    const auth = { clientId: 'mine', redirectPort }
    const { session } = await start(server, { mcpServers: { safe: { url: server.url, auth } } })
    expect(resultsOf(await run(session))).toMatchObject([{ content: 'echo: hello 0' }])
    expect(server.log).toEqual(['authorize', 'token authorization_code'])
  })

  it('takes no answer that it did not ask for', async () => {
    const server = await startServer()
    const answers: number[] = []
    const { session } = await start(server, {
      onAuthorize: async ({ url }) => {
        const callback = new URL(url).searchParams.get('redirect_uri')!
        for (const query of ['', '?code=evil', '?code=evil&state=guess'])
          answers.push((await fetch(`${callback}${query}`)).status)
        answers.push((await fetch(url)).status)
      },
    })
    expect(resultsOf(await run(session))).toMatchObject([{ content: 'echo: hello 0' }])
    expect(answers).toEqual([400, 400, 400, 200])
  })

  it('gives up a login when the turn is interrupted', async () => {
    const server = await startServer()
    const { promise: shown, resolve } = Promise.withResolvers<void>()
    const { session } = await start(server, { onAuthorize: () => resolve() })
    const running = run(session)
    await shown
    session.abort()
    expect((await running).at(-1)).toMatchObject({ type: 'result', subtype: 'interrupted' })
  })

  it('logs in anew when what was kept cannot be read', async () => {
    const server = await startServer()
    const { session } = await start(server)
    await run(session)
    await session.close()
    const file = join(folder(), readdirSync(folder())[0]!)
    expect(readFileSync(file, 'utf8')).toContain('access_token')
    writeFileSync(file, '{half')
    const again = await start(server)
    expect(resultsOf(await run(again.session))).toMatchObject([{ content: 'echo: hello 0' }])
    expect(again.logins).toEqual(['safe'])
  })
})

describe('tools of a server that change', () => {
  it('are there for the next step of the same turn', async () => {
    const program = join(dirname(fileURLToPath(import.meta.url)), '../support/mcp/fixtures/stdio-server.ts')
    const offered: string[][] = []
    const script = ({ tools, step }: { tools: readonly { name: string }[]; step: number }): ScriptStep => {
      offered.push(tools.map(({ name }) => name).filter((name) => name.endsWith('grown')))
      if (step > 1) return { text: 'done' }
      return { toolCalls: [{ name: step === 0 ? 'mcp__s__grow' : 'mcp__s__grown', input: {} }] }
    }
    const session = await createSession({
      provider: { type: 'scripted', script },
      storage: false,
      tools: [],
      permissionMode: 'yolo',
      mcpServers: { s: { command: process.execPath, args: [program] } },
    })
    open.push(session)
    expect(resultsOf(await run(session))).toMatchObject([{ content: 'more tools' }, { content: 'grown up' }])
    expect(offered).toEqual([[], ['mcp__s__grown'], ['mcp__s__grown']])
  })
})
