import { type EventName, eventNames } from '../../protocol/event-types.ts'
import { eventAliases } from '../../protocol/events/names.ts'

/** The names of events in native files, aliases included. */
export const bladeEvents: ReadonlyMap<string, EventName> = new Map([
  ...eventNames.map((event) => [event, event] as const),
  ...Object.entries(eventAliases),
])
