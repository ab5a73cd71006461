import { HookEvent } from '../protocol/events/names.ts'

/** The two moments that are reviewed: the agent is about to stop, or about to ask its user. */
export type ReviewedEvent = typeof stopEvent | typeof askEvent

export const stopEvent = HookEvent.Stop
export const askEvent = HookEvent.PreToolUse
