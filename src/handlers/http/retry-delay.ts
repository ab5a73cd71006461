import type { Reply } from './send-once.ts'

const unanswered = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
])
const serverTrouble = new Set([500, 502, 503, 504])
const tooMany = 429
const firstBackOffMs = 100

/**
 * How long to wait before the same request is sent again, in milliseconds; null when that would change nothing or might do
 * harm. Safe are requests of which not a byte was answered and those that the server itself gave up; every attempt carries the same
 * idempotency key. A server that is asked too much is asked again only if it says when.
 */
export function retryDelay(reply: Reply, tries: number): number | null {
  const backOff = firstBackOffMs * 2 ** tries
  if (reply.kind === 'failed') {
    if (!unanswered.has(reply.error.code ?? '')) return null
    // The server closed a kept connection just as it was used: nothing is wrong with it.
    return reply.onKeptConnection && tries === 0 ? 0 : backOff
  }
  const asked = readRetryAfter(reply.headers['retry-after'])
  if (reply.status === tooMany) return asked
  return serverTrouble.has(reply.status) ? (asked ?? backOff) : null
}

function readRetryAfter(value: string | undefined): number | null {
  if (value === undefined) return null
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now())
}
