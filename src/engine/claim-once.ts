import { describeThrown } from '../base/describe-thrown.ts'
import type { Hook } from '../protocol/hook.ts'
import type { RawResult } from '../protocol/raw-result.ts'
import type { RunPorts } from './run.ts'

/** What the state store says of a once-hook; a raw result when it could not say, which then follows `onFailure`. */
export type Claim = 'first' | 'again' | RawResult

/**
 * Claims the one run of a once-hook in its session. Answers at once where the store does, else within the hook's own timeout;
 * a store that fails never counts as "not yet run". Never throws or rejects.
 */
export function claimOnce(hook: Hook, ports: RunPorts): Claim | Promise<Claim> {
  try {
    const claimed = ports.claim(hook)
    return typeof claimed === 'boolean' ? toClaim(claimed) : waitForClaim(claimed, hook, ports)
  } catch (error) {
    return storeFailed(error)
  }
}

function toClaim(first: boolean): Claim {
  return first ? 'first' : 'again'
}

function storeFailed(error: unknown): RawResult {
  return { kind: 'broken', class: 'crash', message: `the state store failed: ${describeThrown(error)}` }
}

const storeLate: RawResult = { kind: 'broken', class: 'timeout', message: 'the state store did not answer in time' }

function waitForClaim(claimed: PromiseLike<boolean>, hook: Hook, { clock, signal }: RunPorts): Promise<Claim> {
  return new Promise((resolve) => {
    const settle = (claim: Claim): void => {
      callOff()
      signal?.removeEventListener('abort', onAbort)
      resolve(claim)
    }
    const onAbort = (): void => settle({ kind: 'cancelled' })
    const callOff = clock.after(hook.timeoutMs, () => settle(storeLate))
    signal?.addEventListener('abort', onAbort, { once: true })
    claimed.then(
      (first) => settle(toClaim(first)),
      (error: unknown) => settle(storeFailed(error)),
    )
  })
}
