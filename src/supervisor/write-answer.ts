import { askEvent, type ReviewedEvent } from './reviewed-event.ts'

/** What was decided about the moment. */
export interface Decision {
  allow: boolean
  reason: string
}

/** The decision in the form that the agent reads for this event: one line of JSON. */
export function writeAnswer(event: ReviewedEvent, { allow, reason }: Decision): string {
  if (event !== askEvent) return `${JSON.stringify(allow ? { reason } : { decision: 'block', reason })}\n`
  const answer = {
    hookEventName: event,
    permissionDecision: allow ? 'allow' : 'deny',
    permissionDecisionReason: reason,
  }
  return `${JSON.stringify({ hookSpecificOutput: answer })}\n`
}
