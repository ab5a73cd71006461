import type { Change } from './compare-verdicts.ts'
import type { PastVerdict } from './replay-event.ts'
import type { Difference, ReplayReport } from './run-replay.ts'

/** A report as programs read it. */
export function replayJson(
  report: ReplayReport,
  facts: { config: readonly string[]; notes: readonly string[] },
): object {
  const { compared, same, inexact, leftOut, weaker, differences } = report
  return { version: 1, ...facts, compared, same, inexact, weaker, differences: differences.map(flatten), leftOut }
}

function flatten({ sessionId, event, then, now, changes, gaps }: Difference): object {
  const { number, firing, at, input } = event
  return {
    sessionId,
    number,
    firing,
    at,
    event: event.event,
    ...(typeof input['toolName'] === 'string' && { tool: input['toolName'] }),
    ...(Object.hasOwn(input, 'toolInput') && { toolInput: input['toolInput'] }),
    weaker: changes.some(({ direction }) => direction === 'weaker'),
    changes: changes satisfies Change[],
    then: decisionOf(then),
    now: decisionOf(now),
    ...(gaps.length > 0 && { gaps }),
  }
}

function decisionOf({ decision, reason, decidedBy, halt }: Omit<PastVerdict, 'knowledge'>): object {
  return { decision, reason, decidedBy, halt }
}
