import { nearestName } from '../../base/names.ts'
import { parseDuration } from './duration.ts'
import type { Field, Shape } from './field.ts'

export type Path = readonly (string | number)[]

/** What is wrong at one place: what was found, what was expected, and the nearest valid name where a name is wrong. */
export interface Issue {
  path: Path
  kind: 'unknownKey' | 'missing' | 'wrongType' | 'outOfRange'
  found: string
  expected: string
  nearest?: string
}

/** Checks a value against a shape; an empty list means it fits. Reads only own data properties and never throws. */
export function checkShape(shape: Shape, value: unknown, options: { path?: Path; open?: boolean } = {}): Issue[] {
  const issues: Issue[] = []
  checkObject(shape, value, options.path ?? [], issues, options.open ?? false)
  return issues
}

/**
 * Whether every field that is there is what the shape asks for; what is missing or further there does not matter. Says what
 * `checkShape` would say, without making anything in the common case.
 */
export function fitsShape(shape: Shape, value: Readonly<Record<string, unknown>>): boolean {
  for (const name in shape) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    if (given !== undefined && !fitsField(shape[name]!, given)) return false
  }
  return true
}

function fitsField(field: Field, value: unknown): boolean {
  switch (field.kind) {
    case 'anything':
      return true
    case 'text':
      return typeof value === 'string' && !(field.filled && value.trim() === '')
    case 'word':
      return typeof value === 'string'
    case 'flag':
      return typeof value === 'boolean'
    case 'anyObject':
      return isRecord(value)
    default:
      return checkField(field, value).length === 0
  }
}

/** Checks a value against one field. */
export function checkField(field: Field, value: unknown, path: Path = []): Issue[] {
  const issues: Issue[] = []
  checkValue(field, value, path, issues)
  return issues
}

function checkObject(shape: Shape, value: unknown, path: Path, issues: Issue[], open: boolean): void {
  if (!isRecord(value)) {
    issues.push(wrongType(path, value, 'an object'))
    return
  }
  const unknown = open ? [] : listUnknownKeys(shape, value, path)
  // First what was misspelt, since that is why the right name is missing.
  const isMisspelt = ({ nearest }: Issue): boolean =>
    nearest !== undefined && !Object.hasOwn(value, nearest) && !shape[nearest]?.optional
  issues.push(...unknown.filter(isMisspelt))
  for (const [name, field] of Object.entries(shape)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    if (given !== undefined) checkValue(field, given, [...path, name], issues)
    else if (!field.optional) {
      issues.push({ path: [...path, name], kind: 'missing', found: 'nothing', expected: expectation(field) })
    }
  }
  issues.push(...unknown.filter((issue) => !isMisspelt(issue)))
}

function listUnknownKeys(shape: Shape, value: Record<string, unknown>, path: Path): Issue[] {
  return Object.keys(value)
    .filter((name) => !Object.hasOwn(shape, name) && value[name] !== undefined)
    .map((name) => unknownKey([...path, name], name, Object.keys(shape)))
}

function checkValue(field: Field, value: unknown, path: Path, issues: Issue[]): void {
  const fail = (): void => {
    issues.push(wrongType(path, value, expectation(field)))
  }
  switch (field.kind) {
    case 'anything':
      return
    case 'text':
      if (typeof value !== 'string') fail()
      else if (field.filled && value.trim() === '') issues.push(outOfRange(path, value, expectation(field)))
      return
    case 'word':
      if (typeof value !== 'string') fail()
      return
    case 'error':
      if (typeof value !== 'string' && !(value instanceof Error)) fail()
      return
    case 'flag':
      if (typeof value !== 'boolean') fail()
      return
    case 'null':
      if (value !== null) fail()
      return
    case 'function':
      if (typeof value !== 'function') fail()
      return
    case 'anyObject':
      if (!isRecord(value)) fail()
      return
    case 'number':
      checkNumber(field, value, path, issues)
      return
    case 'duration':
      if (typeof value !== 'number' && typeof value !== 'string') fail()
      else if (parseDuration(value, 'seconds') === undefined) issues.push(outOfRange(path, value, expectation(field)))
      return
    case 'oneOf':
      checkOneOf(field.values, value, path, issues)
      return
    case 'list':
      if (!Array.isArray(value)) {
        fail()
        return
      }
      if (value.length < (field.atLeast ?? 0)) issues.push(outOfRange(path, value, `at least ${field.atLeast} entry`))
      value.forEach((item, index) => void checkValue(field.item, item, [...path, index], issues))
      return
    case 'record':
      if (!isRecord(value)) {
        fail()
        return
      }
      for (const [key, item] of Object.entries(value)) checkValue(field.item, item, [...path, key], issues)
      return
    case 'object':
      checkObject(field.fields, value, path, issues, false)
      return
    case 'either':
      checkEither(field, value, path, issues)
      return
    case 'variants':
      checkVariants(field, value, path, issues)
      return
  }
}

