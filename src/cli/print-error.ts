import { describeThrown } from '../base/describe-thrown.ts'
import { formatPlace, HookError, type Place } from '../base/errors.ts'
import { describeRefusal } from './describe-refusal.ts'
import { showLines } from './show-lines.ts'
import type { Terminal } from './terminal.ts'

/**
 * Tells an error to people on stderr as `error[CODE] file:line:column message` with a hint, and under `--json` to programs
 * on stdout as `{"error": {…}}`.
 */
export function printError(error: unknown, { terminal, json }: { terminal: Terminal; json: boolean }): void {
  const told = describeError(error)
  const paint = terminal.paint.stderr
  const place = formatPlace(told)
  const head = `${paint('red', `error[${told.code}]`)}${place === '' ? '' : ` ${showLines(place)}`}`
  terminal.tell(`${head} ${showLines(told.message)}`)
  terminal.tell(`${paint('cyan', 'hint:')} ${showLines(told.hint)}`)
  if (told.code === internal && error instanceof Error && error.stack) terminal.tell(showLines(error.stack))
  if (json) terminal.print(JSON.stringify({ error: told }, null, 2))
}

/** An error as it is told. */
interface ToldError extends Place {
  code: string
  message: string
  hint: string
}

const internal = 'INTERNAL'

/** What is told of an error, whatever was thrown. */
export function describeError(error: unknown): ToldError {
  const told = error instanceof HookError ? error : describeRefusal(error)
  if (told) return told.toJSON()
  // Nobody foresaw it: it is a fault of ours and must not look like one of the caller's.
  const hint = 'This is a fault of Hookline itself. What stderr says below this line shows where it happened.'
  return { code: internal, message: describeThrown(error), hint }
}
