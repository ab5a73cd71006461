import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http'

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** One request with exactly these headers: no browser, no default, nothing added but what HTTP needs. */
export interface RawRequest {
  port: number
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends a request and reads the whole answer. */
export function askRaw({ port, path, method = 'GET', headers = {}, body = '' }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const given = { host: `127.0.0.1:${port}`, ...headers }
    const sent = request({ host: '127.0.0.1', port, path, method, headers: given, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A message of a stream. */
export interface StreamedMessage {
  event: string
  id: string
  data: string
}

/** A stream that is being read. */
export interface OpenStream {
  readonly messages: StreamedMessage[]
  /** Resolves once the test holds; the messages are looked at whenever one arrives. */
  until(test: (messages: readonly StreamedMessage[]) => boolean): Promise<void>
  /** Drops the connection, as a network does: without a word. */
  drop(): void
}

/** Opens a stream of events. `paused` never reads what comes. */
export function openStream(options: RawRequest & { paused?: boolean }): Promise<OpenStream> {
  const { port, path, headers = {}, paused = false } = options
  return new Promise((resolve, reject) => {
    const messages: StreamedMessage[] = []
    const checks = new Set<() => void>()
    const given = { host: `127.0.0.1:${port}`, ...headers }
    const sent: ClientRequest = request({ host: '127.0.0.1', port, path, headers: given, agent: false }, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`the stream was refused: ${response.statusCode}`))
        return
      }
      let rest = ''
      response.setEncoding('utf8')
      response.on('error', () => {})
      if (paused) response.pause()
      else {
        response.on('data', (part: string) => {
          const blocks = `${rest}${part}`.split('\n\n')
          rest = blocks.pop()!
          messages.push(...blocks.flatMap(readMessage))
          for (const check of [...checks]) check()
        })
      }
      resolve({ messages, until, drop: () => sent.destroy() })
    })
    sent.on('error', reject)
    sent.end()

    function until(test: (messages: readonly StreamedMessage[]) => boolean): Promise<void> {
      return new Promise((done) => {
        const check = (): void => {
          if (!test(messages)) return
          checks.delete(check)
          done()
        }
        checks.add(check)
        check()
      })
    }
  })
}

function readMessage(block: string): StreamedMessage[] {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const data = fields.get('data')
  return data === undefined ? [] : [{ event: fields.get('event') ?? 'message', id: fields.get('id') ?? '', data }]
}
