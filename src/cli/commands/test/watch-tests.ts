import { watchConfig } from '../../../config/watch-config.ts'
import { listWatchedFiles } from '../../../testing/list-watched-files.ts'
import type { TestRequest } from '../../../testing/test-hooks.ts'
import { printError } from '../../print-error.ts'
import type { Terminal } from '../../terminal.ts'

interface Watching {
  runOnce(): Promise<number>
  terminal: Terminal
  json: boolean
}

/** Runs the tests now and after every change, until the process is told to end; gives the exit code of the last run. */
export async function watchTests(request: TestRequest, { runOnce, terminal, json }: Watching): Promise<number> {
  const end = endOfWatching()
  for (;;) {
    const files = await listWatchedFiles(request)
    const changed = nextChange(files)
    const code = await runOnce().catch((error: unknown) => {
      printError(error, { terminal, json })
      return 1
    })
    if (!json) terminal.tell(`Watching ${files.length} ${files.length === 1 ? 'file' : 'files'}; press Ctrl-C to end.`)
    const what = await Promise.race([changed.happened, end])
    changed.close()
    if (what === 'end') return code
    if (!json) terminal.tell(`\nChanged: ${what.join(', ')}`)
  }
}

// Watched from before the run, so that a change during it is not lost. A watch keeps no process alive: the timer does.
function nextChange(files: readonly string[]): { happened: Promise<string[]>; close(): void } {
  const { promise, resolve } = Promise.withResolvers<string[]>()
  const watch = watchConfig(files, resolve)
  const alive = setInterval(() => {}, 2 ** 30)
  return {
    happened: promise,
    close: () => {
      watch.close()
      clearInterval(alive)
    },
  }
}

function endOfWatching(): Promise<'end'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve('end'))
  })
}
