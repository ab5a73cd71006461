import { HookError } from '../base/errors.ts'
import { nearestName } from '../base/names.ts'
import type { DialectName } from '../protocol/dialect.ts'
import type { ObjectMatcher } from '../protocol/native-config.ts'
import { compileObjectMatcher } from './compile-object-matcher.ts'
import { compilePattern, type Pattern } from './compile-pattern.ts'
import { listStrings } from './list-strings.ts'
import type { NamedMatcher } from './named-matcher.ts'

/** Kimi's own form: a whole tool name, and a pattern searched in the tool's input. */
export interface KimiMatcher {
  tool?: string
  pattern?: string
}

/** A matcher as written in a file. */
export type MatcherSpec = string | ObjectMatcher | KimiMatcher | null | undefined

/**
 * Compiles the `matcher` of a group by the rules of its dialect; omitted, `""` and `"*"` are all.
 *
 * blade (the native one): a regular expression over the whole value, or `{ tools, paths, commands }`. claude: an exact
 * list when made only of letters, digits, `_ - , |` and spaces, else a search. kimi: `{ tool, pattern }`, or as text a
 * search.
 * A blade or claude matcher whose field is absent from the event matches, a kimi one does not. Tests never throw.
 * Throws `CONFIG_INVALID_PATTERN`, `CONFIG_INVALID_VALUE` or `CONFIG_UNKNOWN_KEY`.
 */
export function compileMatcher(spec: MatcherSpec, dialect: DialectName): NamedMatcher {
  if (spec === undefined || spec === null || spec === '' || spec === '*') return matchAll
  if (typeof spec === 'string') return compileText(spec, dialect)
  if (typeof spec !== 'object' || Array.isArray(spec) || dialect === 'claude') {
    const expected = dialect === 'claude' ? 'text' : 'text or an object'
    throw new HookError(
      'CONFIG_INVALID_VALUE',
      `A matcher must be ${expected}, found ${Array.isArray(spec) ? 'a list' : typeof spec}.`,
    )
  }
  if (isKimi(dialect)) return compileKimi(spec as KimiMatcher)
  checkKeys(spec, ['tools', 'paths', 'commands'])
  return Object.keys(spec).length === 0 ? matchAll : compileObjectMatcher(spec as ObjectMatcher)
}

const matchAll: NamedMatcher = {
  test: () => true,
  describe: () => 'everything',
  plainNames: () => null,
  all: true,
  byValue: true,
}

function isKimi(dialect: DialectName): boolean {
  return dialect === 'kimi' || dialect === 'kimi-official'
}

function compileText(text: string, dialect: DialectName): NamedMatcher {
  if (dialect === 'blade') return matchValue(compilePattern(text, { reach: 'whole' }), 'absent matches')
  if (isKimi(dialect)) return matchValue(compilePattern(text, { reach: 'anywhere', foreign: true }), 'absent fails')
  if (!/^[\w\-, |]*$/.test(text))
    return matchValue(compilePattern(text, { reach: 'anywhere', foreign: true }), 'absent matches')
  const names = text.split(/[|,]/).map((name) => name.trim())
  return matchNames(names.filter((name) => name !== ''))
}

function matchValue(pattern: Pattern, absence: 'absent matches' | 'absent fails'): NamedMatcher {
  return {
    test: ({ value }) => (value === undefined ? absence === 'absent matches' : pattern.test(value)),
    describe: () => pattern.describe(),
    plainNames: () => pattern.names,
    all: false,
    byValue: true,
  }
}

// A list such as `|` names nothing; like an empty matcher it must not switch a guard off.
function matchNames(names: readonly string[]): NamedMatcher {
  if (names.length === 0) return matchAll
  const set = new Set(names)
  return {
    test: ({ value }) => value === undefined || set.has(value),
    describe: () => (names.length === 1 ? `exactly ${names[0]}` : `one of ${names.join(', ')}`),
    plainNames: () => names,
    all: false,
    byValue: true,
  }
}

function compileKimi(spec: KimiMatcher): NamedMatcher {
  checkKeys(spec, ['tool', 'pattern'])
  const tool = compileKimiField(spec, 'tool', 'whole')
  const pattern = compileKimiField(spec, 'pattern', 'anywhere')
  if (tool === undefined && pattern === undefined) return matchAll
  return {
    test: ({ value, toolInput }) =>
      (tool === undefined || (value !== undefined && tool.test(value))) &&
      (pattern === undefined || (toolInput !== undefined && holds(pattern, toolInput))),
    describe: () =>
      [tool && `tool ${tool.describe()}`, pattern && `input ${pattern.describe()}`].filter(Boolean).join(' and '),
    plainNames: () => (pattern === undefined ? (tool?.names ?? null) : null),
    all: false,
    byValue: pattern === undefined,
  }
}

function compileKimiField(
  spec: KimiMatcher,
  field: keyof KimiMatcher,
  reach: 'whole' | 'anywhere',
): Pattern | undefined {
  const source = spec[field]
  if (source === undefined || source === '') return undefined
  if (typeof source !== 'string')
    throw new HookError('CONFIG_INVALID_VALUE', `matcher.${field} must be text, found ${typeof source}.`)
  return compilePattern(source, { reach, foreign: true })
}

function holds(pattern: Pattern, toolInput: Readonly<Record<string, unknown>>): boolean {
  if (listStrings(toolInput).some((text) => pattern.test(text) || endsBeforeBreak(pattern, text))) return true
  try {
    return pattern.test(JSON.stringify(toolInput))
  } catch {
    // What cannot be written as JSON (a cycle, too deep) cannot be shown to be harmless either.
    return true
  }
}

// Where such patterns come from `$` stands before a last line break, too: no guard sleeps because a command ends in one.
function endsBeforeBreak(pattern: Pattern, text: string): boolean {
  return text.endsWith('\n') && pattern.test(text.slice(0, -1))
}

function checkKeys(spec: object, known: readonly string[]): void {
  for (const key of Object.keys(spec)) {
    if (known.includes(key)) continue
    const near = nearestName(key, known)
    throw new HookError(
      'CONFIG_UNKNOWN_KEY',
      `Unknown key ${JSON.stringify(key)} in a matcher; known are ${known.join(', ')}.`,
      {
        ...(near === undefined ? {} : { hint: `Did you mean ${JSON.stringify(near)}?` }),
      },
    )
  }
}
