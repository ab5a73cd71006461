import { HookError } from '../../base/errors.ts'
import { toSnakeCase } from '../../base/names.ts'
import { commonInput } from '../../protocol/common-input.ts'
import { type EventName, eventDefinition } from '../../protocol/event-types.ts'
import { checkShape } from '../../protocol/schema/check.ts'
import type { Shape } from '../../protocol/schema/field.ts'
import { geminiFailure } from '../gemini/names.ts'
import { fillDerived } from './fill-derived.ts'
import type { Sender } from './identify-sender.ts'
import { readMode } from './read-mode.ts'
import { readToolCall } from './read-tool-call.ts'
import { readError, readFinalMessage, readPrompt, readReason, readTimestamp } from './read-values.ts'
import { renameFields } from './rename-fields.ts'

export interface WireInput {
  event: EventName
  input: Record<string, unknown>
  toolKeys: Readonly<Record<string, readonly string[]>>
  warnings: string[]
}

/** Reads the fields of an event that is hosted. Throws `EVENT_INVALID_INPUT` for fields of the wrong type. */
export function readWireInput(
  json: Readonly<Record<string, unknown>>,
  given: { event: EventName; sender: Sender },
): WireInput {
  const warnings: string[] = []
  const event = isFailedCall(json, given.sender) ? geminiFailure : given.event
  const reading = { ...given, event, warnings }
  const input = renameFields(json, reading)
  for (const read of [readPrompt, readError, readFinalMessage, readTimestamp, readMode, readReason])
    read(input, reading)
  const toolKeys = readToolCall(input, reading)
  fillDerived(input, event)
  checkFields(input, event)
  warnings.push(...listGaps(input, event))
  return { event, input, toolKeys, warnings }
}

function isFailedCall(json: Readonly<Record<string, unknown>>, sender: Sender): boolean {
  const response = json['tool_response']
  return (
    sender === 'gemini' && typeof response === 'object' && response !== null && Boolean(Reflect.get(response, 'error'))
  )
}

function checkFields(input: Readonly<Record<string, unknown>>, event: EventName): void {
  const shape: Shape = { ...commonInput, ...eventDefinition(event).input }
  const issues = checkShape(shape, input, { open: true }).filter((issue) => issue.kind !== 'missing')
  if (issues.length === 0) return
  const told = issues.map(({ path, found, expected }) => {
    const [field, ...rest] = path
    return `${[toSnakeCase(String(field)), ...rest].join('.')} is ${found}, expected ${expected}`
  })
  throw new HookError('EVENT_INVALID_INPUT', `The input of ${event} does not fit: ${told.join('; ')}.`, {
    hint: `Run \`hookline schema ${event}\` for its fields.`,
  })
}

// Only what matchers and rules look at; other fields that are missing decide nothing.
function listGaps(input: Readonly<Record<string, unknown>>, event: EventName): string[] {
  const { matches, input: fields } = eventDefinition(event)
  const needed = [...(matches === null ? [] : [matches]), ...(Object.hasOwn(fields, 'toolInput') ? ['toolInput'] : [])]
  return needed
    .filter((field) => !Object.hasOwn(input, field))
    .map(
      (field) => `the event came without ${toSnakeCase(field)}; hooks that test it run, since it cannot be ruled out`,
    )
}
