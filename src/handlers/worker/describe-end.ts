import type { BrokenResult, CapturedOutput, ProcessResult } from '../../protocol/raw-result.ts'
import { cannotStart } from '../command/broken.ts'
import { findLaunchFault } from '../command/find-launch-fault.ts'
import type { WorkerProcess, WorkerSettings } from './worker-launcher.ts'

/** How a worker came to its end. */
export interface WorkerEnd {
  end: Awaited<WorkerProcess['exited']>
  stderr: CapturedOutput
  settings: WorkerSettings
  /** How many requests it had answered. */
  answers: number
}

/** Puts the end of a worker into words. One that could never have answered failed to start; every other end is a crash. */
export async function describeEnd({ end, stderr, settings, answers }: WorkerEnd): Promise<BrokenResult> {
  const told = lastLines(stderr.text)
  if (answers === 0) {
    if (end.by === 'exit' && (end.code === 126 || end.code === 127))
      return cannotStart(told || `the worker ended with code ${end.code}`, 'check the command of the worker')
    const fault = await findFault({ end, stderr, settings })
    if (fault) return fault
  }
  const how = end.by === 'exit' ? `with code ${end.code}` : `by ${end.signal}`
  return { kind: 'broken', class: 'crash', message: `the worker ended ${how}${told === '' ? '' : `: ${told}`}` }
}

function findFault({ end, stderr, settings }: Omit<WorkerEnd, 'answers'>): Promise<BrokenResult | null> {
  const { command, cwd, env, reap } = settings
  const result: ProcessResult = { kind: 'process', end, stdout: nothing, stderr, leftovers: [] }
  return findLaunchFault({ command: { shell: command }, cwd, env, stdin: '', timeoutMs: 0, reap }, result, async () =>
    /syntax error/i.test(stderr.text) ? cannotStart(`the command is not valid shell: ${lastLines(stderr.text)}`) : null,
  )
}

const nothing: CapturedOutput = { text: '', bytes: 0, truncated: false, invalidUtf8: false }
const shownLines = 5
const shownCharacters = 1_000

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-shownLines).join('\n').slice(-shownCharacters)
}
