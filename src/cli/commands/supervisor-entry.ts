import { openHookProcess } from '../../supervisor/hook-process.ts'
import { leaveProcess } from '../../supervisor/read-stdin.ts'
import { supervise } from '../../supervisor/supervise.ts'

/**
 * Answers and ends this process if it was called as the supervisor's hook; else does nothing. Every stop of an agent starts the
 * program for this one answer, so nothing is loaded before it that it does not need.
 */
export async function answerAsHook(): Promise<void> {
  const [command, ...argv] = process.argv.slice(2)
  if (command !== 'supervisor-hook' || argv.includes('--help') || argv.includes('-h')) return
  leaveProcess(await runHook(argv))
}

/** Runs the hook as this process and gives the exit code. Never rejects. */
export async function runHook(argv: readonly string[]): Promise<number> {
  const { call, end } = openHookProcess(argv)
  return end(await supervise(call))
}
