import { describeThrown } from '../../../base/describe-thrown.ts'
import { stableJson } from '../../../base/json.ts'
import { compilePattern } from '../../../match/index.ts'
import { describe, isRecord } from '../../../protocol/schema/check.ts'
import { namePlace } from '../name-place.ts'

export type Schema = boolean | Readonly<Record<string, unknown>>

/** A value at its place, the part of the schema it is held against, and the whole schema for references. */
interface Spot {
  schema: Readonly<Record<string, unknown>>
  value: unknown
  path: readonly (string | number)[]
  root: Schema
  depth: number
  /** How many more parts may be checked: a schema that refers to itself twice would never be done. */
  budget: { left: number }
}

type Check = (rule: never, spot: Spot) => string[]

const deepest = 200
const mostParts = 100_000

/**
 * What is wrong with a value under a JSON Schema, in words; an empty list means it fits. Knows the keywords that say
 * something about values, of drafts 7 to 2020-12, except `unevaluated…`, `$dynamicRef` and `format`, which say nothing
 * here. A reference to another document, or one that leads in a circle, fits nothing. Never throws.
 */
export function checkJsonSchema(schema: Schema, value: unknown): string[] {
  try {
    return checkPart(schema, { value, path: [], root: schema, depth: 0, budget: { left: mostParts } })
  } catch (error) {
    return [`the input cannot be checked: the schema is broken (${describeThrown(error)})`]
  }
}

function checkPart(schema: unknown, at: Omit<Spot, 'schema'>): string[] {
  if (schema === true) return []
  if (!isRecord(schema)) return [`${namePlace(at.path)} is not allowed`]
  if (at.depth > deepest || at.budget.left-- <= 0)
    return [`${namePlace(at.path)} cannot be checked: its schema has no end`]
  const spot = { ...at, schema, depth: at.depth + 1 }
  return Object.entries(schema).flatMap(([keyword, rule]) =>
    Object.hasOwn(checks, keyword) ? checks[keyword]!(rule as never, spot) : [],
  )
}

const checks: Readonly<Record<string, Check>> = {
  $ref: (rule: string, spot) => checkReference(rule, spot),
  type: (rule: string | string[], spot) => {
    const types = [rule].flat()
    return types.some((type) => hasType(spot.value, type)) ? [] : must(spot, `be ${types.map(wordFor).join(' or ')}`)
  },
  enum: (rule: unknown[], spot) =>
    rule.some((item) => isSame(item, spot.value)) ? [] : must(spot, `be one of ${rule.map(describe).join(', ')}`),
  const: (rule: unknown, spot) => (isSame(rule, spot.value) ? [] : must(spot, `be ${describe(rule)}`)),

  minimum: (rule: number, spot) => limit(spot, 'number', (value) => value >= rule, `be at least ${rule}`),
  maximum: (rule: number, spot) => limit(spot, 'number', (value) => value <= rule, `be at most ${rule}`),
  exclusiveMinimum: (rule: number, spot) => limit(spot, 'number', (value) => value > rule, `be above ${rule}`),
  exclusiveMaximum: (rule: number, spot) => limit(spot, 'number', (value) => value < rule, `be below ${rule}`),
  multipleOf: (rule: number, spot) =>
    limit(spot, 'number', (value) => Number.isInteger(value / rule), `be a multiple of ${rule}`),

  minLength: (rule: number, spot) =>
    limit(spot, 'string', (value) => [...value].length >= rule, `have at least ${rule} characters`),
  maxLength: (rule: number, spot) =>
    limit(spot, 'string', (value) => [...value].length <= rule, `have at most ${rule} characters`),
  pattern: (rule: string, spot) => (typeof spot.value === 'string' ? checkPattern(rule, spot.value, spot) : []),

  properties: (rule: Record<string, Schema>, spot) =>
    members(spot).flatMap(([name, value]) => (Object.hasOwn(rule, name) ? into(spot, rule[name], name, value) : [])),
  patternProperties: (rule: Record<string, Schema>, spot) =>
    Object.entries(rule).flatMap(([pattern, schema]) =>
      members(spot).flatMap(([name, value]) => (matches(pattern, name) ? into(spot, schema, name, value) : [])),
    ),
  additionalProperties: (rule: Schema, spot) =>
    members(spot)
      .filter(([name]) => !isNamed(name, spot.schema))
      .flatMap(([name, value]) =>
        rule === false ? [`there is no parameter ${namePlace([...spot.path, name])}`] : into(spot, rule, name, value),
      ),
  propertyNames: (rule: Schema, spot) => members(spot).flatMap(([name]) => into(spot, rule, name, name)),
  required: (rule: string[], spot) => (isRecord(spot.value) ? listMissing(rule, spot.value, spot) : []),
  dependentRequired: (rule: Record<string, string[]>, spot) =>
    members(spot).flatMap(([name]) =>
      Object.hasOwn(rule, name) ? listMissing(rule[name]!, spot.value as Record<string, unknown>, spot) : [],
    ),
  dependentSchemas: (rule: Record<string, Schema>, spot) =>
    members(spot).flatMap(([name]) => (Object.hasOwn(rule, name) ? checkPart(rule[name], spot) : [])),
  minProperties: (rule: number, spot) =>
    isRecord(spot.value) && members(spot).length < rule ? must(spot, `have at least ${rule} members`) : [],
  maxProperties: (rule: number, spot) =>
    isRecord(spot.value) && members(spot).length > rule ? must(spot, `have at most ${rule} members`) : [],

  items: (rule: Schema | Schema[], spot) => {
    if (Array.isArray(rule)) return rule.flatMap((schema, index) => intoItem(spot, schema, index))
    const first = Array.isArray(spot.schema['prefixItems']) ? spot.schema['prefixItems'].length : 0
    return entries(spot).flatMap((_, index) => (index < first ? [] : intoItem(spot, rule, index)))
  },
  prefixItems: (rule: Schema[], spot) => rule.flatMap((schema, index) => intoItem(spot, schema, index)),
  contains: (rule: Schema, spot) => {
    if (!Array.isArray(spot.value)) return []
    const fitting = spot.value.filter((value) => checkPart(rule, { ...spot, value }).length === 0).length
    const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = spot.schema as Record<string, number>
    return fitting >= minContains && fitting <= maxContains
      ? []
      : must(spot, 'hold the right number of certain entries')
  },
  minItems: (rule: number, spot) =>
    Array.isArray(spot.value) && spot.value.length < rule ? must(spot, `have at least ${rule} entries`) : [],
  maxItems: (rule: number, spot) =>
    Array.isArray(spot.value) && spot.value.length > rule ? must(spot, `have at most ${rule} entries`) : [],
  uniqueItems: (rule: boolean, spot) =>
    rule && new Set(entries(spot).map(writeDown)).size < entries(spot).length ? must(spot, 'hold no entry twice') : [],

  allOf: (rule: Schema[], spot) => rule.flatMap((schema) => checkPart(schema, spot)),
  anyOf: (rule: Schema[], spot) => {
    const tries = rule.map((schema) => checkPart(schema, spot))
    return tries.some((found) => found.length === 0) ? [] : [tries.map((found) => found.join(' and ')).join(', or ')]
  },
  oneOf: (rule: Schema[], spot) => {
    const tries = rule.map((schema) => checkPart(schema, spot))
    const fitting = tries.filter((found) => found.length === 0).length
    if (fitting === 1) return []
    return fitting > 1
      ? must(spot, 'fit only one of several forms')
      : [tries.map((found) => found.join(' and ')).join(', or ')]
  },
  not: (rule: Schema, spot) => (checkPart(rule, spot).length > 0 ? [] : must(spot, 'have another form')),
  if: (rule: Schema, spot) => {
    const branch = checkPart(rule, spot).length === 0 ? spot.schema['then'] : spot.schema['else']
    return branch === undefined ? [] : checkPart(branch, spot)
  },
}

