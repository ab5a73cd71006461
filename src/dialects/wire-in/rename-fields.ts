import { isDeepStrictEqual } from 'node:util'
import { toCamelCase } from '../../base/names.ts'
import { commonInput } from '../../protocol/common-input.ts'
import { eventDefinition } from '../../protocol/event-types.ts'
import type { Field, Shape } from '../../protocol/schema/field.ts'
import { eventNameFields, type WireReading } from './wire-reading.ts'

/**
 * The fields of an event under our names, in camelCase. A name that belongs to another product counts as the first of
 * our fields it may stand for that the event has; beside a value under our own name it is left out if it says the same.
 */
export function renameFields(
  json: Readonly<Record<string, unknown>>,
  { event, warnings }: WireReading,
): Record<string, unknown> {
  const { input: own, callbackNames = {} } = eventDefinition(event)
  const fields = spellInCamelCase(json, warnings)
  const input = dropNulls(fields, own)
  for (const [alias, targets] of Object.entries({ ...aliases, ...callbackAliases(callbackNames) })) {
    if (!Object.hasOwn(input, alias) || Object.hasOwn(own, alias)) continue
    const target = targets.find((field) => Object.hasOwn(own, field))
    if (target === undefined) continue
    const value = input[alias]
    if (!Object.hasOwn(input, target)) input[target] = value
    else if (!isDeepStrictEqual(input[target], value)) {
      warnings.push(`${alias} and ${target} say different things; ${target} counts`)
      continue
    }
    delete input[alias]
  }
  if (typeof input['workDir'] === 'string') readWorkDir(input)
  return input
}

function spellInCamelCase(json: Readonly<Record<string, unknown>>, warnings: string[]): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const [name, value] of Object.entries(json)) {
    if (eventNameFields.includes(name)) continue
    const field = toCamelCase(name)
    if (!fields.has(field)) fields.set(field, value)
    else if (!isDeepStrictEqual(fields.get(field), value))
      warnings.push(`${field} is given twice with different values; the first counts`)
  }
  return Object.fromEntries(fields)
}

/** What others call our fields. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  prompt: ['userPrompt', 'taskDescription'],
  toolResponse: ['toolOutput'],
  toolResult: ['toolOutput'],
  toolArgs: ['toolInput'],
  toolCallId: ['toolUseId'],
  lastAssistantMessage: ['finalResponse', 'resultSummary'],
  promptResponse: ['finalResponse'],
  response: ['resultSummary'],
  reason: ['stopReason'],
  agentName: ['agentType'],
  name: ['agentType'],
  body: ['message'],
  tokenCount: ['tokensBefore'],
  taskSubject: ['taskDescription'],
}

function callbackAliases(names: Readonly<Record<string, string>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(names).map(([alias, field]) => [alias, [field]]))
}

// Several clients write null for "absent"; only where any value is allowed does it mean itself.
function dropNulls(fields: Readonly<Record<string, unknown>>, own: Shape): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => {
      const field = own[name] ?? (commonInput as Shape)[name]
      return value !== null || field === undefined || keepsNull(field)
    }),
  )
}

function keepsNull(field: Field): boolean {
  return field.kind === 'anything' && !field.optional
}

function readWorkDir(input: Record<string, unknown>): void {
  input['projectDir'] ??= input['workDir']
  input['cwd'] ??= input['workDir']
  delete input['workDir']
}
