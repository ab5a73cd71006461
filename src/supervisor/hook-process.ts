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
    tell: (line) => writeAll(2, `${line}\n`),
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
      writeAll(1, stdout)
      writeAll(2, stderr)
      return signalled === undefined ? exitCode : 128 + signalled
    },
  }
}

const endingSignals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

// Streams would cost the start of the program more than all it has to say.
function writeAll(descriptor: 1 | 2, text: string): void {
  const { writeSync } = process.getBuiltinModule('node:fs')
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}
