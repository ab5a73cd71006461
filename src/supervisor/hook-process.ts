import { writeDescriptor } from '../base/write-descriptor.ts'
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
    tell: (line) => writeDescriptor(2, `${line}\n`),
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
    end({ stdout, stderr, exitCode }) {
      writeDescriptor(1, stdout)
      writeDescriptor(2, stderr)
      return signalled === undefined ? exitCode : 128 + signalled
    },
  }
}

const endingSignals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }
