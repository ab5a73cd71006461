import type { RequestListener, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createHooks, type FailureClass, type FailurePolicy } from '../../src/index.ts'
import { fireHttp, startServer, summarize } from './http-server.ts'

const deny = '{"decision":"deny","reason":"because"}'
const allow = '{"hookSpecificOutput":{"permissionDecision":"allow"}}'

function reply(status: number, body: string | Buffer = '', headers: Record<string, string> = {}): RequestListener {
  return (_, response) => void response.writeHead(status, headers).end(body)
}

describe('the answer of an http hook', () => {
  it.each([
    ['{}', { decision: null, reason: null, status: 'ok' }],
    [deny, { decision: 'deny', reason: 'because', status: 'blocked', why: 'because' }],
    ['{"decision":"block","reason":"R"}', { decision: 'deny', reason: 'R', status: 'blocked', why: 'R' }],
    [allow, { decision: 'allow', reason: null, status: 'ok' }],
    ['{"decision":"ask"}', { decision: 'ask' }],
    [`\ufeff${deny}`, { decision: 'deny', reason: 'because', status: 'blocked', why: 'because' }],
  ])('%s counts like that of a command', async (body, expected) => {
    const { url } = await startServer(reply(200, body))
    const { verdict } = await fireHttp(url, { onFailure: 'deny' })
    expect(summarize(verdict)).toMatchObject({ failedOpen: [], ...expected })
  })

  it('is decoded when it is compressed', async () => {
    const { url } = await startServer(reply(200, gzipSync(deny), { 'content-encoding': 'gzip' }))
    expect((await fireHttp(url)).verdict.reason).toBe('because')
  })

  it('of status 201 counts too', async () => {
    const { url } = await startServer(reply(201, deny))
    expect((await fireHttp(url)).verdict.decision).toBe('deny')
  })
})

