import type { CommandFacts, ShellProblem, SimpleCommand } from './command-facts.ts'
import { createParseBudget } from './parse-text.ts'

/** Wrappers and substitutions inside each other, up to which a text counts as understood. */
export const DEPTH_LIMIT = 8
/** Past the depth limit the walk goes on this far for rules that deny, and no further. */
const DEPTH_STOP = 12
const COMMAND_LIMIT = 10_000
const PROBLEM_LIMIT = 100
/** Every nested script is read anew; the sum of their lengths is what keeps the whole linear. */
const NESTED_TEXT_LIMIT = 2 * 1024 * 1024
/** What entering a nested script costs besides its length. */
const NESTED_TEXT_COST = 40
const EXPANDED_WORD_LIMIT = 10_000

/** What an earlier pass over the same text found out and a repeated pass must know from its start. */
export interface Foreknowledge {
  /** Variables that a branch, loop, function or subshell may change: never resolved. */
  unstable: ReadonlySet<string>
  /** No variable at all is resolved. */
  resolveNothing: boolean
  /** A loop changes the directory, so its second round starts elsewhere. */
  loopsMove: boolean
}

/** Collects the facts of one pass and guards its budget. Holds no knowledge of shell grammar. */
export class Analysis {
  readonly before: Foreknowledge
  readonly commands: SimpleCommand[] = []
  readonly problems: ShellProblem[] = []
  readonly unstable = new Set<string>()
  readonly resolved = new Set<string>()
  readonly parseBudget = createParseBudget()
  loopMoved = false
  /** How often the directory may have changed so far; compared before and after a body to see whether it moves. */
  moves = 0
  #seen = new Set<string>()
  #nestedText = 0
  #expandedWords = 0

  constructor(before: Foreknowledge) {
    this.before = before
  }

  list(command: SimpleCommand): void {
    this.commands.push(command)
    if (this.commands.length === COMMAND_LIMIT + 1)
      this.report({ kind: 'budget', message: `more than ${COMMAND_LIMIT} commands` })
  }

  /** Adds a problem once per kind, message and place, up to a limit: one is enough to make the facts incomplete. */
  report(problem: ShellProblem): void {
    if (this.problems.length >= PROBLEM_LIMIT) return
    const key = `${problem.kind} ${problem.at ?? ''} ${problem.message}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.problems.push(problem)
  }

  /** Says whether a nested script of this length may still be read at this depth, and reports it when that is too much. */
  mayEnter(depth: number, length: number): boolean {
    if (depth > DEPTH_LIMIT)
      this.report({ kind: 'depth', message: `more than ${DEPTH_LIMIT} commands inside each other` })
    if (depth > DEPTH_STOP) return false
    this.#nestedText += length + NESTED_TEXT_COST
    if (this.#nestedText <= NESTED_TEXT_LIMIT) return true
    this.report({ kind: 'budget', message: 'too much text inside nested commands' })
    return false
  }

  /** Says how many more words braces may expand to. */
  takeExpandedWords(count: number): boolean {
    this.#expandedWords += count
    return this.#expandedWords <= EXPANDED_WORD_LIMIT
  }

  finish(): CommandFacts {
    return { complete: this.problems.length === 0, commands: this.commands, problems: this.problems }
  }
}
