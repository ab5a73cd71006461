import { APICallError, EmptyResponseBodyError, UnsupportedFunctionalityError } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { describeFailure, type Failure, type FailureContext } from './describe-failure.ts'
import { CutStreamError, StreamedError } from './read-parts.ts'

const now = Date.UTC(2026, 0, 1)

describe('a failure', () => {
  it('says who answered what, and whether another try is worthwhile', () => {
    expect(summarize(callError(500, 'Internal'))).toEqual(['other', 500, 'Acme answered 500: Internal', true])
    expect(summarize(callError(400, 'Bad'))).toEqual(['invalidRequest', 400, 'Acme answered 400: Bad', false])
    expect(summarize(callError(502, ' '))).toEqual(['other', 502, 'Acme answered 502: no reason given', true])
  })

  it('is told in a sentence, whatever the one is called who answered', () => {
    const tell = (thrown: unknown): string => describeWith(thrown, { label: 'the server' }).error.message
    expect([tell(callError(500, 'Internal')), tell(new CutStreamError()), tell(new StreamedError('x'))]).toEqual([
      'The server answered 500: Internal',
      'The connection to the server failed: the stream ended before the answer was complete',
      'The server failed: x',
    ])
  })

  it('finds the vendor’s code in the body', () => {
    const error = callError(400, 'Please shorten it.', { responseBody: '{"error":{"code":"context_length_exceeded"}}' })
    expect(summarize(error)[0]).toBe('contextLength')
  })

  it('is the connection when there was no answer, or none that was complete', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' })
    const terminated = callError(200, 'Failed to process successful response', { cause: new TypeError('terminated') })
    expect([
      summarize(new TypeError('fetch failed', { cause: refused })),
      summarize(terminated),
      summarize(new CutStreamError()),
      summarize(new EmptyResponseBodyError()),
    ]).toEqual([
      ['connection', undefined, 'The connection to Acme failed: fetch failed (connect ECONNREFUSED 127.0.0.1:1)', true],
      [
        'connection',
        undefined,
        'The connection to Acme failed: Failed to process successful response (terminated)',
        true,
      ],
      ['connection', undefined, 'The connection to Acme failed: the stream ended before the answer was complete', true],
      ['connection', undefined, 'The connection to Acme failed: Empty response body', true],
    ])
  })

  it('in a stream is understood in every form in which it is reported', () => {
    const reported: unknown[] = [
      { message: 'Overloaded', type: 'overloaded_error' },
      { message: 'Slow down', code: 429 },
      { type: 'error', error: { message: 'Broken', code: 'server_error' } },
      { message: 'Too much', statusCode: 400, code: 'context_length_exceeded' },
      'plain text',
      {},
    ]
    expect(reported.map((error) => summarize(new StreamedError(error)))).toEqual([
      ['overloaded', 529, 'Acme answered 529: Overloaded', true],
      ['rateLimit', 429, 'Acme answered 429: Slow down', true],
      ['other', 500, 'Acme answered 500: Broken', true],
      ['contextLength', 400, 'Acme answered 400: Too much', false],
      ['other', undefined, 'Acme failed: plain text', false],
      ['other', undefined, 'Acme failed: an error without a message', false],
    ])
  })

  it('of a package that cannot express the request is the request’s', () => {
    expect(summarize(new UnsupportedFunctionalityError({ functionality: 'video' }))[0]).toBe('invalidRequest')
  })

  it('is an abort whenever the signal says so', () => {
    const failure = describeWith(callError(500, 'x'), { signal: AbortSignal.abort() })
    expect([failure.error.kind, failure.retryable]).toEqual(['aborted', false])
  })

  it('is not tried again when the server says that it would not help', () => {
    expect(summarize(callError(500, 'x', { responseHeaders: { 'x-should-retry': 'false' } }))[3]).toBe(false)
  })

  it('carries the time that the server asks for, in all its spellings', () => {
    const asked = (responseHeaders: Record<string, string>): number | undefined =>
      describeWith(callError(429, 'x', { responseHeaders })).retryAfterMs
    expect([
      asked({ 'retry-after': '3' }),
      asked({ 'retry-after': '0.5' }),
      asked({ 'retry-after': new Date(now + 9000).toUTCString() }),
      asked({ 'retry-after': new Date(now - 9000).toUTCString() }),
      asked({ 'retry-after': '9', 'retry-after-ms': '120' }),
      asked({ 'retry-after': 'soon' }),
      asked({ 'retry-after': '' }),
      asked({}),
    ]).toEqual([3000, 500, 9000, 0, 120, undefined, undefined, undefined])
  })

  it('is shown redacted, in bounds, and without what it came from', () => {
    const { error } = describeWith(callError(401, `secret ${'x'.repeat(100_000)}`), {
      redact: (text) => text.replace('secret', '[redacted]'),
    })
    expect(error.message.startsWith('Acme answered 401: [redacted] xxx')).toBe(true)
    expect(error.message.length).toBeLessThan(2100)
    expect(error.cause).toBeUndefined()
  })
})

function callError(
  statusCode: number,
  message: string,
  more: Partial<ConstructorParameters<typeof APICallError>[0]> = {},
): APICallError {
  return new APICallError({ message, statusCode, url: 'http://acme.test', requestBodyValues: {}, ...more })
}

function describeWith(thrown: unknown, changes: Partial<FailureContext> = {}): Failure {
  return describeFailure(thrown, {
    label: 'Acme',
    signal: undefined,
    redact: (text) => text,
    now: () => now,
    ...changes,
  })
}

function summarize(thrown: unknown): unknown[] {
  const { error, retryable } = describeWith(thrown)
  return [error.kind, error.status, error.message, retryable]
}
