import { createHash, randomBytes } from 'node:crypto'
import { request as callServer, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startHttpMcpServer } from './start-http-server.ts'

/** A small MCP server that wants a login, and the authorization server where one logs in, on one loopback address. */
export interface OAuthMcpServer {
  url: string
  /** What was asked for, in order: `register`, `authorize`, `token authorization_code`, `token refresh_token`. */
  log: string[]
  /** No access token given so far is good any more. */
  expire(): void
  /** No token given so far is good any more, refresh tokens neither. */
  revoke(): void
  close(): Promise<void>
}

export interface OAuthOptions {
  /** The user refuses. */
  deny?: boolean
  /** Clients that are registered already, with their addresses. */
  known?: Record<string, string[]>
}

interface Grant {
  client: string
  challenge: string
  redirect: string
}

export async function startOAuthMcpServer({ deny = false, known = {} }: OAuthOptions = {}): Promise<OAuthMcpServer> {
  const inner = await startHttpMcpServer()
  const log: string[] = []
  const clients = new Map<string, string[]>(Object.entries(known))
  const grants = new Map<string, Grant>()
  const access = new Set<string>()
  const refresh = new Set<string>()
  let base = ''

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', base)
    if (pathname === '/mcp') return guard(request, response)
    if (pathname.startsWith('/.well-known/oauth-protected-resource'))
      return json(response, { resource: `${base}/mcp`, authorization_servers: [base] })
    if (pathname === '/.well-known/oauth-authorization-server') return json(response, describe())
    if (pathname === '/register') return register(await readText(request), response)
    if (pathname === '/authorize') return authorize(searchParams, response)
    if (pathname === '/token') return exchange(new URLSearchParams(await readText(request)), response)
    response.writeHead(404).end()
  }

  function describe(): object {
    return {
      issuer: base,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      registration_endpoint: `${base}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    }
  }

  function guard(request: IncomingMessage, response: ServerResponse): void {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    if (!access.has(token)) {
      const where = `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource"`
      response.writeHead(401, { 'www-authenticate': where }).end()
      return
    }
    const { method, headers } = request
    const passed = callServer(inner.url, { method, headers }, (answered) => {
      response.writeHead(answered.statusCode!, answered.headers)
      answered.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  }

  function register(text: string, response: ServerResponse): void {
    log.push('register')
    const metadata = JSON.parse(text) as { redirect_uris: string[] }
    const id = `client-${clients.size + 1}`
    clients.set(id, metadata.redirect_uris)
    json(response, { ...metadata, client_id: id }, 201)
  }

  function authorize(parameters: URLSearchParams, response: ServerResponse): void {
    log.push('authorize')
    const client = parameters.get('client_id') ?? ''
    const redirect = parameters.get('redirect_uri') ?? ''
    if (!clients.get(client)?.includes(redirect)) {
      response.writeHead(400).end('unknown client or address')
      return
    }
    const back = new URL(redirect)
    back.searchParams.set('state', parameters.get('state') ?? '')
    if (deny) back.searchParams.set('error', 'access_denied')
    else {
      const code = secret()
      grants.set(code, { client, redirect, challenge: parameters.get('code_challenge') ?? '' })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  function exchange(form: URLSearchParams, response: ServerResponse): void {
    log.push(`token ${form.get('grant_type')}`)
    if (!isGood(form)) {
      json(response, { error: 'invalid_grant' }, 400)
      return
    }
    const tokens = { access_token: secret(), refresh_token: secret(), token_type: 'Bearer', expires_in: 3600 }
    access.add(tokens.access_token)
    refresh.add(tokens.refresh_token)
    json(response, tokens)
  }

  function isGood(form: URLSearchParams): boolean {
    if (form.get('grant_type') === 'refresh_token') return refresh.delete(form.get('refresh_token') ?? '')
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const hash = createHash('sha256').update(form.get('code_verifier') ?? '')
    return (
      grant !== undefined &&
      grant.challenge === hash.digest('base64url') &&
      grant.redirect === form.get('redirect_uri') &&
      grant.client === form.get('client_id')
    )
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${base}/mcp`,
    log,
    expire: () => access.clear(),
    revoke() {
      access.clear()
      refresh.clear()
    },
    async close() {
      await inner.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function json(response: ServerResponse, value: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function secret(): string {
  return randomBytes(18).toString('base64url')
}
