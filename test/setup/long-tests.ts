/** The tests that do more when `HOOKLINE_FULL` is set. */
export const longTests = [
  'test/faults/command-*.test.ts',
  'test/faults/many-sessions.test.ts',
  'test/faults/trust-{changes,hostile}.test.ts',
  'test/faults/recursion.test.ts',
  'test/faults/records-chain.test.ts',
  'test/faults/records-crash.test.ts',
  'test/property/*.test.ts',
  'test/simulation/*.test.ts',
  'test/e2e/agent-resume.test.ts',
]
