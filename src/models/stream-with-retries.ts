import type { Clock } from '../protocol/ports.ts'
import type { Failure } from './describe-failure.ts'
import { ModelError, type ModelEvent } from './model-types.ts'

const maxTries = 4
const firstPauseMs = 1000
/** A server that asks for more patience than this is not waited for. */
const longestPauseMs = 60_000

export interface Retrying {
  signal: AbortSignal | undefined
  clock: Pick<Clock, 'after'>
  /** From 0 up to 1: spreads the tries of many clients. */
  random(): number
  describe(thrown: unknown): Failure
}

/**
 * Streams what `open` gives and opens anew after a failure that may pass, at most four times in all: only as long as nothing
 * has been passed on, because what was shown cannot be taken back. Throws a `ModelError`.
 */
export async function* streamWithRetries(
  open: () => AsyncIterable<ModelEvent>,
  retrying: Retrying,
): AsyncGenerator<ModelEvent> {
  for (let tries = 1; ; tries++) {
    let passedOn = false
    try {
      for await (const event of open()) {
        retrying.signal?.throwIfAborted()
        passedOn = true
        yield event
      }
      return
    } catch (thrown) {
      const failure = retrying.describe(thrown)
      const pauseMs = failure.retryAfterMs ?? firstPauseMs * 2 ** (tries - 1) * (0.5 + retrying.random() / 2)
      if (passedOn || !failure.retryable || tries === maxTries || pauseMs > longestPauseMs) throw failure.error
      await pause(pauseMs, retrying)
    }
  }
}

function pause(ms: number, { signal, clock }: Retrying): Promise<void> {
  const aborted = new ModelError('aborted', 'The model call was aborted.')
  // A signal that is aborted already tells nobody any more.
  if (signal?.aborted) return Promise.reject(aborted)
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      callOff()
      reject(aborted)
    }
    const callOff = clock.after(ms, () => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    })
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}
