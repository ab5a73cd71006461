import { HookError } from '../../base/errors.ts'
import { nearestName } from '../../base/names.ts'
import { findEvent } from '../../dialects/index.ts'
import { eventNames } from '../../protocol/event-types.ts'
import { runResultSchema, runStreamSchema } from '../../protocol/run-schemas.ts'
import type { JsonSchema } from '../../protocol/schema/json-schema.ts'
import { configSchema, eventSchema, verdictSchema } from '../../protocol/schemas.ts'
import { type CommandCall, defineCommand } from '../command.ts'

export default defineCommand({
  usage: '[EVENT|config|verdict|run-result|run-stream]',
  flags: {},
  maxArguments: 1,
  examples: ['schema PreToolUse', 'schema > hooks.schema.json', 'schema verdict'],
  run: printSchema,
})

// The schema is JSON either way.
async function printSchema({ arguments: [name], terminal }: CommandCall): Promise<number> {
  terminal.print(JSON.stringify(chooseSchema(name), null, 2))
  return 0
}

const others: Readonly<Record<string, () => JsonSchema>> = {
  config: configSchema,
  verdict: verdictSchema,
  'run-result': runResultSchema,
  'run-stream': runStreamSchema,
}

function chooseSchema(name = 'config'): JsonSchema {
  if (Object.hasOwn(others, name)) return others[name]!()
  const event = findEvent(name)
  if (event !== undefined) return eventSchema(event)
  const nearest = nearestName(name, [...eventNames, ...Object.keys(others)])
  const guess = nearest === undefined ? '' : `Did you mean "${nearest}"? `
  throw new HookError('EVENT_UNKNOWN', `there is no event "${name}"`, {
    hint: `${guess}Events: ${eventNames.join(', ')}. Other schemas: ${Object.keys(others).join(', ')}.`,
  })
}
