import { toCamelCase } from '../base/names.ts'
import { nativeToolName } from '../match/index.ts'
import { type EventInput, type EventName, eventDefinition } from '../protocol/event-types.ts'
import type { Hook, Sample } from '../protocol/hook.ts'
import { isRecord } from '../protocol/schema/check.ts'

/** The input that a sample stands for, or why it stands for none. */
export type SampleInput = { input: EventInput<EventName> } | { problem: string }

/**
 * Turns a sample into the input of its hook's event. A text is a command line on events of tools, else the prompt, else the value
 * that matchers test. An object is a tool call, the input of one (`{file_path}` is a Write, or whichever of Write, Edit and Read
 * the matcher takes), or the fields of another event. Fields may be camelCase or snake_case.
 */
export function readSample(hook: Hook, sample: Sample): SampleInput {
  const fields = typeof sample === 'string' ? readText(hook.event, sample) : camelFields(sample)
  if (fields === undefined) {
    return { problem: `a text says nothing on ${hook.event}; write its input fields instead` }
  }
  const input = isToolEvent(hook.event) ? readCall(hook, fields) : fields
  return { input: input as unknown as EventInput<EventName> }
}

function isToolEvent(event: EventName): boolean {
  return eventDefinition(event).matches === 'toolName'
}

function readText(event: EventName, text: string): Record<string, unknown> | undefined {
  if (isToolEvent(event)) return { command: text }
  const { input, matches } = eventDefinition(event)
  const field = Object.hasOwn(input, 'userPrompt') ? 'userPrompt' : matches
  return field === null ? undefined : { [field]: text }
}

/** Input fields under the names of the code, whichever of the two spellings they were written in. */
export function camelFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [toCamelCase(name), value]))
}

const ownFields = new Set([
  'toolName',
  'toolInput',
  'toolUseId',
  'toolOutput',
  'error',
  'errorType',
  'isInterrupt',
  'isTimeout',
])

function readCall(hook: Hook, fields: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(fields)
  const own = Object.fromEntries(entries.filter(([name]) => ownFields.has(name)))
  const given = own['toolInput']
  const toolInput = isRecord(given)
    ? given
    : Object.fromEntries(entries.filter(([name]) => !ownFields.has(name)).map(toWire))
  const toolName = typeof own['toolName'] === 'string' ? nativeToolName(own['toolName']) : guessTool(hook, toolInput)
  return { toolUseId: 'sample', ...own, toolName, toolInput }
}

// The arguments of tools are spelt as on the wire.
function toWire([name, value]: [string, unknown]): [string, unknown] {
  const wire = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return [wire === 'path' ? 'file_path' : wire, value]
}

const fileTools = ['Write', 'Edit', 'Read', 'MultiEdit', 'NotebookEdit']

function guessTool(hook: Hook, toolInput: Record<string, unknown>): string {
  if (Object.hasOwn(toolInput, 'command')) return 'Bash'
  if (Object.hasOwn(toolInput, 'url')) return 'WebFetch'
  const isEdit = Object.hasOwn(toolInput, 'old_string')
  const likely = isEdit ? ['Edit', ...fileTools] : fileTools
  const takes = (tool: string): boolean =>
    hook.matcher.test({ value: hook.dialect.toolName(tool), toolInput: hook.dialect.toolInput(tool, toolInput) })
  return likely.find(takes) ?? likely[0]!
}
