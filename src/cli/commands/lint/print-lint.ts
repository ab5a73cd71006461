import { isAbsolute, relative } from 'node:path'
import { formatPlace, type Place } from '../../../base/errors.ts'
import type { AppliedFix } from '../../../lint/fix/apply-fixes.ts'
import type { FixReport } from '../../../lint/fix-files.ts'
import type { LintProblem } from '../../../lint/lint-files.ts'
import { showLines } from '../../show-lines.ts'
import type { Terminal } from '../../terminal.ts'

/** What lint prints under `--json`. */
export interface WrittenLint {
  version: 1
  files: string[]
  problems: (Omit<LintProblem, 'fix'> & { fixable: boolean })[]
  fixed: AppliedFix[]
  errors: number
  warnings: number
}

/** The report as data. */
export function writeLint({ files, problems, fixed }: FixReport): WrittenLint {
  return {
    version: 1,
    files,
    problems: problems.map(({ fix, ...problem }) => ({ ...problem, fixable: fix !== undefined })),
    fixed,
    ...countBySeverity(problems),
  }
}

/** Prints what was mended, every problem with its place, code and remedy, and a summary. */
export function printLint(
  report: FixReport,
  { terminal, cwd, fixes }: { terminal: Terminal; cwd: string; fixes: boolean },
): void {
  const paint = terminal.paint.stdout
  for (const { code, change, ...place } of report.fixed)
    terminal.print(`${showPlace(place, cwd)} ${paint('green', 'fixed')} ${code}: ${showLines(change)}`)
  for (const problem of report.problems) {
    const { code, severity, message, hint, fix: _, ...place } = problem
    const word = severity === 'error' ? paint('red', 'error') : paint('yellow', 'warning')
    terminal.print(`${showPlace(place, cwd)} ${word}[${code}] ${showLines(message)}`)
    terminal.print(`    ${paint('cyan', 'hint:')} ${showLines(hint, '          ')}`)
  }
  terminal.print(summarize(report, fixes))
}

function showPlace(place: Place, cwd: string): string {
  const { file = '' } = place
  const path = isAbsolute(file) ? relative(cwd, file) : file
  return showLines(formatPlace({ ...place, file: path.startsWith('..') ? file : path }))
}

function summarize({ files, problems, fixed }: FixReport, fixes: boolean): string {
  const { errors, warnings } = countBySeverity(problems)
  if (files.length === 0) return 'No configuration files were found. Name one, or write one with: hookline init'
  const fixable = fixes ? 0 : problems.filter(({ fix }) => fix !== undefined).length
  const parts = [
    `${count(errors, 'error')}, ${count(warnings, 'warning')} in ${count(files.length, 'file')}`,
    ...(fixed.length > 0 ? [`${fixed.length} fixed`] : []),
    ...(fixable > 0 ? [`${fixable} can be fixed with --fix`] : []),
  ]
  return `${parts.join('; ')}.`
}

function countBySeverity(problems: readonly LintProblem[]): { errors: number; warnings: number } {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  return { errors, warnings: problems.length - errors }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
