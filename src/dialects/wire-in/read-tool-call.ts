import { isDeepStrictEqual } from 'node:util'
import { parseJson } from '../../base/json.ts'
import { nativeToolName } from '../../match/index.ts'
import { isRecord } from '../../protocol/schema/check.ts'
import { geminiTools } from '../gemini/names.ts'
import type { WireReading } from './wire-reading.ts'

type ToolKeys = Record<string, readonly string[]>

/**
 * Puts a tool call under our names: the tool's, and where a file tool calls its path otherwise, `file_path`. Gives the
 * keys that the sender spells otherwise. What a native sender says is left as it is.
 */
export function readToolCall(input: Record<string, unknown>, { sender, warnings }: WireReading): ToolKeys {
  readInputText(input, warnings)
  const { toolName, toolInput } = input
  if (sender === 'blade' || typeof toolName !== 'string') return {}
  const name = geminiTools.get(toolName) ?? nativeToolName(toolName)
  input['toolName'] = name
  if (!isRecord(toolInput)) return {}
  const { call, keys } = renamePath(name, toolInput)
  input['toolInput'] = call
  return keys
}

// Some clients send the arguments as JSON text.
function readInputText(input: Record<string, unknown>, warnings: string[]): void {
  const text = input['toolInput']
  if (typeof text !== 'string') return
  const parsed = parseInput(text)
  if (!isRecord(parsed)) return
  input['toolInput'] = parsed
  warnings.push('tool_input came as text and was read as JSON')
}

function parseInput(text: string): unknown {
  try {
    return parseJson(text).value
  } catch {
    return undefined
  }
}

const fileTools: ReadonlySet<string> = new Set(['Read', 'Write', 'Edit', 'MultiEdit'])
const pathKeys = ['file_path', 'path', 'absolute_path'] as const

function renamePath(
  toolName: string,
  input: Record<string, unknown>,
): { call: Record<string, unknown>; keys: ToolKeys } {
  const given = pathKeys.filter((key) => Object.hasOwn(input, key))
  const [first, ...others] = Object.keys(input).filter((key) => (given as string[]).includes(key))
  if (first === undefined || others.some((key) => !isDeepStrictEqual(input[key], input[first]))) {
    return { call: input, keys: {} }
  }
  const own = fileTools.has(toolName) ? 'file_path' : first
  if (own === first && others.length === 0) return { call: input, keys: {} }
  const call = Object.entries(input)
    .filter(([key]) => !others.includes(key))
    .map(([key, value]) => [key === first ? own : key, value] as const)
  return { call: Object.fromEntries(call), keys: { [own]: [first, ...others] } }
}