function checkNumber(field: Field & { kind: 'number' }, value: unknown, path: Path, issues: Issue[]): void {
  if (typeof value !== 'number') {
    issues.push(wrongType(path, value, expectation(field)))
    return
  }
  const fits =
    Number.isFinite(value) &&
    (!field.integer || Number.isSafeInteger(value)) &&
    value >= (field.min ?? Number.NEGATIVE_INFINITY) &&
    value <= (field.max ?? Number.POSITIVE_INFINITY)
  if (!fits) issues.push(outOfRange(path, value, expectation(field)))
}

function checkOneOf(values: readonly (string | number)[], value: unknown, path: Path, issues: Issue[]): void {
  if (values.includes(value as string)) return
  const words = values.filter((word) => typeof word === 'string')
  const nearest = typeof value === 'string' ? nearestName(value, words) : undefined
  issues.push({ ...wrongType(path, value, listWords(values, typeof value)), ...(nearest && { nearest }) })
}

// The option that got furthest tells the most useful story: fewest issues, deepest first issue.
function checkEither(field: Field & { kind: 'either' }, value: unknown, path: Path, issues: Issue[]): void {
  const tries = field.options.map((option) => checkField(option, value, path))
  if (tries.some((found) => found.length === 0)) return
  const inner = tries.filter((found) => found.every((issue) => issue.path.length > path.length))
  const best = inner.sort((a, b) => a.length - b.length)[0]
  if (best) issues.push(...best)
  else issues.push(wrongType(path, value, expectation(field)))
}

function checkVariants(field: Field & { kind: 'variants' }, value: unknown, path: Path, issues: Issue[]): void {
  if (!isRecord(value)) {
    issues.push(wrongType(path, value, expectation(field)))
    return
  }
  const tag = Object.hasOwn(value, field.tag) ? value[field.tag] : field.fallback
  const shape = typeof tag === 'string' && Object.hasOwn(field.variants, tag) ? field.variants[tag] : undefined
  if (shape) checkObject(shape, value, path, issues, false)
  else checkOneOf(Object.keys(field.variants), tag, [...path, field.tag], issues)
}

/** What a field expects, in words. */
export function expectation(field: Field): string {
  switch (field.kind) {
    case 'text':
      return field.filled ? 'text that is not blank' : 'text'
    case 'word':
    case 'error':
      return 'text'
    case 'flag':
      return 'true or false'
    case 'null':
      return 'null'
    case 'anything':
      return 'any value'
    case 'anyObject':
    case 'object':
    case 'variants':
      return 'an object'
    case 'function':
      return 'a function'
    case 'duration':
      return 'a duration above 0 and up to 24 hours: a number, or text such as "30s" or "500ms"'
    case 'number':
      return `${field.integer ? 'a whole number' : 'a number'}${range(field.min, field.max)}`
    case 'oneOf':
      return listWords(field.values)
    case 'list':
      return `a list of ${expectation(field.item).replace(/\ban? (object|function)\b/g, '$1s')}`
    case 'record':
      return `an object whose values are ${expectation(field.item)}`
    case 'either':
      return field.options.map(expectation).join(', or ')
  }
}

function range(min?: number, max?: number): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`
  if (min !== undefined) return ` of at least ${min}`
  return max === undefined ? '' : ` of at most ${max}`
}

// To somebody who wrote "1" a bare 1 would look like the same.
function listWords(values: readonly (string | number)[], found?: string): string {
  const number = found === 'string' ? 'the number ' : ''
  return values.map((value) => (typeof value === 'string' ? `"${value}"` : `${number}${value}`)).join(' or ')
}

function wrongType(path: Path, value: unknown, expected: string): Issue {
  return { path, kind: 'wrongType', found: describe(value), expected }
}

function outOfRange(path: Path, value: unknown, expected: string): Issue {
  return { path, kind: 'outOfRange', found: describe(value), expected }
}

function unknownKey(path: Path, name: string, valid: string[]): Issue {
  const nearest = nearestName(name, valid)
  return {
    path,
    kind: 'unknownKey',
    found: `"${name}"`,
    expected: `one of ${valid.join(', ')}`,
    ...(nearest && { nearest }),
  }
}

/** A short description of a value as it was found: long text is cut. */
export function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'string') return value.length > 60 ? `"${value.slice(0, 57)}…"` : `"${value}"`
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'function') return 'a function'
  return String(value)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
