import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const { CI, HOOKLINE_TEST_REPORT } = process.env
const reporters: (string | [string, Record<string, unknown>])[] = ['default']
if (CI) reporters.push('./test/setup/no-skips-in-ci.ts')
if (HOOKLINE_TEST_REPORT) reporters.push(['json', { outputFile: HOOKLINE_TEST_REPORT }])

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Most tests wait for processes and timers, not for a core.
    maxWorkers: availableParallelism() + 1,
    reporters,
  },
})
