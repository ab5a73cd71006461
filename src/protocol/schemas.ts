import { toSnakeCase } from '../base/names.ts'
import type { OutputField } from './answer-field.ts'
import type { topLevelFields } from './answer-spellings.ts'
import { commonInput } from './common-input.ts'
import { decisionWords } from './decision.ts'
import type { EventDefinition } from './define-event.ts'
import { type EventName, eventDefinition, eventNames } from './event-types.ts'
import { nativeConfigShape } from './native-config-shape.ts'
import { type Field, flag, oneOf, optional, type Shape, text } from './schema/field.ts'
import { fieldToJsonSchema, type JsonSchema, shapeToJsonSchema } from './schema/json-schema.ts'
import { verdictShape } from './verdict-shape.ts'

const draft = 'https://json-schema.org/draft/2020-12/schema'

/**
 * JSON Schema of one event. The document itself describes what a command reads on stdin; what it may print stands under
 * `$defs/output`. Pure; every call makes a new object.
 */
export function eventSchema(name: EventName): JsonSchema {
  const event = eventDefinition(name)
  return {
    $schema: draft,
    title: name,
    description: `Fires ${event.fires}.`,
    $ref: '#/$defs/input',
    $defs: { input: inputSchema(event), output: outputSchema(event) },
  }
}

/** All input fields of an event, common ones included, by their names in code; an event's own word on a field wins. */
export function inputShape(event: EventDefinition<EventName>): Shape {
  return { ...commonInput, hookEventName: oneOf([event.name], commonInput.hookEventName.about), ...event.input }
}

// Hosts and dialects may add fields, and a later version will: a reader must not refuse them.
function inputSchema(event: EventDefinition<EventName>): JsonSchema {
  return { ...shapeToJsonSchema(inputShape(event), { rename: toSnakeCase, open: true }), description: 'Read on stdin.' }
}

/** The fields that an answer to any event may have at top level. */
export const commonOutput = {
  continue: optional(flag('false ends the whole session.')),
  stopReason: optional(text('Shown to the user when the session is ended so.')),
  suppressOutput: optional(flag('true hides what the hook printed from views, never from the record.')),
  systemMessage: optional(text('Shown to the user.')),
} satisfies Record<Exclude<(typeof topLevelFields)[number], 'hookSpecificOutput'>, Field>

function outputSchema(event: EventDefinition<EventName>): JsonSchema {
  const own = Object.fromEntries(Object.entries(event.output).map(([name, field]) => [name, writeAnswer(field)]))
  const specific = { hookEventName: optional(oneOf([event.name], 'Name of the event.')), ...own }
  const top = shapeToJsonSchema({ ...own, ...commonOutput }, { open: true })
  return {
    ...top,
    properties: {
      ...(top['properties'] as JsonSchema),
      hookSpecificOutput: {
        ...shapeToJsonSchema(specific, { open: true }),
        description: 'Answers to this event; at top level they are understood as well, except where the name is taken.',
      },
    },
    description: 'Printed on stdout with exit code 0. Fields that nobody knows are ignored with a warning.',
  }
}

// The table names the words an event asks for; every other word for a decision is understood as well.
function writeAnswer({ field, means }: OutputField): Field {
  if (means !== 'decision' || field.kind !== 'oneOf') return optional(field)
  return optional(oneOf([...new Set([...field.values, ...Object.keys(decisionWords)])], field.about))
}

/** JSON Schema of a native configuration file: the bare hooks object, or one under the key `hooks`. */
export function configSchema(): JsonSchema {
  return {
    $schema: draft,
    title: 'Hookline configuration',
    description: 'A native configuration file: the hooks object itself, or one under the key hooks.',
    anyOf: [{ $ref: '#/$defs/hooks' }, wrappedSchema()],
    $defs: { hooks: hooksSchema(), group: groupSchema() },
  }
}

function wrappedSchema(): JsonSchema {
  const { $schema, version } = nativeConfigShape()
  const beside = shapeToJsonSchema({ $schema: $schema!, version: version! })
  return {
    ...beside,
    properties: { ...(beside['properties'] as JsonSchema), hooks: { $ref: '#/$defs/hooks' } },
    required: ['hooks'],
  }
}

// Every event takes the same groups; written out each time the file would be sixteen times as long.
function hooksSchema(): JsonSchema {
  const shape = nativeConfigShape()
  const whole = shapeToJsonSchema(shape)
  const properties = { ...(whole['properties'] as Record<string, JsonSchema>) }
  for (const name of eventKeys()) properties[name] = { ...properties[name], items: { $ref: '#/$defs/group' } }
  return { ...whole, properties }
}

function groupSchema(): JsonSchema {
  const list = nativeConfigShape()[eventNames[0]!]!
  return fieldToJsonSchema(list)['items'] as JsonSchema
}

/** The keys under which a native configuration holds hooks: every event and its other names. */
export function eventKeys(): string[] {
  return eventNames.flatMap((name) => [name, ...(eventDefinition(name).aliases ?? [])])
}

/** JSON Schema of a verdict, as `hookline fire` prints it. */
export function verdictSchema(): JsonSchema {
  return {
    $schema: draft,
    title: 'Verdict',
    description: 'All outcomes of one event, merged: what the agent must do.',
    ...shapeToJsonSchema(verdictShape),
  }
}
