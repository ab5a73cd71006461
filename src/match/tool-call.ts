/** A tool call as rules see it. */
export interface ToolCall {
  toolName: string
  toolInput: Readonly<Record<string, unknown>>
  /** Directory against which relative paths and relative globs are read; the process's own when absent. */
  cwd?: string | undefined
}

/**
 * Three answers, because a shell can hide what it will do: `undecidable` counts as a match for whoever denies or asks,
 * and never as one for whoever allows.
 */
export type MatchResult = 'matched' | 'unmatched' | 'undecidable'

/** What a rule says about a call. */
export interface RuleMatch {
  result: MatchResult
  reason: string
  /** All was understood and every part of the call matched as written, so an allow or a rewrite may rely on it. */
  every: boolean
}
