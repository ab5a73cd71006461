import type { Reporter, TestModule } from 'vitest/node'

/** Fails the run when any test was skipped: on the machine that decides, everything is proved or nothing is. */
export default class NoSkipsInCi implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].map((test) => `${module.relativeModuleId} > ${test.fullName}`),
    )
    if (skipped.length === 0) return
    console.error(`Skipped with CI set, which counts as failed:\n  ${skipped.join('\n  ')}`)
    process.exitCode = 1
  }
}
