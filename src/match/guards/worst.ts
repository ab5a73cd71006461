import type { Suspicion } from './guard-pack.ts'

/** The strongest of several suspicions; `no` when there are none. */
export function worst(suspicions: readonly Suspicion[]): Suspicion {
  if (suspicions.includes('yes')) return 'yes'
  return suspicions.includes('maybe') ? 'maybe' : 'no'
}
