import type { CommandLine } from '../handlers/command/index.ts'
import { HookFailure } from './hook-call.ts'
import type { ReviewTools } from './reviewer.ts'

/** A program that reviews. */
export interface ReviewerProgram {
  /** How messages name it. */
  name: string
  command: CommandLine
  cwd: string
  env: Readonly<Record<string, string>>
  stdin: string
}

/**
 * Runs a reviewing program and gives what it printed. Rejects for a program that did not end with exit code 0, and with a
 * `HookFailure` when time ran out; then nothing that it started is left.
 */
export async function runReviewerProgram(
  { name, command, cwd, env, stdin }: ReviewerProgram,
  { runner, remaining, signal }: ReviewTools,
): Promise<string> {
  const timeoutMs = Math.max(1, remaining())
  const result = await runner.run({ command, cwd, env, stdin, timeoutMs, reap: 'all', signal })
  switch (result.kind) {
    case 'cancelled':
      throw new Error(`${name} was interrupted`)
    case 'broken':
      throw new Error(`${name} could not run: ${result.message}`)
    case 'value':
      throw new Error(`${name} gave no text`)
    case 'process':
  }
  const { end, stdout, stderr } = result
  if (end.by === 'timeout') throw HookFailure.ofTime()
  if (end.by === 'exit' && end.code === 0) return stdout.text
  const how = end.by === 'exit' ? `ended with exit code ${end.code}` : `was killed by ${end.signal}`
  const said = stderr.text.trim() || stdout.text.trim()
  throw new Error(`${name} ${how}${said === '' ? '' : `: ${said.slice(0, longestQuote)}`}`)
}

const longestQuote = 2000
