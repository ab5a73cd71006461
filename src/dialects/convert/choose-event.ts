import type { Dialect } from '../../protocol/dialect.ts'
import { type EventName, HookEvent } from '../../protocol/event-types.ts'
import { Impossible, type Weaken } from './fidelity.ts'

/** The moment nearest to one that a product does not have, and what is different there. */
const standIns: { readonly [E in EventName]?: { event: EventName; how: string } } = {
  [HookEvent.TurnStart]: {
    event: HookEvent.UserPromptSubmit,
    how: 'runs when the prompt is submitted, before it is accepted',
  },
  [HookEvent.UserPromptSubmit]: {
    event: HookEvent.TurnStart,
    how: 'runs when the agent begins to work on the prompt, and cannot rewrite it',
  },
  [HookEvent.TurnEnd]: {
    event: HookEvent.Stop,
    how: 'runs when the agent is about to stop, where exit 2 keeps it working',
  },
}

/** The event to use in a dialect. Throws `Impossible` when it has neither the event nor one that comes near. */
export function chooseEvent(
  event: EventName,
  target: { dialect: Dialect; agent: string },
  weaken: Weaken,
): { event: EventName; name: string } {
  const own = target.dialect.eventName(event)
  if (own !== undefined) return { event, name: own }
  const standIn = standIns[event]
  const name = standIn && target.dialect.eventName(standIn.event)
  if (standIn === undefined || name === undefined) throw new Impossible(`${target.agent} has no such event`)
  weaken(`${name} stands for it: it ${standIn.how}`)
  return { event: standIn.event, name }
}
