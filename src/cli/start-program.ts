import type { ProgramName } from './programs.ts'
import { refuseOldNode } from './supported-node.ts'

/** Runs a program as this process, from its arguments to its exit code. Everything but this file is loaded afterwards. */
export function startProgram(name: ProgramName): void {
  refuseOldNode()
  void import('./programs.ts').then(({ runAs }) => runAs(name))
}
