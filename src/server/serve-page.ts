import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import { HookError } from '../base/errors.ts'
import type { QuestionDesk, RecordReader } from '../protocol/records.ts'
import { createPage } from './create-page.ts'
import { readPageFiles } from './page-files.ts'
import { createPageKey } from './page-key.ts'

/** What a page is served from. */
export interface ServePageOptions {
  reader: RecordReader
  /** Where questions wait; without one the page only shows. */
  desk?: QuestionDesk
  /** A free one by default. */
  port?: number
  /** The server keeps no process alive: whoever has nothing else to do may end. */
  background?: boolean
  /** Folder with the built page; the package's own by default. */
  filesFrom?: string
}

/** A page that is being served. */
export interface PageServer {
  /** The address with its token: whoever has it may see and answer. */
  readonly url: string
  readonly port: number
  readonly token: string
  /** The address that shows one session. */
  urlOf(sessionId: string): string
  /** Gives those who watch a moment to see what was recorded last. */
  drain(): Promise<void>
  /** Ends every connection. Closes neither the reader nor the desk. */
  close(): Promise<void>
}

/**
 * Serves the live page on 127.0.0.1, to whoever has the token in its address. Rejects with a `HookError` `PAGE_UNAVAILABLE` when
 * the port cannot be had or the page was never built.
 */
export async function servePage(options: ServePageOptions): Promise<PageServer> {
  const { reader, desk, port: wanted = 0, background = false, filesFrom } = options
  const files = readPageFiles(filesFrom)
  const closing = new AbortController()
  let page: Hono | undefined
  const server = createAdaptorServer({ fetch: (request, env) => page!.fetch(request, env) }) as Server
  if (background) keepNothingAlive(server)
  const port = await listen(server, wanted)
  const key = createPageKey(String(port))
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  const built = createPage({ reader, ...(desk && { desk }), files, key, hosts, signal: closing.signal })
  page = built.app
  const { watching } = built
  const url = `http://127.0.0.1:${port}/?token=${key.token}`
  return {
    url,
    port,
    token: key.token,
    urlOf: (sessionId) => `${url}#/session/${encodeURIComponent(sessionId.toWellFormed())}`,
    drain: async () => {
      if (watching() > 0) await new Promise((resolve) => setTimeout(resolve, drainMs))
    },
    close: () => {
      closing.abort()
      return closeServer(server)
    },
  }
}

/** Several beats of the pulse that looks for new records. */
const drainMs = 500

function keepNothingAlive(server: Server): void {
  server.unref()
  server.on('connection', (socket) => socket.unref())
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, port)))
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function cannotListen({ code, message }: NodeJS.ErrnoException, port: number): HookError {
  if (code === 'EADDRINUSE') {
    return new HookError('PAGE_UNAVAILABLE', `port ${port} of 127.0.0.1 is in use`, {
      hint: 'Choose another port, or none: then a free one is taken.',
    })
  }
  if (code === 'EACCES') {
    return new HookError('PAGE_UNAVAILABLE', `this user may not listen on port ${port}`, {
      hint: 'Choose a port above 1023, or none: then a free one is taken.',
    })
  }
  return new HookError('PAGE_UNAVAILABLE', `the page cannot be served: ${message}`, { hint: 'Try another port.' })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
