import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type LookupFunction, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createHttpHandler } from '../../src/handlers/http/http-handler.ts'
import { createHooks } from '../../src/index.ts'
import type { Hook } from '../../src/protocol/hook.ts'
import type { RunRequest } from '../../src/protocol/ports.ts'
import type { RawResult } from '../../src/protocol/raw-result.ts'
import type { Layer } from '../../src/protocol/source.ts'
import { makeInput, onlyHook } from '../support/make-hook.ts'
import { fireHttp, type HttpOptions, listen, startServer, summarize } from './http-server.ts'

describe('a server that cannot be asked', () => {
  it.each(['ignore', 'deny'] as const)('F66 refuses the connection: class spawn, under %s', async (onFailure) => {
    const server = createServer()
    const port = await listen(server)
    await new Promise((resolve) => server.close(resolve))
    const { verdict } = await fireHttp(`http://127.0.0.1:${port}/`, { onFailure })
    expect(summarize(verdict)).toMatchObject({
      decision: onFailure === 'deny' ? 'deny' : null,
      class: 'spawn',
      why: expect.stringContaining(`127.0.0.1:${port} cannot be asked`),
    })
  })

  it('F66 resets every connection: it is tried again, then fails with class spawn', async () => {
    let tries = 0
    const port = await listen(
      createServer((socket) => {
        tries++
        socket.resetAndDestroy()
      }),
    )
    const { verdict } = await fireHttp(`http://127.0.0.1:${port}/`, { onFailure: 'deny' })
    expect(summarize(verdict)).toMatchObject({ decision: 'deny', class: 'spawn' })
    expect(tries).toBe(3)
  })

  it('F73 has no address: class spawn', async () => {
    const result = await run({ url: 'https://nowhere.invalid/' }, { lookup: answerLookup([]) })
    expect(result).toMatchObject({ kind: 'broken', class: 'spawn' })
  })

  it('F72 shows a certificate that nobody signed: class spawn, and nothing was sent', async () => {
    let asked = 0
    const port = await listen(createHttpsServer(makeCertificate(), () => asked++))
    const { verdict } = await fireHttp(`https://127.0.0.1:${port}/`, { onFailure: 'deny' })
    expect(summarize(verdict)).toMatchObject({
      decision: 'deny',
      class: 'spawn',
      why: expect.stringContaining('self-signed'),
    })
    expect(asked).toBe(0)
  })
})

describe('E2 a server in trouble', () => {
  it.each([
    [500, {}],
    [502, {}],
    [503, { 'retry-after': '0' }],
    [504, {}],
    [429, { 'retry-after': '0' }],
  ])('F67 that answers with %i is asked again with the same key', async (status, headers) => {
    let calls = 0
    const server = await startServer((_, response) => {
      if (++calls < 3) response.writeHead(status, headers).end()
      else response.end('{"decision":"deny","reason":"at last"}')
    })
    const { verdict } = await fireHttp(server.url)
    expect(verdict.reason).toBe('at last')
    const keys = server.asked.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  it.each([400, 401, 403, 404, 409, 422, 501])('that answers with %i is not asked again', async (status) => {
    const server = await startServer((_, response) => void response.writeHead(status).end())
    const { verdict } = await fireHttp(server.url, { onFailure: 'deny' })
    expect(summarize(verdict)).toMatchObject({ decision: 'deny', class: 'crash' })
    expect(server.asked).toHaveLength(1)
  })

  it('F67 that wants to be asked after the deadline fails at once', async () => {
    const server = await startServer((_, response) => void response.writeHead(503, { 'retry-after': '3600' }).end())
    const { verdict, ms } = await fireHttp(server.url, { onFailure: 'deny', timeout: '15s' })
    expect(summarize(verdict)).toMatchObject({ decision: 'deny', class: 'crash' })
    expect(server.asked).toHaveLength(1)
    expect(ms).toBeLessThan(10_000)
  })

  it('is asked as often as maxRetries says', async () => {
    const server = await startServer((_, response) => void response.writeHead(503).end())
    await fireHttp(server.url, { maxRetries: 1 })
    expect(server.asked).toHaveLength(2)
  })
})

describe('a server that is slow', () => {
  const slow: Record<string, RequestListener> = {
    'never answers': () => undefined,
    'F70 sends its body byte by byte': (_, response) => {
      response.writeHead(200)
      drip((text) => response.write(text))
    },
    'F70 sends its headers byte by byte': (request) => {
      request.socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')
      drip((text) => request.socket.write(text))
    },
    'F75 answers when nobody waits any more': (_, response) => {
      setTimeout(() => response.end('{"hookSpecificOutput":{"permissionDecision":"allow"}}'), 1_500)
    },
  }

  it.each(Object.keys(slow))('and %s is over at the deadline: class timeout', async (name) => {
    const server = await startServer(slow[name]!)
    const { verdict, ms } = await fireHttp(server.url, { timeout: '400ms', onFailure: 'deny' })
    expect(summarize(verdict)).toMatchObject({ decision: 'deny', status: 'timeout', class: 'timeout' })
    expect(ms).toBeGreaterThanOrEqual(400)
    expect(ms).toBeLessThan(2_400)
  })

  it('F74 and takes no byte of the request is over at the deadline', async () => {
    const port = await listen(createServer((socket) => void socket.pause()))
    const { verdict, ms } = await fireHttp(`http://127.0.0.1:${port}/`, { timeout: '400ms', onFailure: 'deny' })
    expect(summarize(verdict)).toMatchObject({ decision: 'deny', class: 'timeout' })
    expect(ms).toBeLessThan(2_400)
  })

  it('F35 but said no in full before it stalled denies', async () => {
    const server = await startServer((_, response) => {
      response.writeHead(200, { 'content-length': '500' })
      response.write('{"decision":"deny","reason":"because"}')
    })
    const { verdict } = await fireHttp(server.url, { timeout: '400ms' })
    expect(summarize(verdict)).toMatchObject({ decision: 'deny', reason: 'because', class: 'timeout' })
  })

  it('F87 is left as soon as the caller aborts', async () => {
    const { url } = await startServer(() => undefined)
    const hooks = await createHooks({ PreToolUse: [{ hooks: [{ type: 'http', url, allowedHosts: ['127.0.0.1'] }] }] })
    const input = { toolName: 'Bash', toolUseId: 'c1', toolInput: {} }
    const started = performance.now()
    const verdict = await hooks.session().fire('PreToolUse', input, { signal: AbortSignal.timeout(100) })
    expect({ ...summarize(verdict), aborted: verdict.aborted }).toMatchObject({
      decision: 'deny',
      status: 'cancelled',
      aborted: true,
    })
    expect(performance.now() - started).toBeLessThan(2_100)
    await hooks.close()
  })
})

describe('E1 the address that is really connected', () => {
  it.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:169.254.169.254'],
    ['fd00:ec2::254'],
    ['8.8.8.8', '127.0.0.1'],
  ])('is refused when a name leads to %s %s', async (...addresses) => {
    const result = await run({ url: 'https://rebind.example.com/' }, { lookup: answerLookup(addresses) })
    expect(result).toMatchObject({
      kind: 'broken',
      class: 'spawn',
      message: expect.stringMatching(/^rebind\.example\.com leads to .*, which is not a public address$/),
    })
  })

  it('F73 is judged at every connection: a name that changes its mind reaches nothing', async () => {
    const connected: Socket[] = []
    const port = await listen(createServer((socket) => void connected.push(socket)))
    const answers = [['192.0.2.1'], ['127.0.0.1']]
    let asked = 0
    const lookup: LookupFunction = (name, options, callback) =>
      answerLookup(answers[Math.min(asked++, 1)]!)(name, options, callback)
    const url = `https://rebind.example.com:${port}/`
    for (let times = 0; times < 3; times++) expect(await run({ url }, { lookup })).toMatchObject({ class: 'spawn' })
    expect(asked).toBeGreaterThanOrEqual(3)
    expect(connected).toEqual([])
  })

  it.each(['project', 'local'] as const)('is refused though a file of the layer %s allows it', async (layer) => {
    const server = await startServer((_, response) => void response.end('{}'))
    expect(await run({ url: server.url, allowedHosts: ['127.0.0.1'] }, { layer })).toMatchObject({ class: 'spawn' })
    expect(server.asked).toEqual([])
  })

  it('is reached when its owner allows the name', async () => {
    const server = await startServer((_, response) => void response.end('{"decision":"ask"}'))
    const url = `http://hooks.internal.test:${server.port}/`
    const allowed = { url, allowedHosts: ['*.internal.test'] }
    expect(await run(allowed, { lookup: answerLookup(['127.0.0.1']) })).toEqual({
      kind: 'value',
      value: { decision: 'ask' },
    })
  })
})

