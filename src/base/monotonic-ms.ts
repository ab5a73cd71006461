/**
 * Milliseconds on the monotonic clock of this machine, from an unknown moment on. `performance` tells the same time, but the
 * modules that Node loads for it cost a program more than most answers do.
 */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
