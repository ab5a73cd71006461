import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long, the longest first. */
const long = [
  'test/property/shell-bash-first-half.test.ts',
  'test/property/shell-bash-second-half.test.ts',
  'test/faults/command-time.test.ts',
  'test/e2e/supervisor-state.test.ts',
  'test/conformance/documents.test.ts',
  'test/simulation/promises-first-half.test.ts',
  'test/simulation/promises-second-half.test.ts',
  'test/property/hook-outputs.test.ts',
  'test/faults/command-leaks.test.ts',
  'test/e2e/agent-resume.test.ts',
  'test/faults/trust-hostile.test.ts',
  'test/docs/code-blocks.test.ts',
  'test/faults/command-host-death.test.ts',
  'test/faults/records-crash.test.ts',
  'test/property/shell-invariance.test.ts',
  'test/faults/worker-protocol.test.ts',
  'test/faults/worker-life.test.ts',
]

/** Starts what takes long first: at the end no worker waits for another that has just begun with it. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification): number => {
      const place = long.indexOf(relative(process.cwd(), file.moduleId))
      return place < 0 ? long.length : place
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
