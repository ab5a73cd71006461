import { errorTable } from '../../src/base/errors.ts'
import { code, page, table } from './markdown.ts'

/** The reference of all error codes. */
export function errorsPage(): string {
  const rows = Object.entries(errorTable).map(([name, { means, remedy }]) => [code(name), means, remedy])
  return page([
    '# Errors',
    'Whatever Hookline rejects with is a `HookError`: `code`, `message`, `hint`, and `place` (file, line, column, path) where there is one. Under `--json` the command line prints the same as `{"error": {…}}` and exits with 1.',
    table(['code', 'means', 'what to do'], rows),
  ])
}
