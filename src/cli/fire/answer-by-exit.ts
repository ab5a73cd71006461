import type { WireEvent } from '../../dialects/wire-in.ts'
import { eventDefinition } from '../../protocol/event-types.ts'
import type { Verdict } from '../../protocol/verdict.ts'
import { mayStop } from './block-on-error.ts'
import type { FireCall } from './print-answer.ts'

/**
 * Answers an agent that could not be given its reply, by the exit code and stderr alone, which every agent reads. What was
 * denied, was to be confirmed or was rewritten is blocked: without the reply it would go through as it is. Everything else is
 * an error like any other, which blocks under `--on-error block`.
 */
export function answerByExit(verdict: Verdict, event: WireEvent, { flags, terminal }: FireCall): number {
  const reason = findReason(verdict, event)
  if (reason === undefined && !(flags['on-error'] === 'block' && mayStop(event))) return 1
  terminal.tell(reason ?? 'Hookline could not write its answer, so this was blocked.')
  return 2
}

function findReason({ decision, reason, halt, input, prompt }: Verdict, event: WireEvent): string | undefined {
  // To block the end of an agent that is to end would keep it working.
  if (halt !== null && keepsWorking(event)) return undefined
  if (decision === 'deny') return reason ?? 'Blocked by a hook.'
  if (halt !== null) return halt.reason
  if (decision === 'ask') return `${reason ?? 'A hook wants this to be confirmed.'} (The question could not be put.)`
  return input === undefined && prompt === undefined
    ? undefined
    : 'A hook changed this, and the change could not be given.'
}

function keepsWorking(event: WireEvent): boolean {
  return event.hosted && Object.hasOwn(eventDefinition(event.event).output, 'continue')
}
