import preToolUse from '../protocol/events/pre-tool-use.ts'
import stop from '../protocol/events/stop.ts'

/** The two moments that are reviewed: the agent is about to stop, or about to ask its user. */
export type ReviewedEvent = typeof stop.name | typeof preToolUse.name

export const stopEvent = stop.name
export const askEvent = preToolUse.name
