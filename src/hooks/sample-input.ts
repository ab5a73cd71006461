import { toCamelCase } from '../base/names.ts'
import { nativeToolName } from '../match/index.ts'
import { type EventInput, type EventName, eventDefinition } from '../protocol/event-types.ts'
import type { Sample } from '../protocol/hook.ts'
import { isRecord } from '../protocol/schema/check.ts'

/** The input that a sample stands for, or why it stands for none. */
export type SampleInput = { input: EventInput<EventName> } | { problem: string }

/** Whether a tool with this input is one that the sample may be meant for. */
export type TakesTool = (toolName: string, toolInput: Readonly<Record<string, unknown>>) => boolean

/**
 * Turns a sample into the input of an event. A text is a command line on events of tools, else the prompt, else the value
 * that matchers test. An object is a tool call, the input of one (`{file_path}` is a Write, or the first of Write,
 * Edit and Read that `takes` does), or the fields of another event. Fields may be camelCase or snake_case.
 */
export function readSample(event: EventName, sample: Sample, takes: TakesTool = () => true): SampleInput {
  const fields = typeof sample === 'string' ? readText(event, sample) : camelFields(sample)
  if (fields === undefined) return { problem: `a text says nothing on ${event}; write its input fields instead` }
  const input = isToolEvent(event) ? readCall(fields, takes) : fields
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

// Either spelling is understood.
function camelFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
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

function readCall(fields: Record<string, unknown>, takes: TakesTool): Record<string, unknown> {
  const entries = Object.entries(fields)
  const own = Object.fromEntries(entries.filter(([name]) => ownFields.has(name)))
  const given = own['toolInput']
  const toolInput = isRecord(given)
    ? given
    : Object.fromEntries(entries.filter(([name]) => !ownFields.has(name)).map(toWire))
  const toolName = typeof own['toolName'] === 'string' ? nativeToolName(own['toolName']) : guessTool(toolInput, takes)
  return { toolUseId: 'sample', ...own, toolName, toolInput }
}

// The arguments of tools are spelt as on the wire.
function toWire([name, value]: [string, unknown]): [string, unknown] {
  const wire = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return [wire === 'path' ? 'file_path' : wire, value]
}

const fileTools = ['Write', 'Edit', 'Read', 'MultiEdit', 'NotebookEdit']

function guessTool(toolInput: Record<string, unknown>, takes: TakesTool): string {
  if (Object.hasOwn(toolInput, 'command')) return 'Bash'
  if (Object.hasOwn(toolInput, 'url')) return 'WebFetch'
  const isEdit = Object.hasOwn(toolInput, 'old_string')
  const likely = isEdit ? ['Edit', ...fileTools] : fileTools
  return likely.find((tool) => takes(tool, toolInput)) ?? likely[0]!
}
