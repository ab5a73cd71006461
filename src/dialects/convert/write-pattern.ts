import { compilePattern } from '../../match/index.ts'
import { kimiTools } from '../kimi/names.ts'
import { escapePattern } from './escape-pattern.ts'
import type { ValueTest } from './matcher-test.ts'

/** A value test as an expression over the whole value; undefined when everything matches. */
export function writeWhole(test: ValueTest): string | undefined {
  switch (test.kind) {
    case 'all':
    case 'never':
      return undefined
    case 'names':
      return test.names.map(escapePattern).join('|')
    case 'whole':
      return test.pattern
    case 'search':
      return widen(test.pattern)
  }
}

/** A value test as an expression that is searched. */
export function writeSearch(test: ValueTest): string | undefined {
  switch (test.kind) {
    case 'all':
    case 'never':
      return undefined
    case 'names':
      return anchor(test.names.map(escapePattern).join('|'))
    case 'whole':
      return anchor(test.pattern)
    case 'search':
      return test.pattern
  }
}

function anchor(pattern: string): string {
  return pattern.includes('|') ? `^(?:${pattern})$` : `^${pattern}$`
}

/** A value test in Claude's form: a list of names, or what cannot be taken for a list. */
export function writeClaudeMatcher(test: ValueTest): string | undefined {
  if (test.kind === 'names') return test.names.join('|')
  const pattern = writeSearch(test)
  return pattern !== undefined && /^[\w\-, |]*$/.test(pattern) ? `(?:${pattern})` : pattern
}

// A searched expression over the whole value: anything may stand around it, except where it is anchored.
function widen(pattern: string): string {
  if (pattern.includes('|')) return `.*(?:${pattern}).*`
  const start = pattern.startsWith('^')
  const end = /(?:^|[^\\])(?:\\\\)*\$$/.test(pattern)
  const body = pattern.slice(start ? 1 : 0, end ? -1 : undefined)
  return `${start ? '' : '.*'}${body}${end ? '' : '.*'}`
}

/** A value test over the whole name of a tool as Kimi calls it: what knows one of its tools only by our name gets its own. */
export function writeKimiTool(test: ValueTest): string | undefined {
  if (test.kind === 'names') return test.names.map((name) => escapePattern(kimiTools.get(name) ?? name)).join('|')
  const pattern = writeWhole(test)
  if (pattern === undefined) return undefined
  const matches = (name: string): boolean => matchesValue({ kind: 'whole', pattern }, name)
  const missing = [...kimiTools].filter(([native, own]) => matches(native) && !matches(own)).map(([, own]) => own)
  return [pattern, ...missing].join('|')
}

/** Whether a value passes a test. */
export function matchesValue(test: ValueTest, value: string): boolean {
  switch (test.kind) {
    case 'all':
      return true
    case 'never':
      return false
    case 'names':
      return test.names.includes(value)
    default:
      return compilePattern(test.pattern, { reach: test.kind === 'whole' ? 'whole' : 'anywhere', foreign: true }).test(
        value,
      )
  }
}
