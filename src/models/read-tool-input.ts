import { parseJson } from '../base/json.ts'

/** Arguments of a tool call. `problem` says why they could not be read; `input` is then empty and the call must not run. */
export interface ToolInput {
  input: Record<string, unknown>
  problem?: string
}

/**
 * Reads the arguments that a model wrote, strictly: one JSON object in which no key occurs twice. No arguments at all are an
 * empty object, because that is how models call tools that take none. Never throws.
 */
export function readToolInput(text: string | undefined): ToolInput {
  if (text === undefined || text.trim() === '') return { input: {} }
  try {
    const { value, duplicateKeys } = parseJson(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return refuse(`they are ${describeKind(value)}, not an object`)
    }
    // Guards and tools may disagree on which of two values counts, so neither does.
    if (duplicateKeys.length > 0) return refuse(`the key ${duplicateKeys[0]} occurs twice`)
    return { input: value as Record<string, unknown> }
  } catch (error) {
    return refuse((error as SyntaxError).message)
  }
}

function refuse(why: string): ToolInput {
  return { input: {}, problem: `The arguments are not a JSON object: ${why}.` }
}

function describeKind(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`
}
