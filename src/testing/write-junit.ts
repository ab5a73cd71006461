import type { TestCase, TestReport, TestSuite } from './test-report.ts'

/** A report as JUnit XML, as CI systems read it. Pure. */
export function writeJunit(report: TestReport): string {
  const total = report.passed + report.failed
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="hookline" tests="${total}" failures="${report.failed}" time="${seconds(report.suites.flatMap((suite) => suite.cases))}">`,
    ...report.suites.flatMap(writeSuite),
    '</testsuites>',
  ]
  return `${lines.join('\n')}\n`
}

function writeSuite({ name, cases }: TestSuite): string[] {
  const failures = cases.filter(({ passed }) => !passed).length
  const head = `name="${escapeXml(name)}" tests="${cases.length}" failures="${failures}" time="${seconds(cases)}"`
  return [`  <testsuite ${head}>`, ...cases.flatMap((each) => writeCase(each, name)), '  </testsuite>']
}

function writeCase({ name, passed, happened, ms }: TestCase, suite: string): string[] {
  const head = `name="${escapeXml(name)}" classname="${escapeXml(suite)}" time="${(ms / 1000).toFixed(3)}"`
  if (passed) return [`    <testcase ${head}/>`]
  const failure = `      <failure message="${escapeXml(happened)}">${escapeXml(happened)}</failure>`
  return [`    <testcase ${head}>`, failure, '    </testcase>']
}

function seconds(cases: readonly TestCase[]): string {
  return (cases.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(3)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

// Most control characters, and halves of pairs, cannot stand in XML at all, not even escaped.
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character]!)
    .replace(/[\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`)
}
