import type { Terminal } from '../terminal.ts'

const everyMs = 100

/** Shows on a terminal how far the replay has come, in one line that is gone in the end; nowhere else. */
export function showProgress(
  terminal: Terminal,
  stderr: { isTTY?: boolean },
): { tell(done: number, total: number): void; end(): void } {
  if (stderr.isTTY !== true || process.env['TERM'] === 'dumb') return { tell: () => {}, end: () => {} }
  let last = 0
  const write = (text: string): void => terminal.write('stderr', `\r\x1b[K${text}`)
  return {
    tell(done, total) {
      const now = performance.now()
      if (now - last < everyMs && done < total) return
      last = now
      write(`replayed ${done} of ${total} events`)
    },
    end: () => write(''),
  }
}
