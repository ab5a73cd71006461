import { AISDKError, APICallError } from '@ai-sdk/provider'
import { describeThrown } from '../base/describe-thrown.ts'
import { classifyStatus } from './classify-status.ts'
import { ModelError, type ModelErrorKind } from './model-types.ts'
import { CutStreamError, StreamedError } from './read-parts.ts'

/** Why a call of a model failed, and whether and when another try is worthwhile. */
export interface Failure {
  error: ModelError
  retryable: boolean
  /** How long the server asks to wait. */
  retryAfterMs?: number
}

export interface FailureContext {
  /** Who failed, as people know it. */
  label: string
  signal: AbortSignal | undefined
  /** Hides the key and everything else that must not be shown. */
  redact(text: string): string
  now(): number
}

/**
 * Says what went wrong in our own words. The result carries no trace of the original error, because that holds the whole
 * request, and answers of servers that repeat what they were sent.
 */
export function describeFailure(thrown: unknown, context: FailureContext): Failure {
  if (context.signal?.aborted)
    return { error: new ModelError('aborted', 'The model call was aborted.'), retryable: false }
  if (thrown instanceof ModelError) return { error: thrown, retryable: false }
  const found = inspect(thrown)
  const retryable = found.retry !== false && isWorthRetrying(found)
  const retryAfterMs = readRetryAfter(found.headers, context.now())
  const message = context.redact(phrase(found, context.label))
  return {
    error: new ModelError(found.kind, message, { status: found.status }),
    retryable,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}

interface Found {
  kind: ModelErrorKind
  status?: number | undefined
  text: string
  headers?: Record<string, string> | undefined
  retry?: boolean
}

function inspect(thrown: unknown): Found {
  if (thrown instanceof CutStreamError) return { kind: 'connection', text: thrown.message }
  if (thrown instanceof StreamedError) return inspectStreamed(thrown.reported)
  if (APICallError.isInstance(thrown)) return inspectCall(thrown)
  // The packages reject what they cannot express with errors of their own; the rest is the network.
  if (!AISDKError.isInstance(thrown)) return { kind: 'connection', text: withCause(thrown) }
  if (thrown.name === 'AI_EmptyResponseBodyError') return { kind: 'connection', text: thrown.message }
  const refused = /Unsupported|InvalidArgument|InvalidPrompt/.test(thrown.name)
  return { kind: refused ? 'invalidRequest' : 'other', text: thrown.message }
}

function inspectCall(error: APICallError): Found {
  const { statusCode: status, message, responseBody = '', responseHeaders: headers } = error
  if (status === undefined || status < 400) return { kind: 'connection', text: withCause(error) }
  const kind = classifyStatus(status, `${message} ${responseBody.slice(0, 10_000)}`)
  return { kind, status, text: message, headers, retry: headers?.['x-should-retry'] !== 'false' }
}

// Some report it as an object, with a status, a code that is one, or a name for one; some wrap that; some send bare text.
function inspectStreamed(reported: unknown): Found {
  if (APICallError.isInstance(reported)) return inspectCall(reported)
  if (AISDKError.isInstance(reported)) {
    const cut = /without a finish reason/.test(reported.message)
    return cut ? inspect(new CutStreamError()) : { kind: 'other', text: `the answer cannot be read: ${reported.name}` }
  }
  if (typeof reported !== 'object' || reported === null) return { kind: 'other', text: describeThrown(reported) }
  const { error, message, type, code, statusCode } = reported as Record<string, unknown>
  if (typeof error === 'object' && error !== null) return inspectStreamed(error)
  const named = statusOfType[String(type)] ?? statusOfType[String(code)]
  const status = [statusCode, code, named].find((value) => typeof value === 'number')
  const text = typeof message === 'string' ? message : 'an error without a message'
  return { kind: classifyStatus(status, `${text} ${String(code)}`), status, text }
}

const statusOfType: Readonly<Record<string, number | undefined>> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  authentication_error: 401,
  permission_error: 403,
  invalid_request_error: 400,
  api_error: 500,
  server_error: 500,
}

function isWorthRetrying({ kind, status }: Found): boolean {
  return kind === 'rateLimit' || kind === 'overloaded' || kind === 'connection' || (status ?? 0) >= 500
}

function withCause(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined
  const text = describeThrown(thrown)
  const below = cause === undefined ? '' : describeThrown(cause)
  return below === '' || text.includes(below) ? text : `${text} (${below})`
}

const longestMessage = 2000

function phrase({ kind, status, text }: Found, label: string): string {
  const said = text.trim().slice(0, longestMessage) || 'no reason given'
  if (status !== undefined) return capitalise(`${label} answered ${status}: ${said}`)
  return kind === 'connection' ? `The connection to ${label} failed: ${said}` : capitalise(`${label} failed: ${said}`)
}

function capitalise(sentence: string): string {
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`
}

/** Seconds, a date, or the milliseconds that some servers add. */
function readRetryAfter(headers: Record<string, string> | undefined, now: number): number | undefined {
  const exact = Number.parseFloat(headers?.['retry-after-ms'] ?? '')
  if (exact >= 0) return exact
  const value = headers?.['retry-after']?.trim()
  if (!value) return undefined
  const ms = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
