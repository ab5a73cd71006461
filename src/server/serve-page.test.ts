import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MemoryRecords } from '../../test/support/page/memory-records.ts'
import { askRaw, openStream, type StreamedMessage } from '../../test/support/page/raw-http.ts'
import { recordFiring, sampleSession } from '../../test/support/page/sample-session.ts'
import { HookEvent } from '../protocol/event-types.ts'
import type { Brief } from './page-types.ts'
import { type PageServer, servePage } from './serve-page.ts'

let folder: string
let records: MemoryRecords
let page: PageServer

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-page-'))
  for (const name of ['index.html', 'app.js', 'app.css']) writeFileSync(join(folder, name), `the ${name}`)
  records = new MemoryRecords()
  page = await servePage({ reader: records, desk: records, filesFrom: folder })
})

afterEach(async () => {
  await page.close()
  rmSync(folder, { recursive: true, force: true })
})

const withToken = (): Record<string, string> => ({ authorization: `Bearer ${page.token}` })

describe('who may ask', () => {
  it('gives nothing without the token, and everything with it', async () => {
    const paths = ['/', '/app.js', '/app.css', '/api/sessions', '/api/stream', '/nowhere']
    for (const path of paths) {
      const { status, body } = await askRaw({ port: page.port, path })
      expect({ path, status, told: body.includes('needs its token') }).toEqual({ path, status: 401, told: true })
    }
    for (const wrong of ['', 'x', `${page.token}x`, page.token.slice(1)]) {
      const { status } = await askRaw({ port: page.port, path: `/?token=${wrong}` })
      expect({ wrong, status }).toEqual({ wrong, status: 401 })
    }
    const { status, body } = await askRaw({ port: page.port, path: '/api/sessions', headers: withToken() })
    expect({ status, ...JSON.parse(body) }).toEqual({ status: 200, version: 1, canAnswer: true, sessions: [] })
  })

  it('takes the token out of the address and gives a cookie that scripts cannot read and other sites cannot send', async () => {
    const first = await askRaw({ port: page.port, path: `/?token=${page.token}` })
    expect({ status: first.status, location: first.headers.location }).toEqual({ status: 303, location: '/' })
    const [cookie = ''] = first.headers['set-cookie'] ?? []
    expect(cookie.split('; ').slice(1)).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict'])
    expect(cookie).not.toContain(page.token)
    const headers = { cookie: `other=1; ${cookie.split(';')[0]}` }
    expect(await askRaw({ port: page.port, path: '/', headers })).toMatchObject({ status: 200, body: 'the index.html' })
    const crossed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    const linked = await askRaw({ port: page.port, path: `/?token=${page.token}`, headers: crossed })
    expect(linked).toMatchObject({ status: 200 })
    expect(linked.body).toContain('http-equiv="refresh"')
  })

  it('refuses every host but its own, whatever the token', async () => {
    const hosts = [
      'evil.example',
      `evil.example:${page.port}`,
      '127.0.0.1',
      `127.0.0.1:${page.port + 1}`,
      `[::1]:${page.port}`,
    ]
    for (const host of hosts) {
      for (const path of ['/', '/api/sessions', `/?token=${page.token}`]) {
        const { status } = await askRaw({ port: page.port, path, headers: { ...withToken(), host } })
        expect({ host, path, status }).toEqual({ host, path, status: 403 })
      }
    }
    const named = { ...withToken(), host: `localhost:${page.port}` }
    expect(await askRaw({ port: page.port, path: '/api/sessions', headers: named })).toMatchObject({ status: 200 })
  })

  it('refuses pages of other origins, and changes that do not say where they come from', async () => {
    const own = `http://127.0.0.1:${page.port}`
    for (const origin of [
      'http://evil.example',
      'null',
      `http://127.0.0.1:${page.port + 1}`,
      `https://127.0.0.1:${page.port}`,
    ]) {
      const headers = { ...withToken(), origin }
      const read = await askRaw({ port: page.port, path: '/api/sessions', headers })
      const preflight = await askRaw({ port: page.port, path: '/api/sessions', method: 'OPTIONS', headers })
      expect({ origin, read: read.status, preflight: preflight.status }).toEqual({ origin, read: 403, preflight: 403 })
      expect(
        Object.keys({ ...read.headers, ...preflight.headers }).filter((name) => /access-control/.test(name)),
      ).toEqual([])
    }
    const embedded = { ...withToken(), 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
    expect(await askRaw({ port: page.port, path: '/app.js', headers: embedded })).toMatchObject({ status: 403 })
    const answer = { port: page.port, path: '/api/questions/q/answer', method: 'POST', body: '{"behavior":"allow"}' }
    expect(await askRaw({ ...answer, headers: withToken() })).toMatchObject({ status: 403 })
    expect(await askRaw({ ...answer, headers: { ...withToken(), origin: own } })).toMatchObject({ status: 404 })
  })

  it('forbids the browser to keep, guess, frame or load anything', async () => {
    for (const path of ['/', '/app.js', '/api/sessions', '/nowhere']) {
      const { headers } = await askRaw({ port: page.port, path, headers: withToken() })
      expect({ path, headers }).toMatchObject({
        path,
        headers: {
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'x-frame-options': 'DENY',
          'cross-origin-resource-policy': 'same-origin',
        },
      })
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
    }
  })
})

describe('what can be asked', () => {
  const get = async (path: string): Promise<Record<string, unknown>> =>
    JSON.parse((await askRaw({ port: page.port, path, headers: withToken() })).body)

  it('lists sessions and firings in portions, and shows one firing in full', async () => {
    records.add(...sampleSession('s', 1_000_000))
    expect(await get('/api/sessions')).toMatchObject({ sessions: [{ sessionId: 's', events: 9, denied: 1, slow: 1 }] })
    const first = await get('/api/firings?session=s&limit=4')
    const rest = await get(`/api/firings?session=s&limit=100&offset=${first['next']}`)
    const names = [first, rest].flatMap((part) => (part['firings'] as { firing: string }[]).map(({ firing }) => firing))
    expect({ first: first['next'], rest: rest['next'], names }).toEqual({
      ...{ first: 4, rest: null },
      names: ['start', 'prompt', 'test', 'tested', 'clean', 'write', 'slow', 'push', 'left'].map((name) => `s-${name}`),
    })
    expect(await get('/api/firings?limit=-1')).toMatchObject({ error: { message: expect.stringContaining('limit') } })
    const detail = await get('/api/sessions/s/firings/s-tested')
    expect(detail).toMatchObject({ firing: 's-tested', more: false, clips: [] })
    expect((detail['records'] as { kind: string }[]).map(({ kind }) => kind)).toEqual([
      'event',
      'run',
      'verdict',
      'delivery',
    ])
    expect(await get('/api/sessions/s/firings/none')).toMatchObject({ error: {} })
  })

  it('keeps long texts out of every list and gives them whole on demand, as a file', async () => {
    const long = `${'x'.repeat(10_000_000)}<end>`
    records.add(
      ...recordFiring({
        ...{ sessionId: 's', firing: 'f', at: 1, event: HookEvent.PreToolUse },
        input: { toolName: 'Write', toolInput: { content: long } },
        runs: [{ hook: 'h', ms: 1, stdout: long }],
      }),
    )
    const detail = await askRaw({ port: page.port, path: '/api/sessions/s/firings/f', headers: withToken() })
    expect(detail.body.length).toBeLessThan(100_000)
    const { clips } = JSON.parse(detail.body)
    expect(clips).toEqual([
      { record: 1, path: ['body', 'input', 'toolInput', 'content'], characters: long.length },
      { record: 2, path: ['body', 'stdout'], characters: long.length },
    ])
    const path = `/api/records/2/text?path=${encodeURIComponent(JSON.stringify(clips[1].path))}`
    const whole = await askRaw({ port: page.port, path, headers: withToken() })
    expect(whole.body === long).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': expect.stringContaining('text/plain'),
      'content-disposition': expect.stringContaining('attachment'),
    })
    for (const bad of [
      '/api/records/2/text',
      '/api/records/9/text?path=[]',
      '/api/records/x/text?path=["a"]',
      '/api/records/2/text?path=["__proto__"]',
    ]) {
      expect(await askRaw({ port: page.port, path: bad, headers: withToken() })).toMatchObject({ status: 404 })
    }
  })

  it('counts how long hooks took, and only what is new the next time', async () => {
    records.add(...sampleSession('s', 1_000_000))
    const before = (await get('/api/statistics?session=s')) as never as {
      edges: number[]
      hooks: { hook: string; counts: number[] }[]
    }
    const guard = before.hooks.find(({ hook }) => hook === 'guard-shell')!
    expect(guard).toMatchObject({ runs: 4, blocked: 2, failedOpen: 0, max: 44 })
    expect(guard.counts[before.edges.indexOf(50)]).toBe(4)
    const { handedOut } = records
    records.add(
      ...recordFiring({
        sessionId: 's',
        firing: 'z',
        at: 2,
        event: HookEvent.Stop,
        input: {},
        runs: [{ hook: 'guard-shell', ms: 60_000 }],
      }),
    )
    const after = (await get('/api/statistics?session=s')) as never as typeof before
    expect(after.hooks.find(({ hook }) => hook === 'guard-shell')!.counts.at(-1)).toBe(1)
    expect(records.handedOut - handedOut).toBe(1)
  })
})

