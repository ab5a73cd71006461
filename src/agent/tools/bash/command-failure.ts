import type { BashOutput } from './bash-tool.ts'
import { showPrinted } from './show-printed.ts'

/**
 * A command that did not end well. The name says how, in the words by which hooks are told: `TimeoutError`, `AbortError`,
 * or `CommandFailure`. The message is what the model reads; the whole output is kept beside it.
 */
export class CommandFailure extends Error {
  override readonly name: string
  readonly output: BashOutput

  constructor(output: BashOutput, timeoutMs: number) {
    super([headline(output, timeoutMs), ...showPrinted(output)].join('\n'))
    this.name = output.timedOut ? 'TimeoutError' : output.interrupted ? 'AbortError' : 'CommandFailure'
    this.output = output
  }
}

function headline({ timedOut, interrupted, exitCode, signal }: BashOutput, timeoutMs: number): string {
  if (timedOut) return `Timed out after ${timeoutMs} ms and was ended, with all it had started`
  if (interrupted) return 'Interrupted by the user'
  return exitCode === null ? `Ended by ${signal}` : `Exit code ${exitCode}`
}
