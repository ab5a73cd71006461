import type { Decision } from '../protocol/decision.ts'
import type { FailureClass } from '../protocol/failure.ts'
import type { Hook } from '../protocol/hook.ts'
import type { Outcome } from '../protocol/outcome.ts'

/** What an outcome decides once the hook's own failure policy is applied. */
export interface Decided {
  decision: Decision | null
  reason: string | null
  /** Set when a gate broke and its policy let the call through. */
  failedOpen?: FailureClass
}

/** Whether a hook's word can stop something: a counted hook on an event that can block. */
export function isGate(hook: Hook): boolean {
  return !hook.shadow && !hook.async && hook.dialect.can(hook.event, 'block')
}

/** A gate that failed denies, asks or opens as its owner said; an observer that failed changes nothing. */
export function applyPolicy(hook: Hook, outcome: Outcome): Decided {
  const { decision, reason } = outcome
  if (outcome.status !== 'failed' || decision === 'deny' || !isGate(hook)) return { decision, reason }
  const failureClass = outcome.class!
  const failure = outcome.failure ?? `hook failed (${failureClass})`
  switch (hook.onFailure[failureClass]) {
    case 'deny':
      return { decision: 'deny', reason: failure }
    case 'ask':
      return { decision: hook.dialect.can(hook.event, 'ask') ? 'ask' : 'deny', reason: reason ?? failure }
    case 'ignore':
      if (decision === 'ask') return { decision, reason }
      return { decision: null, reason: null, failedOpen: failureClass }
  }
}
