import { type EventName, eventDefinition, eventNames } from '../../protocol/event-types.ts'

/** The names of events in native files, aliases included. */
export const bladeEvents: ReadonlyMap<string, EventName> = new Map(
  eventNames.flatMap((event) =>
    [event, ...(eventDefinition(event).aliases ?? [])].map((name) => [name, event] as const),
  ),
)
