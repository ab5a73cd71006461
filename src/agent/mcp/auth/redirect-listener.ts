import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Waits on this machine for a browser to come back from a login. */
export interface RedirectListener {
  readonly url: string
  /** The parameters of the first call that carries this state. Rejects when the signal fires. */
  wait(state: string, signal: AbortSignal): Promise<URLSearchParams>
  close(): void
}

const path = '/callback'

/**
 * Listens on a port of the loopback address: the one asked for, else any. Rejects when it is taken. Keeps no process alive. A call
 * with another state, or none, is refused and changes nothing: anybody on this machine may make one.
 */
export async function listenForRedirect(port = 0): Promise<RedirectListener> {
  let awaited: { state: string; take(parameters: URLSearchParams): void } | null = null
  const server = createServer((request, response) => {
    const parameters = readCallback(request)
    if (!parameters || !awaited || parameters.get('state') !== awaited.state)
      return answer(response, 400, 'This is no answer to a login that is under way.')
    const { take } = awaited
    awaited = null
    take(parameters)
    const failed = parameters.has('error')
    return answer(response, 200, failed ? 'The login was refused.' : 'You are logged in. You may close this window.')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    wait: (state, signal) =>
      new Promise((resolve, reject) => {
        const give = (): void => reject(signal.reason)
        if (signal.aborted) return give()
        signal.addEventListener('abort', give, { once: true })
        awaited = {
          state,
          take(parameters) {
            signal.removeEventListener('abort', give)
            resolve(parameters)
          },
        }
      }),
    close() {
      server.close()
      server.closeIdleConnections()
    },
  }
}

function readCallback({ method, url = '' }: IncomingMessage): URLSearchParams | null {
  const asked = URL.parse(url, 'http://127.0.0.1')
  return method === 'GET' && asked?.pathname === path ? asked.searchParams : null
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(`${text}\n`)
}
