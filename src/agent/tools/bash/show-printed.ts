import { shortenText } from '../shorten-text.ts'
import type { BashOutput } from './bash-tool.ts'

/** What a command has printed, short enough for the model, each output with the file that holds the whole of it. */
export function showPrinted({ stdout, stderr, stdoutPath, stderrPath }: BashOutput): string[] {
  return [...showOne(stdout, stdoutPath), ...showOne(stderr, stderrPath)]
}

function showOne(printed: string, path: string | undefined): string[] {
  const shown = shortenText(printed.trimEnd())
  if (shown === '') return []
  return typeof path === 'string' ? [shown, `(All of it is in ${path})`] : [shown]
}
