import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { longTests } from './test/setup/long-tests.ts'
import { LongestFirst } from './test/setup/longest-first.ts'

const { CI, HOOKLINE_FULL, HOOKLINE_TEST_REPORT } = process.env
const reporters: (string | [string, Record<string, unknown>])[] = ['default']
if (CI) reporters.push('./test/setup/no-skips-in-ci.ts')
if (HOOKLINE_TEST_REPORT) reporters.push(['json', { outputFile: HOOKLINE_TEST_REPORT }])

// Tests of what touches nothing outside share a process, which saves starting one for each file.
const pure = 'src/{protocol,shell,match,engine,dialects,config,lint,cli}/**/*.test.ts'
const shared = { extends: true as const, test: { name: 'shared', include: [pure], isolate: false } }
const alone = {
  extends: true as const,
  test: { name: 'alone', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: [pure] },
}
// `HOOKLINE_FULL=1` runs everything at full size; `HOOKLINE_FULL=long` leaves out what has no longer form.
const long = { extends: true as const, test: { name: 'long', include: longTests } }

// Sessions are recorded by default, and tests have no business in the home of whoever runs them.
const state = mkdtempSync(join(tmpdir(), 'hookline-test-state-'))
process.on('exit', () => rmSync(state, { recursive: true, force: true }))

export default defineConfig({
  test: {
    env: { XDG_STATE_HOME: state },
    projects: HOOKLINE_FULL === 'long' ? [long] : [shared, alone],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // On a machine that others use too a deadline may pass for nobody's fault; what is really broken fails twice.
    retry: CI ? 1 : 0,
    pool: 'forks',
    // What is made by the million dies young: the collector need not come so often.
    execArgv: ['--max-semi-space-size=32'],
    // Most tests wait for processes and timers, not for a core.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    reporters,
  },
})
