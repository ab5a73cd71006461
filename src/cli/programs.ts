import { hookline } from './command-table.ts'
import { answerAsHook } from './commands/supervisor-entry.ts'
import { ccc } from './commands/supervisor-program.ts'
import { reportLoss } from './report-loss.ts'
import { runProgram } from './run-program.ts'
import { openTerminal } from './terminal.ts'

/** The programs of the package. */
export type ProgramName = 'hookline' | 'ccc'

/** Runs a program as this process, from its arguments to its exit code. */
export async function runAs(name: ProgramName): Promise<void> {
  await answerAsHook()
  const terminal = openTerminal()
  const code = await runProgram(name === 'ccc' ? ccc : hookline, process.argv.slice(2), terminal)
  await terminal.flush()
  const exitCode = reportLoss(code, terminal)
  // A hook that cannot be killed or a handle nobody closed must not keep the caller waiting for an answer it has.
  process.exit(exitCode)
}
