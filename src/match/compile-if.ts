import { matchRule } from './match-rule.ts'
import { parseRule } from './parse-rule.ts'
import type { ToolCall } from './tool-call.ts'

/** What a hook's `if` says about one call. */
export interface IfResult {
  runs: boolean
  /** The hook's allow or rewrite may count: all was parsed and every part of the call matched. Its deny always counts. */
  complete: boolean
  reason: string
}

export interface IfCondition {
  readonly text: string
  /** Undefined stands for an event without a tool call: the hook runs, since what is unknown never disarms a guard. */
  test(call: ToolCall | undefined): IfResult
}

/**
 * Compiles the `if` of a hook, one permission rule. Any matching simple command runs the hook, and so does what cannot be
 * parsed. Blank text is no condition. Throws `CONFIG_INVALID_PATTERN`.
 */
export function compileIf(text: string): IfCondition {
  if (text.trim() === '') return { text, test: () => ({ runs: true, complete: true, reason: 'no condition' }) }
  const rule = parseRule(text)
  return {
    text,
    test(call) {
      if (call === undefined) return { runs: true, complete: false, reason: 'the event has no tool call to test' }
      const { result, reason, every } = matchRule(rule, call)
      return { runs: result !== 'unmatched', complete: every, reason }
    },
  }
}