describe('what an http hook sends', () => {
  it('is the event as its dialect writes it, with declared variables in the headers', async () => {
    const { url, asked } = await startServer(reply(200, '{}'))
    const headers = { Authorization: 'Bearer ${TOKEN}', 'X-Two': '$TOKEN-${SECRET}-${GONE}' }
    const env = { TOKEN: 't0k', SECRET: 'never' }
    await fireHttp(url, { headers, allowedEnvVars: ['TOKEN', 'GONE'] }, env)
    expect(asked).toHaveLength(1)
    expect(asked[0]!.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer t0k',
      'x-two': 't0k-${SECRET}-${GONE}',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const body = JSON.parse(asked[0]!.body)
    expect(body).toMatchObject({ hook_event_name: 'PreToolUse', session_id: 's1', tool_input: { command: 'ls' } })
  })

  it('E3 is nothing when a header cannot be sent, and the value is not told', async () => {
    const { url, asked } = await startServer(reply(200, '{}'))
    const options = { headers: { 'X-Key': '$TOKEN' }, allowedEnvVars: ['TOKEN'], onFailure: 'deny' as const }
    const { verdict, steps } = await fireHttp(url, options, { TOKEN: 'canary\r\nX-Evil: 1' })
    expect(summarize(verdict)).toMatchObject({
      decision: 'deny',
      class: 'spawn',
      why: 'the header "X-Key" has a value that cannot be sent',
    })
    expect(asked).toEqual([])
    expect(JSON.stringify([verdict, verdict.runs, steps])).not.toContain('canary')
  })

  it('arrives whole at any size', async () => {
    const { url, asked } = await startServer(reply(200, '{}'))
    const hooks = await createHooks({
      PreToolUse: [{ hooks: [{ type: 'http', url, allowedHosts: ['127.0.0.1'], onFailure: 'deny' }] }],
    })
    const content = 'x'.repeat(8 * 1024 * 1024)
    const input = { toolName: 'Write', toolUseId: 'c1', toolInput: { content } }
    expect((await hooks.session().fire('PreToolUse', input)).decision).toBeNull()
    expect(JSON.parse(asked[0]!.body).tool_input.content).toHaveLength(content.length)
    await hooks.close()
  })
})

const faults: Record<string, { handle: RequestListener; class: FailureClass; why: string | RegExp }> = {
  'F68 HTML': {
    handle: reply(200, '<!doctype html><p>sign in</p>', { 'content-type': 'text/html; charset=utf-8' }),
    class: 'invalidOutput',
    why: /answered with text\/html that is no JSON object$/,
  },
  'F68 nothing': { handle: reply(200), class: 'invalidOutput', why: /answered with status 200 and nothing else$/ },
  'F68 status 204': { handle: reply(204), class: 'invalidOutput', why: /answered with status 204 and nothing else$/ },
  'a JSON array': { handle: reply(200, '[]'), class: 'invalidOutput', why: /no JSON object$/ },
  'JSON null': { handle: reply(200, 'null'), class: 'invalidOutput', why: /no JSON object$/ },
  'cut JSON': { handle: reply(200, '{"decision":"all'), class: 'invalidOutput', why: /JSON that does not fit/ },
  'two objects': { handle: reply(200, `${allow}\n{}`), class: 'invalidOutput', why: /2 JSON objects/ },
  'text around an allow': { handle: reply(200, `ok ${allow}`), class: 'invalidOutput', why: /other text around/ },
  'F54 a decision given twice': {
    handle: reply(200, '{"decision":"deny","decision":"allow"}'),
    class: 'invalidOutput',
    why: /decision given twice$/,
  },
  'invalid UTF-8': {
    handle: reply(200, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
    class: 'invalidOutput',
    why: /not valid UTF-8$/,
  },
  'an unknown encoding': {
    handle: reply(200, '{}', { 'content-encoding': 'snappy' }),
    class: 'invalidOutput',
    why: /encoded as "snappy"/,
  },
  'a broken encoding': {
    handle: reply(200, '{}', { 'content-encoding': 'gzip' }),
    class: 'invalidOutput',
    why: /not encoded as it says$/,
  },
  'F71 a body without end': { handle: endless, class: 'invalidOutput', why: /truncated: it is longer than 1 MiB$/ },
  'F71 a gzip bomb': {
    handle: reply(200, gzipSync(Buffer.alloc(256 * 1024 * 1024, ' ')), { 'content-encoding': 'gzip' }),
    class: 'invalidOutput',
    why: /truncated: it is longer than 1 MiB$/,
  },
  'F69 a redirect to a service of the cloud': {
    handle: reply(302, '', { location: 'http://169.254.169.254/latest/meta-data' }),
    class: 'crash',
    why: /redirects \(status 302\), which is not followed$/,
  },
  'F69 a redirect to a file': {
    handle: reply(307, allow, { location: 'file:///etc/passwd' }),
    class: 'crash',
    why: /redirects \(status 307\)/,
  },
  'status 400': { handle: reply(400, allow), class: 'crash', why: /answered with status 400$/ },
  'F67 status 429 without a time': { handle: reply(429, allow), class: 'crash', why: /answered with status 429$/ },
  'a connection cut in the body': { handle: cutBody, class: 'crash', why: /cut in the middle of the answer$/ },
  'something that is no HTTP': {
    handle: (request) => void request.socket.end('SSH-2.0\r\n'),
    class: 'invalidOutput',
    why: /cannot be asked/,
  },
}

describe('a reply that is no answer', () => {
  const policies: FailurePolicy[] = ['ignore', 'ask', 'deny']
  const cells = Object.keys(faults).flatMap((name) => policies.map((policy) => [name, policy] as const))

  it.each(cells)('%s, under %s', async (name, policy) => {
    const { handle, class: failure, why } = faults[name]!
    const { url } = await startServer(handle)
    const { verdict } = await fireHttp(url, { onFailure: policy, maxRetries: 0 })
    const opened = policy === 'ignore'
    expect(summarize(verdict)).toMatchObject({
      decision: opened ? null : policy,
      failedOpen: opened ? [{ hook: 'guard', class: failure }] : [],
      status: 'failed',
      class: failure,
      why: typeof why === 'string' ? why : expect.stringMatching(why),
    })
  })

  it.each([
    ['beside a failing status', reply(500, deny)],
    ['with other text around it', reply(200, `note: ${deny}`)],
    ['beside another object', reply(200, `${allow}\n${deny}`)],
  ])('still denies by an explicit deny %s', async (_, handle) => {
    const { url } = await startServer(handle)
    const { verdict } = await fireHttp(url, { maxRetries: 0 })
    expect(summarize(verdict)).toMatchObject({ decision: 'deny', reason: 'because', failedOpen: [] })
  })

  it('F68 of status 204 is no opinion once that is declared', async () => {
    const { url } = await startServer(reply(204))
    expect(summarize((await fireHttp(url, { allow204: true, onFailure: 'deny' })).verdict)).toEqual({
      decision: null,
      reason: null,
      failedOpen: [],
      status: 'ok',
    })
  })

  it('F71 of a gzip bomb costs little memory', async () => {
    const bomb = gzipSync(Buffer.alloc(512 * 1024 * 1024, ' '))
    const { url } = await startServer(reply(200, bomb, { 'content-encoding': 'gzip' }))
    const before = process.memoryUsage.rss()
    await fireHttp(url)
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024)
  })
})

function endless(_: unknown, response: ServerResponse): void {
  response.writeHead(200)
  const chunk = Buffer.alloc(64 * 1024, ' ')
  const pour = (): void => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', pour)
  pour()
}

function cutBody(_: unknown, response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '100' })
  response.write('{"decision":')
  setTimeout(() => response.socket?.destroy(), 20)
}