function checkReference(reference: string, spot: Spot): string[] {
  const target = findTarget(spot.root, String(reference))
  return target === undefined
    ? [`${namePlace(spot.path)} cannot be checked: its schema refers to ${reference}`]
    : checkPart(target, spot)
}

function findTarget(root: Schema, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  const steps = reference.slice(1).split('/').slice(1).map(unescapeStep)
  return steps.reduce<unknown>(
    (part, step) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, step) ? (part as never)[step] : undefined,
    root,
  )
}

function unescapeStep(step: string): string {
  const plain = /%[0-9a-f]{2}/i.test(step) ? decodeSafely(step) : step
  return plain.replaceAll('~1', '/').replaceAll('~0', '~')
}

function decodeSafely(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

function checkPattern(pattern: string, value: string, spot: Spot): string[] {
  try {
    return compilePattern(pattern, { reach: 'anywhere', foreign: true }).test(value)
      ? []
      : must(spot, `match ${pattern}`)
  } catch {
    return [`${namePlace(spot.path)} cannot be checked: its schema has the invalid pattern ${pattern}`]
  }
}

function matches(pattern: string, name: string): boolean {
  try {
    return compilePattern(pattern, { reach: 'anywhere', foreign: true }).test(name)
  } catch {
    return false
  }
}

function isNamed(name: string, schema: Spot['schema']): boolean {
  const { properties, patternProperties } = schema
  if (isRecord(properties) && Object.hasOwn(properties, name)) return true
  return isRecord(patternProperties) && Object.keys(patternProperties).some((pattern) => matches(pattern, name))
}

function members({ value }: Spot): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : []
}

function entries({ value }: Spot): unknown[] {
  return Array.isArray(value) ? value : []
}

function into(spot: Spot, schema: unknown, step: string | number, value: unknown): string[] {
  return checkPart(schema, { ...spot, value, path: [...spot.path, step] })
}

function intoItem(spot: Spot, schema: Schema, index: number): string[] {
  return index < entries(spot).length ? into(spot, schema, index, entries(spot)[index]) : []
}

function listMissing(names: readonly string[], value: Record<string, unknown>, { path }: Spot): string[] {
  return names
    .filter((name) => !Object.hasOwn(value, name) || value[name] === undefined)
    .map((name) => `${namePlace([...path, name])} is missing`)
}

function limit<K extends 'number' | 'string'>(
  spot: Spot,
  kind: K,
  fits: (value: K extends 'number' ? number : string) => boolean,
  words: string,
): string[] {
  return typeof spot.value !== kind || fits(spot.value as never) ? [] : must(spot, words)
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    default:
      return typeof value === type
  }
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

function wordFor(type: string): string {
  return words[type] ?? type
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && typeof other === 'object' && writeDown(one) === writeDown(other))
}

function writeDown(value: unknown): string {
  return stableJson(value)
}

function must(spot: Spot, what: string): string[] {
  return [`${namePlace(spot.path)} must ${what}, not ${describe(spot.value)}`]
}
