import { createRequire } from 'node:module'
import type * as Re2 from 're2js'
import type { PatternFlaw } from './scan-pattern.ts'

/** A compiled pattern whose search takes time proportional to the value. */
export interface LinearProgram {
  testWhole(value: string): boolean
  testAnywhere(value: string): boolean
  /** Instructions; the worst search takes about `size` times the length of the value. */
  readonly size: number
}

/** The pattern cannot be compiled; carries what and where. */
export class LinearSyntaxError extends Error implements PatternFlaw {
  override readonly name = 'LinearSyntaxError'
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

/**
 * Compiles for the linear-time engine, which is loaded at the first call; with `dotAll` a dot stands for line breaks as well.
 * Throws `LinearSyntaxError`.
 */
export function compileLinear(source: string, { dotAll = false }: { dotAll?: boolean } = {}): LinearProgram {
  const { RE2JS, RE2JSException } = loadEngine()
  try {
    const compiled = RE2JS.compile(translate(source), dotAll ? RE2JS.DOTALL : 0)
    return {
      testWhole: (value) => compiled.testExact(value),
      testAnywhere: (value) => compiled.test(value),
      size: compiled.programSize(),
    }
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const { error: message = error.message, input = null } = error as Partial<Re2.RE2JSSyntaxException>
    throw new LinearSyntaxError(message, findFragment(source, input))
  }
}

let engine: typeof Re2 | undefined

// Loading takes about 7 ms, which a config of plain names never pays; `require` because callers are synchronous.
function loadEngine(): typeof Re2 {
  engine ??= createRequire(import.meta.url)('re2js') as typeof Re2
  return engine
}

// `\Z` is how Python writes the end of the text; the engine's own translation would read it as the letter.
function translate(source: string): string {
  const { RE2JS } = loadEngine()
  return RE2JS.translateRegExp(source.replace(/\\[\s\S]/g, (pair) => (pair === '\\Z' ? '\\z' : pair)))
}

function findFragment(source: string, fragment: string | null): number {
  if (fragment === null) return Math.max(0, source.length - 1)
  if (source.endsWith(fragment)) return source.length - fragment.length
  return Math.max(0, source.indexOf(fragment))
}
