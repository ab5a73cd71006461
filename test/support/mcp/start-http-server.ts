import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerMcp, type McpSide, type RpcMessage } from './answer-mcp.ts'

/** A small MCP server over streamable HTTP on loopback. */
export interface HttpMcpServer {
  url: string
  /** The headers of every request. */
  requests: IncomingMessage['headers'][]
  /** Forgets all sessions, as a restart does. */
  forget(): void
  close(): Promise<void>
}

export async function startHttpMcpServer(port = 0): Promise<HttpMcpServer> {
  const sessions = new Set<string>()
  const requests: IncomingMessage['headers'][] = []
  const waiting = new Map<unknown, (result: unknown) => void>()
  const server = createServer((request, response) => {
    requests.push(request.headers)
    void take(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'DELETE') return void response.writeHead(200).end()
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const message = JSON.parse(Buffer.concat(chunks).toString()) as RpcMessage
    if (message.method === 'initialize') return initialize(message, response)
    if (!sessions.has(String(request.headers['mcp-session-id']))) return void response.writeHead(404).end('no session')
    if (message.method === undefined) waiting.get(message.id)?.(message.result)
    if (message.id === undefined || message.method === undefined) return void response.writeHead(202).end()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (said: object): void => void response.write(`event: message\ndata: ${JSON.stringify(said)}\n\n`)
    const side: McpSide = {
      ask: (method, params) =>
        new Promise((resolve) => {
          const id = randomUUID()
          waiting.set(id, resolve)
          send({ jsonrpc: '2.0', id, method, params })
        }),
      tell: (method) => send({ jsonrpc: '2.0', method }),
      die: () => response.destroy(),
    }
    send((await answerMcp(message, side))!)
    response.end()
  }

  async function initialize(message: RpcMessage, response: ServerResponse): Promise<void> {
    const id = randomUUID()
    sessions.add(id)
    const answer = await answerMcp(message, { ask: async () => undefined, die: () => {} })
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': id }).end(JSON.stringify(answer))
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    requests,
    forget: () => sessions.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
