import { type EventName, eventDefinition } from '../../protocol/event-types.ts'
import { optional } from '../../protocol/schema/field.ts'
import { type JsonSchema, shapeToJsonSchema } from '../../protocol/schema/json-schema.ts'
import { commonOutput } from '../../protocol/schemas.ts'

/**
 * What a model may answer to an event: the event's own output fields where a command would put them, and words for the user.
 * Closed, so that a field nobody knows is not offered. Pure.
 */
export function answerSchemaOf(event: EventName): JsonSchema {
  const own = Object.entries(eventDefinition(event).output).map(([name, { field }]) => [name, optional(field)] as const)
  const { systemMessage } = commonOutput
  const top = shapeToJsonSchema({ systemMessage })
  if (own.length === 0) return top
  const specific = { ...shapeToJsonSchema(Object.fromEntries(own)), description: 'The answer to this event.' }
  return { ...top, properties: { hookSpecificOutput: specific, ...(top['properties'] as JsonSchema) } }
}
