import { formatPlace, HookError, type Place } from '../base/errors.ts'
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
  if (json) terminal.print(JSON.stringify({ error: told }, null, 2))
}

interface ToldError extends Place {
  code: string
  message: string
  hint: string
}

// Whatever is no HookError nobody foresaw: it is a fault of ours and must not look like one of the caller's.
function describeError(error: unknown): ToldError {
  if (error instanceof HookError) return error.toJSON()
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'INTERNAL', message, hint: 'This is a fault of Hookline itself; a call with --debug shows more.' }
}
