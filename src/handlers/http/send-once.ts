import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type ReadBody, readBody } from './read-body.ts'

/** One request on its way. */
export interface Sending {
  url: URL
  agent: Agent
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  signal: AbortSignal
}

/** What came back: a reply, whole or cut, or nothing at all. */
export type Reply =
  | { kind: 'reply'; status: number; headers: IncomingMessage['headers']; body: ReadBody }
  | { kind: 'failed'; error: NodeJS.ErrnoException; onKeptConnection: boolean }

/** Posts once. Never rejects and follows nothing; when the signal aborts, what has arrived by then is the reply. */
export function sendOnce({ url, agent, headers, body, signal }: Sending): Promise<Reply> {
  return new Promise((resolve) => {
    let request: ClientRequest | undefined
    const fail = (error: NodeJS.ErrnoException): void =>
      resolve({ kind: 'failed', error, onKeptConnection: request?.reusedSocket ?? false })
    try {
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest
      request = send(url, { method: 'POST', agent, signal, headers: { ...headers, 'content-length': body.length } })
    } catch (error) {
      fail(error as NodeJS.ErrnoException)
      return
    }
    let answered = false
    request.on('response', (response) => {
      answered = true
      const { statusCode: status = 0, headers } = response
      void readBody(response).then((read) => resolve({ kind: 'reply', status, headers, body: read }))
    })
    // After the head of the answer, what happens to the connection is seen by whoever reads the body.
    request.on('error', (error) => {
      if (!answered) fail(error)
    })
    request.on('close', () => {
      if (!answered) fail(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }))
    })
    request.end(body)
  })
}
