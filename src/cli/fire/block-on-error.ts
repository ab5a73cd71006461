import { describeThrown } from '../../base/describe-thrown.ts'
import { HookError } from '../../base/errors.ts'
import type { WireEvent } from '../../dialects/wire-in.ts'
import { HookEvent } from '../../protocol/event-types.ts'
import type { Terminal } from '../terminal.ts'

/**
 * Answers for hooks that could not be asked: what they might have stopped is blocked, with the reason for the model and its
 * user. Events that only tell something, and stops, go on: an agent that may not stop would never end. What cannot even be
 * read may be a call, so it is blocked.
 */
export function blockOnError(error: unknown, event: WireEvent | undefined, terminal: Terminal): number {
  if (event !== undefined && !mayStop(event)) throw error
  const why = describeThrown(error).replace(/([^.!?])$/, '$1.')
  const hint = error instanceof HookError && error.hint !== undefined ? ` ${error.hint}` : ''
  terminal.tell(`Hookline could not ask the hooks about this, so it was blocked: ${why}${hint}`)
  return 2
}

/** Whether hooks may keep something from happening at this event, other than the end of the agent. */
export function mayStop(event: WireEvent): boolean {
  return event.hosted && mayStopSomething.has(event.event)
}

const mayStopSomething: ReadonlySet<string> = new Set([
  HookEvent.PreToolUse,
  HookEvent.PermissionRequest,
  HookEvent.UserPromptSubmit,
])
