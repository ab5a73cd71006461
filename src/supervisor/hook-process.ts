import { writeDescriptor } from '../base/write-descriptor.ts'
import { showText } from '../match/show-text.ts'
import type { HookCall, HookEnd } from './hook-call.ts'
import { readStdin } from './read-stdin.ts'

/** This process as a call of the hook. */
export interface HookProcess {
  call: HookCall & Required<Pick<HookCall, 'prepare'>>
  /** Writes what the call came to, and gives the exit code. */
  end(end: HookEnd): number
}

/** Opens this process as a call of the hook; once a review begins, signals that ask it to end reach the review instead. */
export function openHookProcess(argv: readonly string[]): HookProcess {
  let signalled: number | undefined
  const call: HookProcess['call'] = {
    argv,
    env: process.env,
    cwd: process.cwd(),
    readStdin,
    tell: (line) => tell(`${line}\n`),
    prepare() {
      const stop = new AbortController()
      for (const [signal, number] of Object.entries(endingSignals)) {
        process.once(signal, () => {
          signalled = number
          stop.abort()
        })
      }
      return stop.signal
    },
  }
  return {
    call,
    end(end) {
      const fault = writeDescriptor(1, end.stdout)
      const { stderr, exitCode } = fault ? withoutStdout(end, fault) : end
      tell(stderr)
      return signalled === undefined ? exitCode : 128 + signalled
    },
  }
}

// An agent takes silence for a yes, so a no must reach it another way: it is the one end that stderr and an exit code can tell.
function withoutStdout({ outcome, reason }: HookEnd, { message }: Error): Pick<HookEnd, 'stderr' | 'exitCode'> {
  const why = `the answer could not be written: ${message}`
  return outcome === 'refused'
    ? { exitCode: 2, stderr: `${reason}\n(${why})\n` }
    : { exitCode: 1, stderr: `supervisor SDK failed: ${why}\n` }
}

// It quotes the input and what reviewers said, and may end up on a screen, which must not obey it.
function tell(text: string): void {
  if (text === '') return
  const lines = text.split('\n').map((line) => showText(line.replaceAll('\t', '    '), Number.POSITIVE_INFINITY))
  writeDescriptor(2, lines.join('\n'))
}

const endingSignals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }
