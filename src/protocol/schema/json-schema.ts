import type { Field, Shape } from './field.ts'

export type JsonSchema = Record<string, unknown>

/** JSON Schema (2020-12) of an object with these fields; names may be rewritten, as for the wire. */
export function shapeToJsonSchema(
  shape: Shape,
  options: { rename?: (name: string) => string; open?: boolean } = {},
): JsonSchema {
  const rename = options.rename ?? ((name: string) => name)
  const fields = Object.entries(shape).filter(([, field]) => isWritable(field))
  const required = fields.filter(([, field]) => !field.optional).map(([name]) => rename(name))
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [rename(name), fieldToJsonSchema(field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: options.open ?? false,
  }
}

/** JSON Schema of one field. */
export function fieldToJsonSchema(field: Field): JsonSchema {
  return { ...bareSchema(field), description: field.about }
}

function bareSchema(field: Field): JsonSchema {
  switch (field.kind) {
    case 'text':
      return { type: 'string', ...(field.filled && { pattern: '\\S' }) }
    case 'error':
      return { type: 'string' }
    case 'word':
      return { type: 'string', examples: [...field.known] }
    case 'flag':
      return { type: 'boolean' }
    case 'null':
      return { type: 'null' }
    case 'anything':
    case 'function':
      return {}
    case 'anyObject':
      return { type: 'object' }
    case 'duration':
      return {
        anyOf: [
          { type: 'number', exclusiveMinimum: 0 },
          { type: 'string', pattern: '^\\s*\\d+(\\.\\d+)?\\s*(ms|s|m|h)\\s*$' },
        ],
      }
    case 'number':
      return {
        type: field.integer ? 'integer' : 'number',
        ...(field.min !== undefined && { minimum: field.min }),
        ...(field.max !== undefined && { maximum: field.max }),
      }
    case 'oneOf':
      return { enum: [...field.values] }
    case 'list':
      return { type: 'array', items: fieldToJsonSchema(field.item), ...(field.atLeast && { minItems: field.atLeast }) }
    case 'record':
      return { type: 'object', additionalProperties: fieldToJsonSchema(field.item) }
    case 'object':
      return shapeToJsonSchema(field.fields)
    case 'either':
      return { anyOf: field.options.filter(isWritable).map(fieldToJsonSchema) }
    case 'variants':
      return {
        anyOf: Object.values(field.variants)
          .filter(isFileShape)
          .map((shape) => shapeToJsonSchema(shape)),
      }
  }
}

function isFileShape(shape: Shape): boolean {
  return Object.values(shape).every((field) => field.optional || isWritable(field))
}

function isWritable(field: Field): boolean {
  return field.kind !== 'function'
}
