/** What `hookline test` found out. */
export interface TestReport {
  suites: TestSuite[]
  /** Gates without a sample that they must deny. */
  unproved: { hook: string; source: string }[]
  passed: number
  failed: number
}

/** The samples of one configuration file, or the cases of one file. */
export interface TestSuite {
  /** The file; `code` for hooks from code. */
  name: string
  cases: TestCase[]
}

/** One sample or case. */
export interface TestCase {
  name: string
  passed: boolean
  /** What happened; for cases that passed, how. */
  happened: string
  ms: number
  /** The hook whose sample it is. */
  hook?: string
  /** Where the hook is written. */
  source?: string
}

/** Puts suites together and counts their cases. */
export function makeReport(suites: readonly TestSuite[], unproved: TestReport['unproved']): TestReport {
  const cases = suites.flatMap((suite) => suite.cases)
  const passed = cases.filter((each) => each.passed).length
  return { suites: suites.filter((suite) => suite.cases.length > 0), unproved, passed, failed: cases.length - passed }
}