describe('answers', () => {
  const answer = (given: unknown, path = '/api/questions/q1/answer'): ReturnType<typeof askRaw> =>
    askRaw({
      ...{ port: page.port, path, method: 'POST', body: typeof given === 'string' ? given : JSON.stringify(given) },
      headers: { ...withToken(), origin: `http://127.0.0.1:${page.port}`, 'content-type': 'application/json' },
    })
  const question = {
    questionId: 'q1',
    sessionId: 's',
    toolName: 'Bash',
    toolUseId: 't',
    input: { command: 'ls' },
    reason: 'why',
    askedAt: 5,
  }

  it('count once, and whoever comes later learns which one counted', async () => {
    records.put(question)
    const given = await Promise.all([answer({ behavior: 'allow', message: 'fine' }), answer({ behavior: 'deny' })])
    expect(given.map(({ status }) => status).sort()).toEqual([200, 409])
    const won = given.findIndex(({ status }) => status === 200)
    const counted = records.answerTo('q1')!
    expect(counted).toMatchObject({ by: 'page', behavior: won === 0 ? 'allow' : 'deny' })
    expect(given.map(({ body }) => JSON.parse(body))).toEqual([
      { won: won === 0, answer: counted },
      { won: won === 1, answer: counted },
    ])
    expect((await answer({ behavior: 'deny' })).status).toBe(409)
  })

  it('are refused when they are no answer, or too long, and then the question still waits', async () => {
    records.put(question)
    for (const bad of [
      '',
      '[]',
      '{}',
      '{"behavior":"maybe"}',
      '{"behavior":"allow","message":1}',
      { behavior: 'deny', message: 'x'.repeat(20_000) },
    ]) {
      expect((await answer(bad)).status, JSON.stringify(bad).slice(0, 60)).toBe(400)
    }
    expect((await answer({ behavior: 'deny', message: 'x'.repeat(200_000) })).status).toBe(413)
    expect((await answer({ behavior: 'deny' }, '/api/questions/other/answer')).status).toBe(404)
    expect(records.open()).toEqual([question])
  })
})

