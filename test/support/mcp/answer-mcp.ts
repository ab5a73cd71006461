import { writeFileSync } from 'node:fs'

/** A message of JSON-RPC. */
export interface RpcMessage {
  jsonrpc: '2.0'
  id?: number | string
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: unknown
}

export interface McpSide {
  /** Sends a notice to the client. */
  tell?(method: string): void
  /** Sends a request to the client and gives its result. */
  ask(method: string, params: object): Promise<unknown>
  die(): void
}

const text = (said: string) => ({ content: [{ type: 'text', text: said }] })
const schema = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })

type Run = (input: Record<string, unknown>, side: McpSide) => object | Promise<object>

const tools: Record<string, { inputSchema: object; run: Run }> = {
  echo: {
    inputSchema: schema({ text: { type: 'string' } }, ['text']),
    run: ({ text: said }) => text(`echo: ${said}`),
  },
  write: {
    inputSchema: schema({ path: { type: 'string' } }, ['path']),
    run: ({ path }) => {
      writeFileSync(String(path), 'written')
      return text('written')
    },
  },
  fail: { inputSchema: schema({}), run: () => ({ ...text('it does not work'), isError: true }) },
  picture: {
    inputSchema: schema({}),
    run: () => ({ content: [{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }] }),
  },
  pid: { inputSchema: schema({}), run: () => text(String(process.pid)) },
  environment: { inputSchema: schema({}), run: () => text(Object.keys(process.env).sort().join(' ')) },
  die: {
    inputSchema: schema({}),
    run: (_, side) => {
      side.die()
      return new Promise(() => {})
    },
  },
  grow: {
    inputSchema: schema({}),
    run: (_, side) => {
      tools['grown'] = { inputSchema: schema({}), run: () => text('grown up') }
      side.tell?.('notifications/tools/list_changed')
      return text('more tools')
    },
  },
  ask: {
    inputSchema: schema({}),
    run: async (_, side) => {
      const requestedSchema = schema({ name: { type: 'string' } }, ['name'])
      return text(JSON.stringify(await side.ask('elicitation/create', { message: 'Who are you?', requestedSchema })))
    },
  },
}

/** What a small MCP server answers to a message; undefined when there is nothing to answer. */
export async function answerMcp(message: RpcMessage, side: McpSide): Promise<RpcMessage | undefined> {
  const { id, method, params = {} } = message
  if (id === undefined || method === undefined) return undefined
  const reply = (result: unknown): RpcMessage => ({ jsonrpc: '2.0', id, result })
  const refuse = (code: number, said: string): RpcMessage => ({ jsonrpc: '2.0', id, error: { code, message: said } })
  switch (method) {
    case 'initialize':
      return reply({
        protocolVersion: params['protocolVersion'],
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'small', version: '1' },
      })
    case 'ping':
      return reply({})
    case 'tools/list':
      return reply({ tools: Object.entries(tools).map(([name, { inputSchema }]) => ({ name, inputSchema })) })
    case 'tools/call': {
      const tool = tools[String(params['name'])]
      if (!tool) return refuse(-32602, `no tool ${params['name']}`)
      return reply(await tool.run((params['arguments'] ?? {}) as Record<string, unknown>, side))
    }
    default:
      return refuse(-32601, `no method ${method}`)
  }
}
