import { isAbsolute, relative } from 'node:path'
import type { TestCase, TestReport } from '../../../testing/test-report.ts'
import { showLines } from '../../show-lines.ts'
import type { Terminal } from '../../terminal.ts'

/** Prints every sample and case with what happened, gates that nothing proves, and a summary line. */
export function printTests(report: TestReport, { terminal, cwd }: { terminal: Terminal; cwd: string }): void {
  const paint = terminal.paint.stdout
  for (const { name, cases } of report.suites) {
    terminal.print(paint('bold', showLines(shorten(name, cwd))))
    for (const each of cases) terminal.print(describeCase(each, terminal))
  }
  for (const { hook, source } of report.unproved) {
    const place = shorten(source, cwd)
    terminal.print(
      `${paint('yellow', 'unproved')} ${showLines(hook)} (${showLines(place)}) has no sample that it must deny`,
    )
  }
  const unapproved = report.suites.filter(({ cases }) =>
    cases.some(({ passed, happened }) => !passed && needsApproval(happened)),
  )
  if (unapproved.length > 0) {
    const files = unapproved.map(({ name }) => shorten(name, cwd)).join(' ')
    terminal.print(
      `Hooks of a project run once they are approved. Naming a file approves it for one call: hookline test ${files}`,
    )
  }
  if (report.passed + report.failed === 0)
    terminal.print(
      'There is nothing to prove: no hook has samples under mustDeny or mustAllow, and there is no *.hooktest.json.',
    )
  terminal.print(paint(report.failed === 0 ? 'green' : 'red', `${report.passed} passed, ${report.failed} failed`))
}

function describeCase({ name, passed, happened, ms }: TestCase, { paint }: Terminal): string {
  const shown = showLines(name)
  if (passed) return `  ${paint.stdout('green', 'pass')} ${shown} ${paint.stdout('dim', `(${Math.round(ms)} ms)`)}`
  return `  ${paint.stdout('red', 'FAIL')} ${shown}\n       ${showLines(happened, '       ')}`
}

function needsApproval(happened: string): boolean {
  return /untrusted|a project brought it along/.test(happened)
}

function shorten(place: string, cwd: string): string {
  if (!isAbsolute(place)) return place
  const path = relative(cwd, place)
  return path.startsWith('..') ? place : path
}
