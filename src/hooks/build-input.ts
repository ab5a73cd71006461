import { describeThrown } from '../base/describe-thrown.ts'
import { HookError } from '../base/errors.ts'
import { copyPlain } from '../base/json.ts'
import type { PermissionMode } from '../protocol/common-input.ts'
import { type EventName, eventDefinition } from '../protocol/event-types.ts'
import type { FullInput } from '../protocol/full-input.ts'
import { isRecord } from '../protocol/schema/check.ts'

export interface CommonFacts {
  sessionId: string
  projectDir: string
  cwd: string
  permissionMode: PermissionMode
  transcriptPath?: string | undefined
  timestamp: string
  agent?: AgentFacts | undefined
}

/** Which sub-agent an event belongs to. */
export interface AgentFacts {
  agentId: string
  agentType: string
  /** Who started it. */
  parentAgentId: string
}

/** The facts as they stand in an input: those of a sub-agent beside the others. */
export function flattenFacts({ agent, ...facts }: CommonFacts): Omit<CommonFacts, 'agent'> & Partial<AgentFacts> {
  return { ...facts, ...agent }
}

/**
 * Fills in the common fields and takes one frozen snapshot: what the host changes afterwards nobody sees. Throws
 * `EVENT_INVALID_INPUT` for a tool input that cannot be shown to hooks as it is.
 */
export function buildInput(event: EventName, given: Readonly<Record<string, unknown>>, facts: CommonFacts): FullInput {
  const input: FullInput = {
    event,
    hookEventName: event,
    sessionId: facts.sessionId,
    hookExecutionId: '',
    timestamp: facts.timestamp,
    projectDir: facts.projectDir,
    cwd: facts.cwd,
    permissionMode: facts.permissionMode,
  }
  if (facts.transcriptPath !== undefined) input['transcriptPath'] = facts.transcriptPath
  if (facts.agent) Object.assign(input, facts.agent)
  for (const [name, value] of defaultsOf(event)) input[name] = value
  for (const name in given) {
    const value = given[name]
    if (value !== undefined && name !== 'event' && name !== 'hookEventName') input[name] = snapshot(value)
  }
  if (input.toolInput !== undefined && !isRecord(input.toolInput)) refuseToolInput(event)
  return input
}

// A guard that is shown something else than what would run must not be asked.
function refuseToolInput(event: EventName): never {
  throw new HookError(
    'EVENT_INVALID_INPUT',
    `the input of ${event} does not fit: toolInput is no plain data of at most ${deepest} levels`,
    { hint: 'Do not make the call: no hook can judge it.' },
  )
}

const deepest = 1000

const defaults = new Map<EventName, [string, unknown][]>()

function defaultsOf(event: EventName): [string, unknown][] {
  let known = defaults.get(event)
  if (!known) {
    const needed = Object.entries(eventDefinition(event).input).filter(([, field]) => !field.optional)
    known = needed.flatMap(([name, { kind }]): [string, unknown][] =>
      kind === 'flag' ? [[name, false]] : kind === 'number' ? [[name, 0]] : [],
    )
    defaults.set(event, known)
  }
  return known
}

function snapshot(value: unknown): unknown {
  switch (typeof value) {
    case 'object':
      break
    case 'function':
    case 'bigint':
    case 'symbol':
      return String(value)
    default:
      return value
  }
  if (value === null) return null
  if (value instanceof Error) return describeThrown(value)
  return toPlain(value)
}

// Tools may return what is no plain data (buffers, dates, class instances); hooks see what JSON makes of it.
function toPlain(value: object): unknown {
  try {
    return copyPlain(value, { freeze: true })
  } catch {
    try {
      return copyPlain(JSON.parse(JSON.stringify(value) ?? 'null'), { freeze: true, maxDepth: deepest })
    } catch {
      return describeThrown(value)
    }
  }
}
