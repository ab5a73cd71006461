import { describeThrown } from '../../../base/describe-thrown.ts'
import { formatPath } from '../../../base/json/format-path.ts'
import { isRecord } from '../../../protocol/schema/check.ts'
import { checkJsonSchema } from './check-json-schema.ts'
import { isStandardSchema, type StandardIssue, type StandardResult, type StandardSchema } from './standard-schema.ts'

/** How a user's tool reads its input. */
export interface InputReader {
  /** For the model. */
  readonly jsonSchema: Record<string, unknown>
  /** Why an input does not fit, or undefined. A schema that can only answer later says nothing yet. */
  check(input: Record<string, unknown>): string | undefined
  /** The input as the schema reads it. Throws when it does not fit. */
  read(input: Record<string, unknown>): Promise<unknown>
}

/** A reader for a schema of either kind. Keys that the schema does not name are refused, unless it says otherwise. */
export function createInputReader(
  schema: StandardSchema | Readonly<Record<string, unknown>>,
  written?: Readonly<Record<string, unknown>>,
): InputReader {
  return isStandardSchema(schema) ? readByStandard(schema, written) : readByJson(schema)
}

function readByJson(schema: Readonly<Record<string, unknown>>): InputReader {
  const jsonSchema = closeTop(schema)
  const check = (input: Record<string, unknown>) => join(checkJsonSchema(jsonSchema, input))
  return {
    jsonSchema,
    check,
    async read(input) {
      const problem = check(input)
      if (problem !== undefined) throw new TypeError(problem)
      return input
    },
  }
}

function readByStandard(schema: StandardSchema, written?: Readonly<Record<string, unknown>>): InputReader {
  const jsonSchema = closeTop(written ?? writeSchema(schema))
  const validate = schema['~standard'].validate
  return {
    jsonSchema,
    check(input) {
      const unknown = listUnknown(input, jsonSchema)
      if (unknown !== undefined) return unknown
      try {
        const result = validate(input)
        if (result instanceof Promise) {
          // It is read again, and waited for, before the tool runs.
          result.catch(() => undefined)
          return undefined
        }
        return describeResult(result)
      } catch (error) {
        return `it cannot be checked: ${describeThrown(error)}`
      }
    },
    async read(input) {
      const result = await validate(input)
      const problem = listUnknown(input, jsonSchema) ?? describeResult(result)
      if (problem !== undefined || result.issues) throw new TypeError(problem ?? 'the input does not fit')
      return result.value
    },
  }
}

function writeSchema(schema: StandardSchema): Record<string, unknown> {
  try {
    return schema['~standard'].jsonSchema?.input({ target: 'draft-2020-12' }) ?? { type: 'object' }
  } catch {
    // Some schemas cannot be written down; the model then sees only the description.
    return { type: 'object' }
  }
}

const combining = [
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'allOf',
  'anyOf',
  'oneOf',
  '$ref',
]

// A key that a tool ignores may be what an approver went by.
function closeTop(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isOpen = !isRecord(schema['properties']) || combining.some((keyword) => Object.hasOwn(schema, keyword))
  return isOpen ? { ...schema } : { ...schema, additionalProperties: false }
}

function listUnknown(input: Record<string, unknown>, { properties, additionalProperties }: Record<string, unknown>) {
  if (additionalProperties !== false) return undefined
  return join(checkJsonSchema({ properties: allowAll(properties), additionalProperties }, input))
}

function allowAll(properties: unknown): Record<string, true> {
  return isRecord(properties) ? Object.fromEntries(Object.keys(properties).map((name) => [name, true])) : {}
}

function describeResult(result: StandardResult<unknown>): string | undefined {
  return result.issues ? (join(result.issues.map(describeIssue)) ?? 'the input does not fit') : undefined
}

function describeIssue({ message, path = [] }: StandardIssue): string {
  const steps = path.map((step) => (typeof step === 'object' ? step.key : step))
  const place = formatPath(steps.map((step) => (typeof step === 'number' ? step : String(step))))
  return place === '' ? message : `${place}: ${message}`
}

function join(problems: readonly string[]): string | undefined {
  return problems.length === 0 ? undefined : problems.join('; ')
}
