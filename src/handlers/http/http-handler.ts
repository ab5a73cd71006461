import { randomUUID } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Handler, RunRequest } from '../../protocol/ports.ts'
import type { RawResult } from '../../protocol/raw-result.ts'
import { type Deadline, startDeadline } from '../command/deadline.ts'
import { chooseRoute, type Route } from './choose-route.ts'
import { fillHeaders } from './fill-headers.ts'
import { createHttpAgents, type HttpAgents } from './http-agents.ts'
import type { HttpSpec } from './http-spec.ts'
import { readReply } from './read-reply.ts'
import { retryDelay } from './retry-delay.ts'
import { type Reply, sendOnce } from './send-once.ts'

export interface HttpHandlerOptions {
  /** Finds the addresses of a host; that of the system by default. */
  lookup?: LookupFunction
}

const defaultRetries = 2

/**
 * Runs hooks that are requests: the event is posted as the hook's dialect writes it, and only a JSON object in a 2xx reply is
 * an answer. One deadline covers everything. Connections are kept for later requests and never keep this process alive.
 */
export function createHttpHandler(options: HttpHandlerOptions = {}): Handler {
  const agents = createHttpAgents(options.lookup)
  return {
    run: (request) => postEvent(request, agents),
    preflight: async (hook) => {
      const route = chooseRoute(hook)
      return 'kind' in route ? route : null
    },
    close: async () => agents.close(),
  }
}

async function postEvent(request: RunRequest, agents: HttpAgents): Promise<RawResult> {
  if (request.signal?.aborted) return { kind: 'cancelled' }
  const route = chooseRoute(request.hook)
  if ('kind' in route) return route
  const filled = fillHeaders(request, { 'idempotency-key': randomUUID() })
  if ('kind' in filled) return filled
  const stop = new AbortController()
  const cancel = (): void => stop.abort('cancelled')
  const deadline = startDeadline(request.timeoutMs, () => stop.abort('timeout'))
  request.signal?.addEventListener('abort', cancel, { once: true })
  try {
    const body = Buffer.from(request.hook.dialect.payload(request.input))
    const send = (): Promise<Reply> =>
      sendOnce({ url: route.url, agent: agents.choose(route), headers: filled.headers, body, signal: stop.signal })
    return await sendUntilAnswered({ request, route, send, deadline, signal: stop.signal })
  } finally {
    deadline.cancel()
    request.signal?.removeEventListener('abort', cancel)
  }
}

interface Sending {
  request: RunRequest
  route: Route
  send(): Promise<Reply>
  deadline: Deadline
  signal: AbortSignal
}

/** Sends again only what nobody can have answered, and only while there is time for it. */
async function sendUntilAnswered({ request, route, send, deadline, signal }: Sending): Promise<RawResult> {
  const { maxRetries = defaultRetries } = request.hook.handler as HttpSpec
  for (let tries = 0; ; tries++) {
    const reply = await send()
    if (signal.aborted) return cutOff(reply, request, signal)
    const wait = tries < maxRetries ? retryDelay(reply, tries) : null
    if (wait === null || wait >= deadline.remaining()) return readReply(reply, request.hook, route)
    await sleep(wait, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return cutOff(reply, request, signal)
  }
}

function cutOff(reply: Reply, { timeoutMs }: RunRequest, signal: AbortSignal): RawResult {
  if (signal.reason === 'cancelled') return { kind: 'cancelled' }
  const where = reply.kind === 'reply' ? 'the answer had not arrived in full' : 'no answer had arrived'
  return {
    kind: 'broken',
    class: 'timeout',
    message: `hook timed out: its timeout of ${timeoutMs} ms is over and ${where}`,
    ...(reply.kind === 'reply' && { said: reply.body.text }),
  }
}
