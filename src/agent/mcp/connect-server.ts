import type { CallToolResult, Client, Transport } from '@modelcontextprotocol/client'
import { describeThrown } from '../../base/describe-thrown.ts'
import type { ElicitAnswer, McpOutput, McpServerConfig, McpToolInfo } from './mcp-types.ts'

/** A server that answers. */
export interface McpConnection {
  list(signal: AbortSignal): Promise<McpToolInfo[]>
  call(tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<McpOutput>
  /** Whether an error of a call was none that the server gave as its answer. */
  isBrokenBy(error: unknown): boolean
  close(): Promise<void>
}

export interface ConnectOptions {
  cwd: string
  signal: AbortSignal
  elicit(request: { message: string; requestedSchema: unknown; signal: AbortSignal }): Promise<ElicitAnswer>
  /** The server has other tools now. */
  changed(): void
  /** The connection has ended. */
  closed(): void
}

const connectLimit = 30_000
const callLimit = 600_000
const mostPages = 100
const stderrKept = 2_000

/** Connects to a server. Rejects when it cannot be started or reached, or does not answer in time. */
export async function connectServer(config: McpServerConfig, options: ConnectOptions): Promise<McpConnection> {
  const { Client, ProtocolError } = await import('@modelcontextprotocol/client')
  const client = new Client(
    { name: 'hookline', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'legacy' } },
  )
  client.setRequestHandler('elicitation/create', async ({ params }, context) => {
    const requestedSchema = 'requestedSchema' in params ? params.requestedSchema : undefined
    return options.elicit({ message: params.message, requestedSchema, signal: context.mcpReq.signal })
  })
  client.setNotificationHandler('notifications/tools/list_changed', () => options.changed())
  const { transport, lastWords } = await openTransport(config, options.cwd)
  try {
    await client.connect(transport, { timeout: connectLimit, signal: options.signal })
  } catch (error) {
    await client.close().catch(() => {})
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

async function openTransport(
  config: McpServerConfig,
  cwd: string,
): Promise<{ transport: Transport; lastWords(): string }> {
  if ('url' in config) {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    const requestInit = { headers: { ...config.headers } }
    return { transport: new StreamableHTTPClientTransport(new URL(config.url), { requestInit }), lastWords: () => '' }
  }
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
