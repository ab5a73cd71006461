import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ScriptStep } from '../../../src/models/index.ts'

/** A step of a script, and how the network or the vendor spoils it. */
export interface ServerStep extends ScriptStep {
  /** In how many pieces the text is sent; 1 unless given. */
  deltas?: number
  /** What the vendor signs thinking with. */
  signature?: string
  /** Sent as the arguments of every call instead of its input. */
  rawArguments?: string
  /** Why the answer ends early, in the vendor's own word for it. */
  finish?: 'length' | 'contentFilter'
  /** More headers for the answer, such as `retry-after`. */
  headers?: Record<string, string>
  /** After the content and before its end: the socket is reset, the body ends, nothing comes any more, an error is streamed. */
  fault?: 'reset' | 'end' | 'hang' | 'error'
}

/** A request as it arrived. */
export interface RecordedRequest {
  path: string
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of several vendors.
  body: any
  /** Settles when the connection of this request is closed before its answer was complete. */
  dropped: Promise<void>
}

export type ServerScript =
  | readonly ServerStep[]
  | ((request: RecordedRequest & { step: number }) => ServerStep | Promise<ServerStep>)

/** A model API on loopback. A script that ran out answers with an empty text and stops. */
export interface ModelServer {
  /** Without a path. */
  url: string
  requests: RecordedRequest[]
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** How a vendor writes answers: each text is one piece of the stream. */
export interface Vendor {
  frames(step: ServerStep, request: RecordedRequest): { content: string[]; end: string[]; error: string }
  errorBody(error: NonNullable<ScriptStep['error']>): unknown
}

/** Starts a server that answers every request with the next step of a script, in the way of a vendor. */
export async function startModelServer(vendor: Vendor, script: ServerScript): Promise<ModelServer> {
  const requests: RecordedRequest[] = []
  const server = createServer((request, response) => {
    void answerRequest(request, response).catch((error: unknown) => response.destroy(error as Error))
  })

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const recorded = await recordRequest(request, response)
    const step = requests.push(recorded) - 1
    const answer = typeof script === 'function' ? await script({ ...recorded, step }) : (script[step] ?? {})
    if (answer.delayMs !== undefined) await wait(answer.delayMs)
    if (answer.error) {
      response.writeHead(answer.error.status, { 'content-type': 'application/json', ...answer.headers })
      response.end(JSON.stringify(vendor.errorBody(answer.error)))
    } else await sendStream(response, answer, vendor.frames(answer, recorded))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, requests, close, [Symbol.asyncDispose]: close }
}

async function recordRequest(request: IncomingMessage, response: ServerResponse): Promise<RecordedRequest> {
  const dropped = new Promise<void>((resolve) => {
    response.on('close', () => {
      if (!response.writableFinished) resolve()
    })
  })
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return { path: request.url!, headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()), dropped }
}

async function sendStream(
  response: ServerResponse,
  step: ServerStep,
  { content, end, error }: ReturnType<Vendor['frames']>,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...step.headers })
  for (const frame of content) await writeOut(response, frame)
  switch (step.fault) {
    case 'hang':
      return
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'error':
      await writeOut(response, error)
      break
    case undefined:
      for (const frame of end) await writeOut(response, frame)
  }
  response.end()
}

function writeOut(response: ServerResponse, frame: string): Promise<void> {
  return new Promise((resolve) => {
    response.write(frame, () => resolve())
  })
}

/** The text in so many pieces, of which none is empty as long as there are characters enough. */
export function splitText(text: string, pieces = 1): string[] {
  if (text === '') return []
  const length = Math.ceil(text.length / pieces)
  return Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length))
}
