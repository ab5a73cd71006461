import type { Condition } from '../protocol/matcher.ts'
import { matchRule } from './match-rule.ts'
import { parseRule } from './parse-rule.ts'

/**
 * Compiles the `if` of a hook, one permission rule. Any matching simple command runs the hook, and so does what cannot be
 * parsed; `complete` says that all was parsed and every part matched, so that an allow or a rewrite may count.
 *
 * Blank text is no condition. On an event without a tool call the hook runs: what is unknown never disarms a guard.
 * Throws `CONFIG_INVALID_PATTERN`; tests never throw.
 */
export function compileIf(text: string): Condition {
  if (text.trim() === '') {
    return { test: () => ({ runs: true, complete: true, reason: 'no condition' }), describe: () => 'always' }
  }
  const rule = parseRule(text)
  return {
    test({ value, toolInput, cwd }) {
      if (value === undefined || toolInput === undefined) {
        return { runs: true, complete: false, reason: 'the event has no tool call to test' }
      }
      const { result, reason, every } = matchRule(rule, { toolName: value, toolInput, cwd })
      return { runs: result !== 'unmatched', complete: every, reason }
    },
    describe: () => rule.text,
  }
}
