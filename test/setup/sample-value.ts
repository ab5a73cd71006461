import type { Field, Shape } from '../../src/protocol/schema/field.ts'

/** A value that fits a field of an event. Throws for kinds that no event has so far. */
export function sampleValue(field: Field): unknown {
  switch (field.kind) {
    case 'flag':
      return true
    case 'number':
      return field.min ?? 0
    case 'oneOf':
      return field.values[0]
    case 'word':
      return 'a_word_of_tomorrow'
    case 'record':
    case 'anyObject':
      return { a: 'b' }
    case 'anything':
      return [1, null]
    case 'text':
    case 'error':
      return 'text'
    default:
      throw new Error(`no sample for a field of kind ${field.kind}`)
  }
}

/** An object with a value for every field, under other names where asked. */
export function sampleObject(shape: Shape, rename = (name: string): string => name): Record<string, unknown> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [rename(name), sampleValue(field)]))
}
