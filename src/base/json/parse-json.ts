import { findDuplicateKeys } from './duplicate-keys.ts'
import { formatPath } from './format-path.ts'
import { maxJsonDepth, type ScannedValue, scanJson } from './scan-json.ts'
import { byteOrderMark, describeFound, positionAt } from './text-position.ts'

/** A JSON object as it was read: its values are unknown until someone has looked at them. */
export type JsonObject = { [key: string]: unknown }

/**
 * Parses strict JSON and reports every key that occurs twice, as a dotted path (of repeated keys the last value stands).
 * A byte order mark is skipped; a key `__proto__` becomes an ordinary property. Linear in the length of the text.
 * Throws a SyntaxError that names line and column, also for a text nested deeper than `maxDepth` levels, {@link maxJsonDepth}
 * unless given, or with more than {@link maxJsonKeys} keys.
 */
export function parseJson(
  text: string,
  { maxDepth = maxJsonDepth }: { maxDepth?: number } = {},
): { value: unknown; duplicateKeys: string[] } {
  const from = text.charCodeAt(0) === byteOrderMark ? 1 : 0
  const scan = scanJson(text, from)
  if (!scan.ok) throw new SyntaxError(withPlace(text, scan.at, scan.message))
  const rest = skipJsonBlanks(text, scan.end)
  if (rest < text.length) {
    throw new SyntaxError(withPlace(text, rest, `expected the end of the text but found ${describeFound(text, rest)}`))
  }
  if (scan.depth > maxDepth)
    throw new SyntaxError(withPlace(text, scan.tooDeepAt ?? from, `nested deeper than ${maxDepth} levels`))
  return parseScanned(text, from, scan)
}

export const tooDeepMessage = `nested deeper than ${maxJsonDepth} levels`

/** Parses the part of a text that {@link scanJson} accepted and that is not too deep. */
export function parseScanned(
  text: string,
  from: number,
  scan: ScannedValue,
): { value: unknown; duplicateKeys: string[] } {
  const value: unknown = JSON.parse(from === 0 && scan.end === text.length ? text : text.slice(from, scan.end))
  // Every repeated key leaves the value with fewer keys than the text: only then is it worth looking for names.
  if (countKeys(value) === scan.keys) return { value, duplicateKeys: [] }
  return { value, duplicateKeys: findDuplicateKeys(text, from).map(({ path }) => formatPath(path)) }
}

export function withPlace(text: string, offset: number, message: string): string {
  const { line, column } = positionAt(text, offset)
  return `${message} at line ${line}, column ${column}`
}

function skipJsonBlanks(text: string, from: number): number {
  let at = from
  for (let code = text.charCodeAt(at); code === 32 || code === 10 || code === 13 || code === 9; )
    code = text.charCodeAt(++at)
  return at
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += countKeys(item)
    return count
  }
  for (const key in value) {
    // An enumerable property on Object.prototype, put there by someone else, must not hide a repeated key.
    if (!Object.hasOwn(value, key)) continue
    count++
    const member = (value as JsonObject)[key]
    if (typeof member === 'object') count += countKeys(member)
  }
  return count
}
