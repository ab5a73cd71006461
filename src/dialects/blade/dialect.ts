import type { Dialect } from '../../protocol/dialect.ts'
import { eventDefinition, hasPower } from '../../protocol/event-types.ts'
import type { FullInput } from '../../protocol/full-input.ts'
import { cleanEnvironment, commonEnvironment } from '../event-environment.ts'
import { toWireFields } from '../wire-fields.ts'

/** The native dialect: every field of an event by its own name in snake_case, all powers of the event table. */
export const blade: Dialect = {
  name: 'blade',
  sequential: false,
  inputRewrite: 'merge',
  plainAllow: 'approves',
  baseEnv: 'allowList',
  can: hasPower,
  textIsContext: (event) => eventDefinition(event).plainText === 'context',
  eventName: (event) => event,
  toolName: (name) => name,
  toolInput: (_, input) => input as Record<string, unknown>,
  readToolInput: ({ rewritten }) => ({ input: { ...rewritten }, conflicts: [] }),
  payload: (input) => JSON.stringify(writePayload(input)),
  environment: (input) => ({
    ...cleanEnvironment({
      BLADE_PROJECT_DIR: input.projectDir,
      BLADE_SESSION_ID: input.sessionId,
      BLADE_HOOK_EVENT: input.event,
      BLADE_TOOL_NAME: input.toolName,
      BLADE_TOOL_USE_ID: input.toolUseId,
    }),
    ...commonEnvironment(input),
  }),
}

function writePayload(input: FullInput): Record<string, unknown> {
  const fields = toWireFields(input)
  const response = Object.hasOwn(fields, 'tool_output') ? { tool_response: fields['tool_output'] } : {}
  return { hook_event_name: input.event, ...fields, ...response }
}
