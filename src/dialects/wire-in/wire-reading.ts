import type { EventName } from '../../protocol/event-types.ts'
import type { Sender } from './identify-sender.ts'

/** What is being read and who sent it. `warnings` collects what is worth telling but stops nothing. */
export interface WireReading {
  event: EventName
  sender: Sender
  warnings: string[]
}

/** Where an event may carry its name; the first that is there counts. */
export const eventNameFields: readonly string[] = [
  'hook_event_name',
  'hookEventName',
  'event_type',
  'eventType',
  'event',
]
