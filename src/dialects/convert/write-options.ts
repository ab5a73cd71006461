import { type FailureClass, type FailurePolicy, failureClasses } from '../../protocol/failure.ts'
import type { Hook } from '../../protocol/hook.ts'
import { Impossible, type Weaken } from './fidelity.ts'
import type { SourceEntry } from './source-entry.ts'

/** A timeout within a format's limits, in milliseconds; undefined when it is the format's default. */
export function fitTimeout(
  { timeoutMs }: Hook,
  limits: { standard: number; shortest?: number; longest?: number; step?: number },
  weaken: Weaken,
): number | undefined {
  const { standard, shortest = 1, longest = Number.POSITIVE_INFINITY, step = 1 } = limits
  const fitted = Math.min(longest, Math.max(shortest, Math.ceil(timeoutMs / step) * step))
  if (fitted !== timeoutMs) weaken(`timeout becomes ${fitted} ms, was ${timeoutMs} ms`)
  return fitted === standard ? undefined : fitted
}

/** The policy for failures as one word where all classes share it, else by class; undefined where every failure is ignored. */
export function describePolicies({
  onFailure,
}: Hook): FailurePolicy | Partial<Record<FailureClass, FailurePolicy>> | undefined {
  const policies = new Set(failureClasses.map((name) => onFailure[name]))
  if (policies.size > 1) return { ...onFailure }
  return onFailure.crash === 'ignore' ? undefined : onFailure.crash
}

/** Refuses what would count in a format that cannot say that it must not. */
export function refuseShadow({ hook }: SourceEntry): void {
  if (hook.shadow) throw new Impossible('a shadow hook does not count, but there it would')
}

/** Tells which words for people and tests are lost. */
export function tellLostWords({ hook, id, name }: SourceEntry, kept: readonly string[], weaken: Weaken): void {
  const { description, statusMessage, samples } = hook
  const lost = Object.entries({ id, name, description, statusMessage })
    .filter(([key, value]) => value !== undefined && !kept.includes(key))
    .map(([key]) => key)
  if (hook.budgetMs !== undefined) lost.push('budget')
  if (hook.breaker) lost.push('breaker')
  if (samples.mustDeny.length > 0) lost.push('mustDeny')
  if (samples.mustAllow.length > 0) lost.push('mustAllow')
  if (lost.length > 0) weaken(`${lost.join(', ')} ${lost.length === 1 ? 'is' : 'are'} lost`)
}
