import { answerChecks } from './checks/answer-checks.ts'
import { fileChecks } from './checks/file-checks.ts'
import { gateChecks } from './checks/gate-checks.ts'
import { httpChecks } from './checks/http-checks.ts'
import { matcherChecks } from './checks/matcher-checks.ts'
import { modeChecks } from './checks/mode-checks.ts'
import { orderChecks } from './checks/order-checks.ts'
import { patternChecks } from './checks/pattern-checks.ts'
import { readingChecks } from './checks/reading-checks.ts'
import { ruleChecks } from './checks/rule-checks.ts'
import { scriptChecks } from './checks/script-checks.ts'
import { secretChecks } from './checks/secret-checks.ts'
import { shellChecks } from './checks/shell-checks.ts'
import { stdinChecks } from './checks/stdin-checks.ts'
import { timeoutChecks } from './checks/timeout-checks.ts'
import { variableChecks } from './checks/variable-checks.ts'
import type { LintCheck } from './lint-check.ts'

/** Everything that lint looks for. Codes are unique and stable. */
export const checkTable: readonly LintCheck[] = [
  ...gateChecks,
  ...matcherChecks,
  ...ruleChecks,
  ...timeoutChecks,
  ...scriptChecks,
  ...shellChecks,
  ...stdinChecks,
  ...variableChecks,
  ...answerChecks,
  ...orderChecks,
  ...patternChecks,
  ...secretChecks,
  ...modeChecks,
  ...httpChecks,
  ...fileChecks,
  // Last: what reading says belongs to the first check that claims it, and these claim anything.
  ...readingChecks,
]
