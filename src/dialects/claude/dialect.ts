import { nativeToolName } from '../../match/tool-names.ts'
import type { Dialect } from '../../protocol/dialect.ts'
import { type EventName, eventDefinition, hasPower } from '../../protocol/event-types.ts'
import type { FullInput } from '../../protocol/full-input.ts'
import { cleanEnvironment, commonEnvironment } from '../event-environment.ts'
import { dropAbsent, toWireFields } from '../wire-fields.ts'
import { claudeDefaults, claudeEvents, claudeFields, claudeModes } from './names.ts'

const namesByEvent = new Map<EventName, string>([...claudeEvents].map(([name, event]) => [event, name]))

/** Claude Code's dialect: flat payloads, rewritten inputs replace the old ones, the host's environment. */
export const claude: Dialect = {
  name: 'claude',
  sequential: false,
  inputRewrite: 'replace',
  plainAllow: 'approves',
  baseEnv: 'host',
  can: hasPower,
  textIsContext: (event) => eventDefinition(event).plainText === 'context',
  eventName: (event) => namesByEvent.get(event),
  toolName: (name) => name,
  toolInput: (_, input) => input as Record<string, unknown>,
  readToolInput: ({ rewritten }) => ({ input: { ...rewritten }, conflicts: [] }),
  payload: (input) => JSON.stringify(writePayload(input)),
  environment: (input, { envFile }) => ({
    ...commonEnvironment(input),
    ...cleanEnvironment({ CLAUDE_ENV_FILE: hasPower(input.event, 'env') ? envFile : undefined }),
  }),
}

function writePayload(input: FullInput): Record<string, unknown> {
  const { session_id, transcript_path, cwd, permission_mode, ...own } = toWireFields(input)
  return dropAbsent({
    session_id,
    transcript_path,
    cwd,
    permission_mode: claudeModes[String(permission_mode)] ?? permission_mode,
    hook_event_name: namesByEvent.get(input.event) ?? input.event,
    ...claudeDefaults[input.event],
    ...own,
    ...renamed(input),
  })
}

function renamed(input: FullInput): Record<string, unknown> {
  const names = Object.entries(claudeFields[input.event] ?? {})
  return {
    ...Object.fromEntries(names.map(([wireName, field]) => [wireName, input[field]])),
    ...(input.toolName !== undefined && { tool_name: nativeToolName(input.toolName) }),
  }
}
