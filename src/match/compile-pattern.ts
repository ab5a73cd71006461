import { HookError } from '../base/errors.ts'
import { compileLinear, type LinearProgram, LinearSyntaxError } from './linear-engine.ts'
import { runWithin } from './run-within.ts'
import { findBackwardConstruct, findUnbalanced, type PatternFlaw } from './scan-pattern.ts'

/** Where a pattern is looked for: it must cover the whole value, or it may stand anywhere in it. */
type PatternReach = 'whole' | 'anywhere'

export interface PatternOptions {
  reach: PatternReach
  /** The pattern stands in another product's file: what only a backtracking engine can run is run, under a cut-off. */
  foreign?: boolean
}

export interface Pattern {
  /** True when the value matches, and also when the answer took longer than the cut-off: a guard never lapses by being slow. */
  test(value: string): boolean
  /** What was compiled, for people: `one of Edit, Write` or `/^(?:mcp__.*)$/`. */
  describe(): string
  /** The names it matches, when it matches nothing but exact names. */
  readonly names: readonly string[] | null
}

const maxPatternLength = 4096
const maxProgramSize = 20_000
const foreignCutOffMs = 20
const linearCutOffMsPerMebibyte = 50
// Below this many steps an interrupt costs more than the search itself.
const stepsWithoutCutOff = 500_000
const memory = new Map<string, Pattern>()
const memorySize = 4096

/**
 * Compiles a user's regular expression so that no pattern and no value can stall the host.
 *
 * Plain names and alternations of plain names become a set and load no engine. Everything else runs on a linear-time
 * engine; look-around and back-references are refused, or in foreign files run under a cut-off of 20 ms.
 * Throws `CONFIG_INVALID_PATTERN` with the position of the fault. Results are shared: equal arguments give the same object.
 */
export function compilePattern(source: string, options: PatternOptions): Pattern {
  const key = `${options.reach}:${options.foreign === true}:${source}`
  const known = memory.get(key)
  if (known !== undefined) return known
  const pattern = compileAnew(source, options)
  if (memory.size >= memorySize) memory.clear()
  memory.set(key, pattern)
  return pattern
}

function compileAnew(source: string, options: PatternOptions): Pattern {
  if (source.length > maxPatternLength) {
    throw refusePattern(source, {
      message: `the pattern is longer than ${maxPatternLength} characters`,
      position: maxPatternLength,
    })
  }
  if (options.reach === 'whole' && /^[\w-]+(?:\|[\w-]+)*$/.test(source)) return matchNames(source.split('|'))
  if (options.reach === 'anywhere' && /^[\w /=:,@%"'<>~;&#-]+(?:\|[\w /=:,@%"'<>~;&#-]+)*$/.test(source))
    return findTexts(source.split('|'))
  const backward = findBackwardConstruct(source)
  if (backward !== undefined && options.foreign !== true) throw refusePattern(source, backward)
  try {
    if (backward === undefined) return runLinear(source, options.reach)
  } catch (error) {
    if (!(error instanceof LinearSyntaxError)) throw error
    if (options.foreign !== true) throw refusePattern(source, findUnbalanced(source) ?? error, error)
  }
  return runBacktracking(source, options.reach)
}

function matchNames(names: readonly string[]): Pattern {
  const set = new Set(names)
  return {
    test: (value) => set.has(value),
    describe: () => (names.length === 1 ? `exactly ${names[0]}` : `one of ${names.join(', ')}`),
    names,
  }
}

function findTexts(texts: readonly string[]): Pattern {
  return {
    test: (value) => texts.some((text) => value.includes(text)),
    describe: () => `contains ${texts.map((text) => JSON.stringify(text)).join(' or ')}`,
    names: null,
  }
}

function runLinear(source: string, reach: PatternReach): Pattern {
  let program = compileBounded(source, reach)
  return {
    test: (value) => {
      const search = () => (reach === 'whole' ? program.testWhole(value) : program.testAnywhere(value))
      if (program.size * value.length <= stepsWithoutCutOff) return search()
      const mebibytes = Math.ceil(value.length / 2 ** 20)
      const answer = runWithin(search, mebibytes * linearCutOffMsPerMebibyte)
      if (answer !== 'cut off') return answer
      // The interrupted engine may have been left between two states of its cache.
      program = compileBounded(source, reach)
      return true
    },
    describe: () => describeExpression(source, reach),
    names: null,
  }
}

// A name that has to be covered whole must not slip past `.*` by a line break in it.
function compileBounded(source: string, reach: PatternReach): LinearProgram {
  const program = compileLinear(source, { dotAll: reach === 'whole' })
  if (program.size <= maxProgramSize) return program
  throw refusePattern(source, {
    message: 'its repetitions make the pattern too large',
    position: Math.max(0, source.search(/\{\d/)),
  })
}

function runBacktracking(source: string, reach: PatternReach): Pattern {
  const expression = compileBacktracking(source, reach)
  return {
    test: (value) => {
      const answer = runWithin(() => expression.test(value), foreignCutOffMs)
      return answer === 'cut off' || answer
    },
    describe: () => `${describeExpression(source, reach)} (backtracking, cut off after ${foreignCutOffMs} ms)`,
    names: null,
  }
}

function compileBacktracking(source: string, reach: PatternReach): RegExp {
  const translated = source.replace(/\(\?P(?=<)/g, '(?').replace(/\(\?P=(\w+)\)/g, '\\k<$1>')
  try {
    return reach === 'whole' ? new RegExp(`^(?:${translated})$`, 's') : new RegExp(translated)
  } catch (error) {
    const reason = String((error as Error).message).replace(/^.*: /s, '')
    throw refusePattern(source, findUnbalanced(source) ?? { message: reason.toLowerCase(), position: 0 }, error)
  }
}

function describeExpression(source: string, reach: PatternReach): string {
  return reach === 'whole' ? `/^(?:${source})$/` : `/${source}/`
}

function refusePattern(source: string, flaw: PatternFlaw, cause?: unknown): HookError {
  const shown = source.length > 120 ? `${source.slice(0, 117)}...` : source
  return new HookError(
    'CONFIG_INVALID_PATTERN',
    `Invalid pattern ${JSON.stringify(shown)}: ${flaw.message} at position ${flaw.position}.`,
    {
      ...(flaw.hint === undefined ? {} : { hint: flaw.hint }),
      cause: cause ?? flaw,
    },
  )
}
