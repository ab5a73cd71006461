import { toKebabCase } from '../../src/base/names.ts'
import { eventNames } from '../../src/protocol/event-types.ts'
import { runResultSchema, runStreamSchema } from '../../src/protocol/run-schemas.ts'
import type { JsonSchema } from '../../src/protocol/schema/json-schema.ts'
import { configSchema, eventSchema, verdictSchema } from '../../src/protocol/schemas.ts'

/** The JSON Schemas: one file per event, the native configuration, the verdict, what a run prints. */
export function schemaFiles(): [path: string, content: string][] {
  return [
    ...eventNames.map((name) => writeSchema(toKebabCase(name), eventSchema(name))),
    writeSchema('hooks', configSchema()),
    writeSchema('verdict', verdictSchema()),
    writeSchema('run-result', runResultSchema()),
    writeSchema('run-stream', runStreamSchema()),
  ]
}

function writeSchema(name: string, schema: JsonSchema): [string, string] {
  return [`schemas/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`]
}
