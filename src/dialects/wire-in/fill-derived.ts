import { type EventName, eventDefinition } from '../../protocol/event-types.ts'

type Fields = Record<string, unknown>

/** Fills in what others do not send but what follows from what they do; then flags are false and counts 0. */
export function fillDerived(input: Fields, event: EventName): void {
  const { input: fields } = eventDefinition(event)
  for (const [name, derive] of Object.entries(derivations)) {
    if (Object.hasOwn(fields, name) && !Object.hasOwn(input, name)) input[name] = derive(input)
  }
  for (const [name, field] of Object.entries(fields)) {
    if (field.optional || Object.hasOwn(input, name)) continue
    if (field.kind === 'flag') input[name] = false
    else if (field.kind === 'number') input[name] = 0
  }
}

const derivations: Readonly<Record<string, (input: Readonly<Fields>) => unknown>> = {
  isResume: ({ source }) => source === 'resume',
  success: ({ error }) => error === undefined,
  // The moment that others call Stop is the one in which the model called no further tool.
  stopReason: () => 'no_tool_calls',
}
