import { HookError } from '../base/errors.ts'
import { printError } from './print-error.ts'
import type { Terminal } from './terminal.ts'

/**
 * The exit code of a call, once it is known whether all it printed was taken. What a full disk swallowed is told on stderr, and
 * a call that went well otherwise exits with 1; a decision that stands in the exit code stays there. A reader that went away
 * has had what it wanted.
 */
export function reportLoss(code: number, terminal: Terminal): number {
  const lost = findLoss(terminal)
  if (lost === undefined) return code
  const error = new HookError('FILE_REFUSED', `stdout cannot be written: ${lost.message}`, {
    hint: 'What was printed is lost or cut short. Make room, or send it somewhere else, and call again.',
    cause: lost,
  })
  printError(error, { terminal, json: false })
  return code === 0 ? 1 : code
}

/** Why somebody who still reads stdout did not get all of it. */
export function findLoss(terminal: Terminal): NodeJS.ErrnoException | undefined {
  const lost = terminal.lost()
  return lost?.code === 'EPIPE' || lost?.code === 'ECONNRESET' ? undefined : lost
}
