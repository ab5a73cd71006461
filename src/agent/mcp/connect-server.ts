import type {
  CallToolResult,
  Client,
  OAuthClientProvider,
  StreamableHTTPClientTransport,
  Transport,
} from '@modelcontextprotocol/client'
import { describeThrown } from '../../base/describe-thrown.ts'
import { LoginFailure, type LoginPorts, McpLogin } from './auth/mcp-login.ts'
import type { ElicitAnswer, McpOutput, McpServerConfig, McpToolInfo } from './mcp-types.ts'

/** A server that answers. */
export interface McpConnection {
  list(signal: AbortSignal): Promise<McpToolInfo[]>
  call(tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<McpOutput>
  /** Whether an error of a call was none that the server gave as its answer. */
  isBrokenBy(error: unknown): boolean
  close(): Promise<void>
}

export interface ConnectOptions extends Pick<LoginPorts, 'server' | 'env' | 'onAuthorize'> {
  cwd: string
  signal: AbortSignal
  elicit(request: { message: string; requestedSchema: unknown; signal: AbortSignal }): Promise<ElicitAnswer>
  /** The server has other tools now. */
  changed(): void
  /** The connection has ended. */
  closed(): void
  /** The user has logged in. */
  loggedIn(): void
}

type HttpConfig = Extract<McpServerConfig, { url: string }>

const connectLimit = 30_000
const callLimit = 600_000
const mostPages = 100
const stderrKept = 2_000

/**
 * Connects to a server, after a login where it asks for one and its configuration lets it. Rejects when it cannot be started or
 * reached, or does not answer in time, with a `LoginFailure` when nobody logged in.
 */
export async function connectServer(config: McpServerConfig, options: ConnectOptions): Promise<McpConnection> {
  if (!('url' in config) || !config.auth) return connectOnce(await openTransport(config, options), options)
  const auth = config.auth === true ? {} : config.auth
  const { UnauthorizedError } = await import('@modelcontextprotocol/client')
  const login = await McpLogin.open({ ...options, url: config.url, auth })
  try {
    const provider = login.provider()
    const first = await openHttp(config, provider)
    const refused = await connectOnce(first, options).catch((error: unknown) => {
      if (UnauthorizedError.isInstance((error as Error).cause)) return null
      throw error
    })
    if (refused) return refused
    await finishLogin(first.transport, await login.ask(options.signal))
    const connection = await connectOnce(await openHttp(config, provider), options)
    options.loggedIn()
    return connection
  } finally {
    login.close()
  }
}

async function finishLogin(transport: StreamableHTTPClientTransport, parameters: URLSearchParams): Promise<void> {
  try {
    await transport.finishAuth(parameters)
  } catch (error) {
    throw new LoginFailure(`The login failed: ${describeThrown(error)}.`)
  }
}

async function connectOnce(
  { transport, lastWords }: OpenTransport<Transport>,
  options: ConnectOptions,
): Promise<McpConnection> {
  const { Client, ProtocolError, SdkHttpError } = await import('@modelcontextprotocol/client')
  const client = new Client(
    { name: 'hookline', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'legacy' } },
  )
  client.setRequestHandler('elicitation/create', async ({ params }, context) => {
    const requestedSchema = 'requestedSchema' in params ? params.requestedSchema : undefined
    return options.elicit({ message: params.message, requestedSchema, signal: context.mcpReq.signal })
  })
  client.setNotificationHandler('notifications/tools/list_changed', () => options.changed())
  try {
    await client.connect(transport, { timeout: connectLimit, signal: options.signal })
  } catch (error) {
    await client.close().catch(() => {})
    if (SdkHttpError.isInstance(error) && error.data.status === 401)
      throw new LoginFailure('It wants a login: set auth for it, or give it an Authorization header.')
    throw new Error(`${describeThrown(error)}${lastWords()}`, { cause: error })
  }
  client.onclose = () => options.closed()
  return {
    list: (signal) => listTools(client, signal),
    call: (tool, input, signal) => callTool(client, { name: tool, arguments: input }, signal),
    isBrokenBy: (error) => !(error instanceof ToolFailure) && !(error instanceof ProtocolError),
    close: () => client.close(),
  }
}

interface OpenTransport<T> {
  transport: T
  lastWords(): string
}

async function openHttp(
  { url, headers }: HttpConfig,
  authProvider?: OAuthClientProvider,
): Promise<OpenTransport<StreamableHTTPClientTransport>> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const options = { requestInit: { headers: { ...headers } }, ...(authProvider && { authProvider }) }
  return { transport: new StreamableHTTPClientTransport(new URL(url), options), lastWords: () => '' }
}

async function openTransport(
  config: McpServerConfig,
  { cwd }: Pick<ConnectOptions, 'cwd'>,
): Promise<OpenTransport<Transport>> {
  if ('url' in config) return openHttp(config)
  const { getDefaultEnvironment, StdioClientTransport } = await import('@modelcontextprotocol/client/stdio')
  const { command, args = [], env } = config
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...getDefaultEnvironment(), ...env },
    cwd,
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-stderrKept)
  })
  return { transport, lastWords: () => (said.trim() === '' ? '' : ` (it said: ${said.trim()})`) }
}

async function listTools(client: Client, signal: AbortSignal): Promise<McpToolInfo[]> {
  const tools: McpToolInfo[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const found = await client.listTools(cursor === undefined ? {} : { cursor }, { signal, timeout: connectLimit })
    for (const { name, description = '', inputSchema } of found.tools)
      tools.push({ name, description, inputSchema: { ...inputSchema } })
    cursor = found.nextCursor
    if (cursor === undefined) break
  }
  return tools
}

async function callTool(
  client: Client,
  params: { name: string; arguments: Record<string, unknown> },
  signal: AbortSignal,
): Promise<McpOutput> {
  const result = await client.callTool(params, { signal, timeout: callLimit, resetTimeoutOnProgress: true })
  const output = readResult(result)
  if (result.isError === true) throw new ToolFailure(output.content || `${params.name} failed.`)
  return output
}

/** A tool that ran and said that it failed; the connection is as good as before. */
class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
}

function readResult({ content, structuredContent }: CallToolResult): McpOutput {
  const images = content.flatMap((part) =>
    part.type === 'image' ? [{ type: 'image' as const, data: part.data, mediaType: part.mimeType }] : [],
  )
  const text = content.map(showPart).filter((part) => part !== '')
  return { content: text.join('\n'), images, ...(structuredContent !== undefined && { structuredContent }) }
}

function showPart(part: CallToolResult['content'][number]): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'image':
      return `[an image, ${part.mimeType}]`
    case 'audio':
      return `[audio, ${part.mimeType}]`
    case 'resource_link':
      return `[${part.name}: ${part.uri}]`
    case 'resource':
      return 'text' in part.resource ? part.resource.text : `[${part.resource.uri}]`
  }
}
