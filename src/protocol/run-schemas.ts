import { runResultShape, runStreamShapes } from './run-output-shape.ts'
import { type JsonSchema, shapeToJsonSchema } from './schema/json-schema.ts'

const draft = 'https://json-schema.org/draft/2020-12/schema'

/** JSON Schema of what `hookline run --output-format json` prints. */
export function runResultSchema(): JsonSchema {
  return {
    $schema: draft,
    title: 'Result of a run',
    description: 'What hookline run --output-format json prints: one object when the turn has ended.',
    ...shapeToJsonSchema(runResultShape),
  }
}

/** JSON Schema of every line that `hookline run --output-format stream-json` prints. */
export function runStreamSchema(): JsonSchema {
  return {
    $schema: draft,
    title: 'Line of a stream',
    description: 'A line of hookline run --output-format stream-json: init first, result or error last.',
    anyOf: Object.keys(runStreamShapes).map((type) => ({ $ref: `#/$defs/${type}` })),
    $defs: Object.fromEntries(Object.entries(runStreamShapes).map(([type, shape]) => [type, shapeToJsonSchema(shape)])),
  }
}
