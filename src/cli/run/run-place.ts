import type { ReadStream, WriteStream } from 'node:tty'

/** Where a run happens: who is there, and what their terminal can do. */
export interface RunPlace {
  /** A person is there to be asked: stdin and stdout are both a terminal, and this is no CI. */
  attended: boolean
  /** The terminal can move its cursor: there are live lines and menus. */
  lively: boolean
  /** Characters beyond ASCII are shown. */
  unicode: boolean
  columns(): number
  input: ReadStream
  output: WriteStream
}

/** Looks at the streams and the environment of a process. */
export function findPlace({ stdin, stdout, env }: Pick<NodeJS.Process, 'stdin' | 'stdout' | 'env'>): RunPlace {
  const attended = stdin.isTTY === true && stdout.isTTY === true && !isCi(env)
  const isDumb = env['TERM'] === 'dumb'
  return {
    attended,
    lively: attended && !isDumb,
    unicode: !isDumb && (!attended || speaksUnicode(env)),
    columns: () => stdout.columns || 80,
    input: stdin,
    output: stdout,
  }
}

function isCi({ CI: ci }: NodeJS.ProcessEnv): boolean {
  return ci !== undefined && !/^(?:|0|false|no)$/i.test(ci)
}

function speaksUnicode(env: NodeJS.ProcessEnv): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || ''
  return !/^(?:C|POSIX)$/.test(locale) && env['TERM'] !== 'linux'
}
