import { nearestName } from '../base/names.ts'
import type { EventName } from '../protocol/event-types.ts'
import { bladeEvents } from './blade/names.ts'
import { claudeEvents } from './claude/names.ts'
import { kimiEvents, officialEvents } from './kimi/names.ts'

/** What to write instead of an event name that a dialect does not know: its own name of the event that was meant. */
export function nearestEventName(name: string, known: ReadonlyMap<string, EventName>): string | undefined {
  const meant = findEvent(name)
  for (const [ownName, event] of known) if (event === meant) return ownName
  return nearestName(name, known.keys())
}

/** The event that a name stands for in any dialect. */
export function findEvent(name: string): EventName | undefined {
  for (const names of [bladeEvents, claudeEvents, kimiEvents, officialEvents]) {
    const event = names.get(name)
    if (event) return event
  }
  return undefined
}
