import { type EventName, hasPower } from '../protocol/event-types.ts'
import type { Verdict } from '../protocol/verdict.ts'

/** The reason of a verdict on an event that its caller has aborted. */
export const abortReason = 'Aborted by the caller.'

/** The verdict of an event for which no hook is configured. */
export function emptyVerdict(event: EventName, aborted = false): Verdict {
  const denied = aborted && hasPower(event, 'block')
  return {
    event,
    decision: denied ? 'deny' : null,
    reason: denied ? abortReason : null,
    decidedBy: null,
    changes: [],
    context: [],
    messages: [],
    env: {},
    warnings: [],
    halt: null,
    aborted,
    failedOpen: [],
    runs: [],
  }
}
