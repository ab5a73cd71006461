import type { OutputShape } from './answer-field.ts'
import type { commonInput } from './common-input.ts'
import type { EventDefinition, Power } from './define-event.ts'
import { events } from './events/index.ts'
import type { Shape, TypeOf, TypeOfShape } from './schema/field.ts'

type Events = typeof events

/** Name of an event of the table. */
export type EventName = keyof Events

/** All event names, in the order of a session's life. */
export const eventNames = Object.keys(events) as EventName[]

export { HookEvent } from './events/names.ts'

/** What a host gives when it fires an event: the event's own fields, and any common one it wants to set itself. */
export type EventInput<E extends EventName> = E extends EventName ? OwnInput<E> & Partial<CommonInput<E>> : never

/** What a hook of this event may answer inside `hookSpecificOutput`. */
export type EventOutput<E extends EventName> = {
  [K in keyof Events[E]['output']]?: Events[E]['output'][K] extends { field: infer F } ? TypeOf<F> : never
}

/** The event's own input fields. */
export type OwnInput<E extends EventName> = TypeOfShape<Events[E]['input']>

/** The fields that every event carries, less those the event describes itself. */
export type CommonInput<E extends EventName> = Omit<TypeOfShape<typeof commonInput>, keyof Events[E]['input']>

/** The row of an event, loosely typed: for code that treats all events alike. */
export function eventDefinition(name: EventName): EventDefinition<EventName, Shape, OutputShape> {
  return events[name] as unknown as EventDefinition<EventName, Shape, OutputShape>
}

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(events, name)
}

/** Whether hooks of the event have a power by the table; a dialect may know more or less. */
export function hasPower(name: EventName, power: Power): boolean {
  return eventDefinition(name).powers.includes(power)
}
