import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { openTools } from '../../../../test/support/open-tools.ts'
import { createWebFetchTool, type WebFetchOutput } from './web-fetch-tool.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const localFetch = createWebFetchTool({ privateHosts: ['127.0.0.1'] })

const fetchFrom = (url: string, tool = localFetch) => openTools().call<WebFetchOutput>(tool, { url, prompt: 'sum up' })

describe('fetching a page', () => {
  it('gives HTML as text', async () => {
    const url = await serve((request, response) => {
      expect(request.headers.cookie).toBeUndefined()
      response.setHeader('content-type', 'text/html; charset=utf-8').end('<h1>Grüße</h1><script>x</script>')
    })
    const output = await fetchFrom(`${url}/page`)
    expect(output).toEqual({
      url: `${url}/page`,
      status: 200,
      contentType: 'text/html; charset=utf-8',
      content: '# Grüße',
      bytes: 34,
      truncated: false,
    })
    expect(localFetch.toText(output)).toBe('# Grüße')
  })

  it('gives other text as it is, in any encoding of letters or bytes', async () => {
    const url = await serve(({ url: path }, response) => {
      const [body, headers] = {
        '/json': ['{"a":1}', { 'content-type': 'application/ld+json' }],
        '/latin': [Buffer.from([0xe4]), { 'content-type': 'text/plain; charset=iso-8859-1' }],
        '/gzip': [gzipSync('packed'), { 'content-encoding': 'gzip' }],
        '/br': [brotliCompressSync('packed'), { 'content-encoding': 'br', 'content-type': 'text/plain' }],
      }[path!]! as [Buffer, Record<string, string>]
      response.writeHead(200, headers).end(body)
    })
    const contents = await Promise.all(
      ['/json', '/latin', '/gzip', '/br'].map(async (path) => (await fetchFrom(url + path)).content),
    )
    expect(contents).toEqual(['{"a":1}', 'ä', 'packed', 'packed'])
  })

  it('follows redirects on the same host and no others', async () => {
    const url = await serve(({ url: path }, response) => {
      const location = { '/a': '/b', '/b': 'c', '/other': 'https://example.org/x', '/file': 'file:///etc/passwd' }[
        path!
      ]
      if (location) response.writeHead(302, { location }).end()
      else if (path === '/loop') response.writeHead(301, { location: '/loop' }).end()
      else response.end('there')
    })
    expect(await fetchFrom(`${url}/a`)).toMatchObject({ url: `${url}/c`, content: 'there' })
    await expect(fetchFrom(`${url}/other`)).rejects.toThrow(
      'redirects to https://example.org/x, which is not followed.',
    )
    await expect(fetchFrom(`${url}/file`)).rejects.toThrow('redirects to what is no web address')
    await expect(fetchFrom(`${url}/loop`)).rejects.toThrow('redirects more than 5 times')
  })

  it('fails with the status and words of the server', async () => {
    const url = await serve((_, response) => response.writeHead(404).end('no such thing'))
    await expect(fetchFrom(`${url}/x`)).rejects.toThrow(`${url}/x answered 404 Not Found\nno such thing`)
  })

  it('reads no more than 5 MiB, also of what unpacks to more', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'x'))
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(bomb),
    )
    const output = await fetchFrom(url)
    expect([output.bytes, output.content.length, output.truncated]).toEqual([5_242_880, 5_242_880, true])
    expect(localFetch.toText(output).length).toBeLessThan(101_000)
  })

  it('refuses what is no text, what breaks off, and servers that are not there', async () => {
    const url = await serve(({ url: path }, response) => {
      if (path === '/png') response.writeHead(200, { 'content-type': 'image/png' }).end('x')
      else response.writeHead(200, { 'content-length': '100' }).write('short', () => response.destroy())
    })
    await expect(fetchFrom(`${url}/png`)).rejects.toThrow('The answer is image/png, not text.')
    await expect(fetchFrom(`${url}/broken`)).rejects.toThrow()
    await expect(fetchFrom('http://127.0.0.1:1/')).rejects.toThrow('cannot be fetched')
  })

  it('ends at its time limit and when the caller gives up', async () => {
    const url = await serve((_, response) => void response.writeHead(200).write('a'))
    const quick = createWebFetchTool({ privateHosts: ['127.0.0.1'], timeoutMs: 200 })
    await expect(fetchFrom(url, quick)).rejects.toMatchObject({ name: 'TimeoutError' })
    const abort = new AbortController()
    const call = openTools().call(localFetch, { url }, { signal: abort.signal })
    setTimeout(() => abort.abort(), 100)
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('addresses inside', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'https://192.168.0.1/',
  ])('are refused: %s', async (url) => {
    await expect(fetchFrom(url, createWebFetchTool())).rejects.toThrow('lies in a private or local network')
  })

  it('are refused also when another one is allowed', async () => {
    await expect(fetchFrom('http://localhost/')).rejects.toThrow('lies in a private or local network')
  })

  it('are all allowed by a star', async () => {
    const url = await serve((_, response) => response.end('in'))
    const tool = createWebFetchTool({ privateHosts: ['*'] })
    expect(await fetchFrom(url.replace('127.0.0.1', 'localhost'), tool)).toMatchObject({ content: 'in' })
  })
})

it.each([
  [{ url: 'example.org' }, 'url is no whole address, such as https://example.org/page'],
  [{ url: 'file:///etc/passwd' }, 'url must be http or https, without user and password'],
  [{ url: 'https://user:pass@example.org' }, 'url must be http or https, without user and password'],
  [{ url: ['https://example.org'] }, 'url must be text, not a list of 1'],
])('the input %j is refused', (input, problem) => {
  expect(localFetch.check(input)).toBe(problem)
})
