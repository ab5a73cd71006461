import { expect, test } from 'vitest'
import { makeReport } from './test-report.ts'
import { writeJunit } from './write-junit.ts'

test('writes suites, cases and failures, with everything escaped that XML cannot hold', () => {
  const report = makeReport(
    [
      { name: 'a&b.json', cases: [{ name: 'denies "x" <y>', passed: true, happened: 'it denied', ms: 12.4 }] },
      { name: 'c.json', cases: [{ name: 'bell\u0007', passed: false, happened: "it's\n\ud800 off", ms: 1500 }] },
      { name: 'empty.json', cases: [] },
    ],
    [],
  )
  expect(writeJunit(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="hookline" tests="2" failures="1" time="1.512">
  <testsuite name="a&amp;b.json" tests="1" failures="0" time="0.012">
    <testcase name="denies &quot;x&quot; &lt;y&gt;" classname="a&amp;b.json" time="0.012"/>
  </testsuite>
  <testsuite name="c.json" tests="1" failures="1" time="1.500">
    <testcase name="bell\ufffd" classname="c.json" time="1.500">
      <failure message="it&apos;s&#10;\ufffd off">it&apos;s&#10;\ufffd off</failure>
    </testcase>
  </testsuite>
</testsuites>
`)
})
