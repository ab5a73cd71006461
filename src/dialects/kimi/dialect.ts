import { join } from 'node:path'
import type { Dialect } from '../../protocol/dialect.ts'
import { type EventName, hasPower } from '../../protocol/event-types.ts'
import type { FullInput } from '../../protocol/full-input.ts'
import { cleanEnvironment, commonEnvironment } from '../event-environment.ts'
import { dropAbsent, toWireFields } from '../wire-fields.ts'
import { fillTemplates } from './fill-templates.ts'
import { kimiBlocks, kimiEvents, kimiFields, kimiTools } from './names.ts'
import { addPathAlias, readPathAlias } from './path-alias.ts'
import { writeLocalTime } from './write-local-time.ts'
import { writeSpacedJson } from './write-spaced-json.ts'

const namesByEvent = new Map<EventName, string>([...kimiEvents].map(([name, event]) => [event, name]))

/** Kimi's dialect of the tables form: one hook after the other, its own names of events and tools, templates. */
export const kimi: Dialect = {
  name: 'kimi',
  sequential: true,
  inputRewrite: 'merge',
  plainAllow: 'noOpinion',
  baseEnv: 'host',
  can: (event, power) =>
    power === 'block' && namesByEvent.has(event) ? kimiBlocks.has(event) : hasPower(event, power),
  textIsContext: (event) => hasPower(event, 'context'),
  eventName: (event) => namesByEvent.get(event),
  toolName: (name) => kimiTools.get(name) ?? name,
  toolInput: addPathAlias,
  readToolInput: readPathAlias,
  payload: (input) => writeSpacedJson(writeKimiPayload(input)),
  environment: (input) => ({ ...commonEnvironment(input), ...kimiEnvironment(input) }),
  fillTemplates: (command, input) =>
    fillTemplates(command, { fields: writeKimiPayload(input), workDir: input.projectDir }),
}

/** The variables that Kimi's document promises to hooks of both its forms. */
export function kimiEnvironment(input: FullInput): Record<string, string> {
  return cleanEnvironment({
    KIMI_SESSION_ID: input.sessionId,
    KIMI_WORK_DIR: input.projectDir,
    KIMI_PROJECT_DIR: input.projectDir,
    KIMI_ENV_FILE: join(input.projectDir, '.kimi', 'env'),
  })
}

// What the document does not list stays out, so that a payload is known by its fields.
const leftOut = [
  'timestamp',
  'session_id',
  'project_dir',
  'cwd',
  'hook_execution_id',
  'permission_mode',
  'transcript_path',
]

function writeKimiPayload(input: FullInput): Record<string, unknown> {
  const own = toWireFields(input)
  for (const name of leftOut) delete own[name]
  return dropAbsent({
    event_type: namesByEvent.get(input.event) ?? input.event,
    timestamp: writeLocalTime(input.timestamp),
    session_id: input.sessionId,
    work_dir: input.projectDir,
    ...own,
    ...writeToolFields(input),
    ...kimiFields[input.event]?.(input),
  })
}

function writeToolFields(input: FullInput): Record<string, unknown> {
  const { toolName, toolInput } = input
  if (toolName === undefined) return {}
  return { tool_name: kimi.toolName(toolName), ...(toolInput && { tool_input: addPathAlias(toolName, toolInput) }) }
}
