import { toSnakeCase } from '../base/names.ts'
import type { FullInput } from '../protocol/full-input.ts'

/** The fields of an input under their wire names, without the event's name. Absent fields stay absent; errors become text. */
export function toWireFields(input: FullInput): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    if (name === 'event' || name === 'hookEventName' || value === undefined) continue
    fields[toSnakeCase(name)] = value instanceof Error ? value.message : value
  }
  return fields
}

/** A copy of an object without the fields that are undefined. */
export function dropAbsent(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
