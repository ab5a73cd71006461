import { compilePattern, type KimiMatcher, nativeToolName } from '../../match/index.ts'
import type { DialectName } from '../../protocol/dialect.ts'
import { type EventName, eventDefinition } from '../../protocol/event-types.ts'
import type { ObjectMatcher } from '../../protocol/native-config.ts'
import { kimiTools } from '../kimi/names.ts'

/** What a matcher asks, free of any dialect. */
export interface MatcherTest {
  value: ValueTest
  input?: InputTest
}

/** What it asks of the value an event matches on, under our own names of tools. */
export type ValueTest =
  | { kind: 'all' }
  | { kind: 'never' }
  | { kind: 'names'; names: readonly string[] }
  | { kind: 'whole'; pattern: string }
  | { kind: 'search'; pattern: string }

/** What it asks of a tool's input: that one of some permission rules matches, that a pattern is found, or too much. */
export type InputTest =
  | { kind: 'rules'; rules: readonly string[] }
  | { kind: 'search'; pattern: string }
  | { kind: 'tangled'; spec: ObjectMatcher }

/** Reads a matcher as its dialect means it. Matchers on events that have nothing to test are all, or never in Kimi's tables. */
export function readMatcherSpec(spec: unknown, from: { dialect: DialectName; event: EventName }): MatcherTest {
  const { matches } = eventDefinition(from.event)
  if (spec === undefined || spec === null || spec === '' || spec === '*') return all
  if (from.dialect === 'kimi') {
    const kimi = readKimi(spec as KimiMatcher)
    return matches === 'toolName' || kimi === all ? kimi : { value: { kind: 'never' } }
  }
  if (matches === null) return all
  if (typeof spec === 'string') {
    const value = readText(spec, from.dialect)
    return { value: from.dialect === 'kimi-official' && matches === 'toolName' ? useNativeNames(value) : value }
  }
  return readObject(spec as ObjectMatcher)
}

const all: MatcherTest = { value: { kind: 'all' } }

function readText(text: string, dialect: DialectName): ValueTest {
  if (dialect === 'blade') return readWhole(text)
  if (dialect === 'claude' && /^[\w\-, |]*$/.test(text)) {
    const names = text
      .split(/[|,]/)
      .map((name) => name.trim())
      .filter((name) => name !== '')
    return names.length === 0 ? { kind: 'all' } : { kind: 'names', names }
  }
  return readSearch(text)
}

const plainNames = /^[\w-]+(?:\|[\w-]+)*$/

/** An expression over the whole value; plain alternatives are names. */
export function readWhole(pattern: string): ValueTest {
  return plainNames.test(pattern) ? { kind: 'names', names: pattern.split('|') } : { kind: 'whole', pattern }
}

// What is anchored at both ends is an expression over the whole value.
function readSearch(pattern: string): ValueTest {
  const inner = /^\^\(\?:([\s\S]*)\)\$$/.exec(pattern)?.[1]
  if (inner !== undefined && isBalanced(inner)) return readWhole(inner)
  const bare = /^\^([\s\S]*[^\\])\$$/.exec(pattern)?.[1]
  return bare !== undefined && !bare.includes('|') ? readWhole(bare) : { kind: 'search', pattern }
}

function isBalanced(pattern: string): boolean {
  let depth = 0
  for (const token of pattern.match(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[()]/g) ?? []) {
    if (token === '(') depth++
    else if (token === ')' && --depth < 0) return false
  }
  return depth === 0
}

function readKimi({ tool, pattern }: KimiMatcher): MatcherTest {
  const hasTool = tool !== undefined && tool !== ''
  const hasPattern = pattern !== undefined && pattern !== ''
  if (!hasTool && !hasPattern) return all
  return {
    value: hasTool ? useNativeNames(readWhole(tool)) : { kind: 'all' },
    ...(hasPattern && { input: { kind: 'search', pattern } }),
  }
}

// Kimi's files may name its tools; an expression that knows one only by that name gets ours added.
function useNativeNames(test: ValueTest): ValueTest {
  if (test.kind === 'names') return { ...test, names: test.names.map(nativeToolName) }
  if (test.kind !== 'whole' && test.kind !== 'search') return test
  const isWhole = test.kind === 'whole'
  const { test: matches } = compilePattern(test.pattern, { reach: isWhole ? 'whole' : 'anywhere', foreign: true })
  const missing = [...kimiTools].filter(([native, own]) => matches(own) && !matches(native)).map(([native]) => native)
  return { ...test, pattern: [test.pattern, ...missing.map((name) => (isWhole ? name : `^${name}$`))].join('|') }
}

function readObject(spec: ObjectMatcher): MatcherTest {
  const tools = listTexts(spec.tools)
  const paths = listTexts(spec.paths)
  const commands = listTexts(spec.commands)
  if (!paths && !commands) {
    if (!tools || tools.some((tool) => tool === '' || tool === '*')) return all
    if (!tools.some((tool) => tool.includes('('))) return { value: readWhole(tools.join('|')) }
    return { value: { kind: 'all' }, input: { kind: 'rules', rules: tools } }
  }
  const named = tools?.flatMap((tool) => tool.split('|'))
  const isPlain = named === undefined || named.every((tool) => plainNames.test(tool))
  if (isPlain && commands && !paths && (named === undefined || named.join() === 'Bash')) {
    return {
      value: { kind: 'names', names: ['Bash'] },
      input: { kind: 'rules', rules: commands.map((glob) => `Bash(${glob})`) },
    }
  }
  if (isPlain && paths && !commands && named !== undefined) {
    const rules = named.flatMap((tool) => paths.map((glob) => `${tool}(${glob})`))
    return { value: { kind: 'names', names: named }, input: { kind: 'rules', rules } }
  }
  return { value: { kind: 'all' }, input: { kind: 'tangled', spec } }
}

function listTexts(value: string | string[] | undefined): string[] | undefined {
  if (value === undefined) return undefined
  return Array.isArray(value) ? value : [value]
}