describe('the stream', () => {
  const briefsOf = (messages: readonly StreamedMessage[]): Brief[] =>
    messages.flatMap(({ event, data }) => (event === 'records' ? (JSON.parse(data) as Brief[]) : []))
  const fireMany = (from: number, count: number): void => {
    for (let n = from; n < from + count; n++) {
      records.addMany(
        recordFiring({ sessionId: 's', firing: `f${n}`, at: n, event: HookEvent.Stop, input: {}, runs: [] }),
      )
    }
  }

  it('gives every record once and in order, however often the connection drops', async () => {
    fireMany(0, 400)
    let after = ''
    const seen: number[] = []
    for (let round = 0; round < 4; round++) {
      const headers = { ...withToken(), ...(after !== '' && { 'last-event-id': after }) }
      const stream = await openStream({ port: page.port, path: '/api/stream?session=s', headers })
      const first = seen.length
      await stream.until(
        (messages) => briefsOf(messages).length > (round === 3 ? 1 : 150) || last(messages) >= records.lastId(),
      )
      fireMany(400 + round * 50, 50)
      if (round === 3) await stream.until((messages) => last(messages) === records.lastId())
      const got = stream.messages.filter(({ event }) => event === 'records')
      seen.push(...briefsOf(got).map(({ id }) => id))
      after = got.at(-1)?.id ?? after
      expect(seen.length).toBeGreaterThan(round === 3 ? first : first - 1)
      stream.drop()
    }
    expect(seen).toEqual(Array.from({ length: 1_200 }, (_, index) => index + 1))
    function last(messages: readonly StreamedMessage[]): number {
      return briefsOf(messages).at(-1)?.id ?? 0
    }
  })

  it('tells of questions as they come and go, and of other sessions only that something happened', async () => {
    const stream = await openStream({ port: page.port, path: '/api/stream', headers: withToken() })
    await stream.until((messages) => messages.length > 0)
    records.put({
      questionId: 'q',
      sessionId: 's',
      toolName: 'Bash',
      toolUseId: 't',
      input: {},
      reason: 'r',
      askedAt: 1,
    })
    await stream.until((messages) => messages.some(({ data }) => data.includes('"questionId":"q"')))
    records.answer('q', { behavior: 'deny', by: 'terminal' })
    await stream.until((messages) => messages.at(-1)!.event === 'questions' && messages.at(-1)!.data === '[]')
    fireMany(0, 3)
    await stream.until((messages) => messages.some(({ event, id }) => event === 'changed' && id === '6'))
    expect(stream.messages.filter(({ event }) => event === 'records')).toEqual([])
    stream.drop()
  })

  it('reads no further than a reader that has stopped reading', async () => {
    const big = 'x'.repeat(230)
    for (let n = 0; n < 40_000; n++) {
      records.addMany(
        recordFiring({
          sessionId: 's',
          firing: `f${n}`,
          at: n,
          event: HookEvent.Stop,
          input: { stopReason: big },
          verdict: null,
        }),
      )
    }
    const stream = await openStream({
      port: page.port,
      path: '/api/stream?session=s',
      headers: withToken(),
      paused: true,
    })
    let before = -1
    for (let still = 0; still < 5; ) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      still = records.handedOut === before ? still + 1 : 0
      before = records.handedOut
    }
    expect(records.handedOut).toBeGreaterThan(0)
    expect(records.handedOut).toBeLessThan(40_000)
    stream.drop()
  })
})

describe('the server', () => {
  it('says so when its port is taken or the page was never built', async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    )
    await expect(servePage({ reader: records, port, filesFrom: folder })).rejects.toMatchObject({
      ...{ code: 'PAGE_UNAVAILABLE', message: expect.stringContaining(String(port)) },
    })
    other.close()
    await expect(servePage({ reader: records, filesFrom: join(folder, 'none') })).rejects.toMatchObject({
      code: 'PAGE_UNAVAILABLE',
    })
  })

  it('ends open streams when it closes', async () => {
    const stream = await openStream({ port: page.port, path: '/api/stream', headers: withToken() })
    await stream.until((messages) => messages.length > 0)
    await page.close()
    await expect(askRaw({ port: page.port, path: '/' })).rejects.toThrow()
  })
})
