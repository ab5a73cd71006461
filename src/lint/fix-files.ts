import type { AppliedFix } from './fix/apply-fixes.ts'
import { applyFixes } from './fix/apply-fixes.ts'
import { type LintReport, type LintRequest, lintFiles } from './lint-files.ts'

/** What was mended, and what is left. */
export interface FixReport extends LintReport {
  fixed: AppliedFix[]
}

// A file that could not be read shows its other faults only once it can.
const mostRounds = 5

/**
 * Mends what can be mended mechanically and lints again, until nothing is left to mend. Comments and order of the files stay;
 * the content of scripts is never touched.
 */
export async function fixFiles(request: LintRequest): Promise<FixReport> {
  const fixed: AppliedFix[] = []
  for (let round = 1; ; round++) {
    const report = await lintFiles(request)
    const applied = round > mostRounds ? [] : applyFixes(report.problems)
    if (applied.length === 0) return { ...report, fixed }
    fixed.push(...applied)
  }
}
