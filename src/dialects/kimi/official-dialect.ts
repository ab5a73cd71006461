import type { Dialect } from '../../protocol/dialect.ts'
import { type EventName, hasPower } from '../../protocol/event-types.ts'
import type { FullInput } from '../../protocol/full-input.ts'
import { commonEnvironment } from '../event-environment.ts'
import { dropAbsent } from '../wire-fields.ts'
import { kimiEnvironment } from './dialect.ts'
import { officialEvents, officialFields } from './names.ts'
import { addPathAlias, readPathAlias } from './path-alias.ts'
import { writeSpacedJson } from './write-spaced-json.ts'

const namesByEvent = new Map<EventName, string>([...officialEvents].map(([name, event]) => [event, name]))

/** Kimi's dialect of the official array form: hooks run together, Claude's names of events, our names of tools. */
export const kimiOfficial: Dialect = {
  name: 'kimi-official',
  sequential: false,
  inputRewrite: 'merge',
  plainAllow: 'noOpinion',
  baseEnv: 'host',
  can: hasPower,
  textIsContext: (event) => hasPower(event, 'context'),
  eventName: (event) => namesByEvent.get(event),
  toolName: (name) => name,
  toolInput: addPathAlias,
  readToolInput: readPathAlias,
  payload: (input) => writeSpacedJson(writePayload(input)),
  environment: (input) => ({ ...commonEnvironment(input), ...kimiEnvironment(input) }),
}

function writePayload(input: FullInput): Record<string, unknown> {
  const { toolName, toolInput } = input
  return dropAbsent({
    hook_event_name: namesByEvent.get(input.event) ?? input.event,
    session_id: input.sessionId,
    cwd: input.cwd,
    tool_name: toolName,
    tool_input: toolInput && addPathAlias(toolName ?? '', toolInput),
    tool_call_id: input.toolUseId,
    ...officialFields[input.event]?.(input),
    agent_id: input['agentId'],
  })
}