describe('connections', () => {
  it('are kept: a second request uses that of the first', async () => {
    const ports = new Set<number | undefined>()
    const server = await startServer((request, response) => {
      ports.add(request.socket.remotePort)
      response.end('{}')
    })
    const handler = createHttpHandler()
    for (let times = 0; times < 5; times++) await handler.run(makeRequest({ url: server.url }))
    await handler.close!()
    expect({ requests: server.asked.length, connections: ports.size }).toEqual({ requests: 5, connections: 1 })
  })

  it('that the server closed meanwhile cost no answer', async () => {
    const server = await startServer((request, response) => {
      response.end('{}')
      setTimeout(() => request.socket.resetAndDestroy(), 5)
    })
    const handler = createHttpHandler()
    const results: RawResult[] = []
    for (let times = 0; times < 10; times++) {
      results.push(await handler.run(makeRequest({ url: server.url })))
      await sleep(times)
    }
    await handler.close!()
    expect(results).toEqual(new Array(10).fill({ kind: 'value', value: {} }))
  })
})

function drip(write: (text: string) => void): void {
  const timer = setInterval(() => write('x'), 50)
  setTimeout(() => clearInterval(timer), 3_000).unref()
}

function answerLookup(addresses: readonly string[]): LookupFunction {
  return (hostname, _, callback) => {
    if (addresses.length === 0) return callback(Object.assign(new Error(`no ${hostname}`), { code: 'ENOTFOUND' }), [])
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    return callback(null, found)
  }
}

async function run(
  options: HttpOptions,
  { lookup, layer }: { lookup?: LookupFunction; layer?: Layer },
): Promise<RawResult> {
  const handler = createHttpHandler(lookup ? { lookup } : {})
  const request = makeRequest(options)
  const hook: Hook = { ...request.hook, source: { layer: layer ?? 'user', trusted: true } }
  try {
    return await handler.run({ ...request, hook })
  } finally {
    await handler.close!()
  }
}

function makeRequest(options: HttpOptions): RunRequest {
  const entry = { type: 'http', allowedHosts: ['127.0.0.1'], ...options }
  return {
    hook: onlyHook('blade', { PreToolUse: [{ hooks: [entry] }] }),
    input: makeInput(),
    timeoutMs: 20_000,
    signal: undefined,
    session: { id: 's1', projectDir: '/', hostEnv: {}, sessionEnv: {} },
  }
}

function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-tls-'))
  try {
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
    const options = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=127.0.0.1', ...files]
    execFileSync('openssl', options, { stdio: 'ignore' })
    return { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
