import type { FailureClass } from '../protocol/failure.ts'
import type { Hook } from '../protocol/hook.ts'
import type { Outcome } from '../protocol/outcome.ts'

/** An outcome without an opinion. */
export function silentOutcome(): Outcome {
  return {
    status: 'answered',
    decision: null,
    reason: null,
    rewrite: null,
    context: [],
    messages: [],
    env: {},
    halt: null,
    endsChain: false,
    warnings: [],
    suppressOutput: false,
  }
}

/** A run that did not answer. What it does to the call is the hook's own policy. */
export function failedOutcome(failureClass: FailureClass, failure: string): Outcome {
  return { ...silentOutcome(), status: 'failed', class: failureClass, failure }
}

/** Plain text: context where the hook's dialect says so, otherwise only recorded. */
export function textOutcome(text: string, hook: Hook): Outcome {
  const trimmed = text.trim()
  if (trimmed === '') return silentOutcome()
  if (hook.dialect.textIsContext(hook.event)) return { ...silentOutcome(), context: [trimmed] }
  return { ...silentOutcome(), recorded: trimmed }
}

/** A block, or feedback where the event cannot be blocked: for the model after tools, else for the user. */
export function blockOutcome(reason: string, hook: Hook, feedbackTo: 'model' | 'user'): Outcome {
  if (hook.dialect.can(hook.event, 'block')) return { ...silentOutcome(), decision: 'deny', reason, endsChain: true }
  if (feedbackTo === 'model') return { ...silentOutcome(), context: [reason] }
  return { ...silentOutcome(), messages: [reason] }
}
