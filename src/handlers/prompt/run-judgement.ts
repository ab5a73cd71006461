import { describeThrown } from '../../base/describe-thrown.ts'
import { HookError } from '../../base/errors.ts'
import type { RunRequest } from '../../protocol/ports.ts'
import type { RawResult } from '../../protocol/raw-result.ts'
import { startDeadline } from '../command/deadline.ts'
import type { Talk } from './hear-model.ts'
import { keepSaid } from './settle-answer.ts'

/** How long work that was told to stop is waited for, so that what it started is gone when the run is over. */
const graceMs = 1000

/**
 * Does the work of one run within its time and turns every way in which it can fail into a result: no provider is `spawn`, a
 * model that failed `crash`, time that is over `timeout`. Never rejects, and never waits for work that does not stop.
 */
export async function runJudgement(
  request: RunRequest,
  work: (signal: AbortSignal, talk: Talk) => Promise<RawResult>,
): Promise<RawResult> {
  if (request.signal?.aborted) return { kind: 'cancelled' }
  const talk: Talk = {
    replies: [],
    usage: { model: '', calls: 0, inputTokens: 0, outputTokens: 0, promptHash: '' },
  }
  const stop = new AbortController()
  const cancel = (): void => stop.abort('cancelled')
  const deadline = startDeadline(request.timeoutMs, () => stop.abort('timeout'))
  request.signal?.addEventListener('abort', cancel, { once: true })
  try {
    const done = work(stop.signal, talk).catch((error: unknown) => describeFailure(error, talk))
    const result = await Promise.race([done, waitForStop(stop.signal)])
    return stop.signal.aborted && result?.kind !== 'value' ? describeStop(stop.signal, request, talk) : result!
  } finally {
    deadline.cancel()
    request.signal?.removeEventListener('abort', cancel)
  }
}

function waitForStop(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => setTimeout(() => resolve(undefined), graceMs).unref(), { once: true })
  })
}

function describeStop(signal: AbortSignal, { timeoutMs }: RunRequest, talk: Talk): RawResult {
  if (signal.reason === 'cancelled') return { kind: 'cancelled', ...usageOf(talk) }
  const message = `hook timed out: its timeout of ${timeoutMs} ms is over and the model had not given its answer`
  return { kind: 'broken', class: 'timeout', message, ...keepSaid(talk.replies), ...usageOf(talk) }
}

function describeFailure(error: unknown, talk: Talk): RawResult {
  if (error instanceof HookError)
    return { kind: 'broken', class: 'spawn', message: error.message, hint: error.hint, ...usageOf(talk) }
  const message = `the model gave no answer: ${describeThrown(error)}`
  return { kind: 'broken', class: 'crash', message, ...keepSaid(talk.replies), ...usageOf(talk) }
}

function usageOf({ usage }: Talk): { usage?: Talk['usage'] } {
  return usage.calls === 0 ? {} : { usage: { ...usage } }
}
