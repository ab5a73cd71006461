import { monotonicMs } from './monotonic-ms.ts'

// Timers of Node fire at once when their delay does not fit 31 bits.
const longestTimer = 2 ** 31 - 1

/** The clock of this machine. */
export const systemClock = {
  now: (): number => Date.now(),
  monotonic: monotonicMs,
  after(ms: number, work: () => void): () => void {
    let timer: NodeJS.Timeout
    const wait = (left: number): void => {
      timer = setTimeout(() => (left > longestTimer ? wait(left - longestTimer) : work()), Math.min(left, longestTimer))
    }
    wait(Math.max(0, ms))
    return () => clearTimeout(timer)
  },
}
