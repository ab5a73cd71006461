import { HookError } from '../base/errors.ts'
import { nearestName } from '../base/names.ts'
import { type EventName, eventDefinition, eventNames, isEventName } from '../protocol/event-types.ts'
import { checkShape, fitsShape, isRecord } from '../protocol/schema/check.ts'

/** Checks what a host fires. Throws `EVENT_UNKNOWN`, or `EVENT_INVALID_INPUT` naming every field of a wrong type. */
export function checkEventInput(event: EventName, input: Record<string, unknown>): void {
  if (!isEventName(event)) throw unknownEvent(String(event))
  const { input: shape } = eventDefinition(event)
  if (isRecord(input) && fitsShape(shape, input)) return
  const issues = checkShape(shape, input, { open: true }).filter((issue) => issue.kind !== 'missing')
  if (issues.length === 0) return
  const told = issues.map((issue) => `${issue.path.join('.') || 'it'} is ${issue.found}, expected ${issue.expected}`)
  throw new HookError('EVENT_INVALID_INPUT', `the input of ${event} does not fit: ${told.join('; ')}`)
}

function unknownEvent(name: string): HookError {
  const nearest = nearestName(name, eventNames)
  const hint = nearest === undefined ? {} : { hint: `Did you mean "${nearest}"? \`hookline events\` lists them all.` }
  return new HookError('EVENT_UNKNOWN', `there is no event "${name}"`, hint)
}
