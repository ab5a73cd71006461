import { monotonicMs } from '../../base/monotonic-ms.ts'
/** A moment on the monotonic clock at which something is over. */
export interface Deadline {
  /** Milliseconds until then, 0 when it has passed. */
  remaining(): number
  /** Forgets the callback. */
  cancel(): void
}

const longestTimer = 2 ** 31 - 1
const noticeableDelay = 50
const longestCredit = 500

/**
 * Calls `onExpire` once when `ms` have passed. If the host itself stood still, what happened meanwhile is read first: the
 * callback comes only after the event loop has looked at its descriptors twice, and after some credit for work that could not
 * go on because nobody served its pipes. Any length is allowed, also beyond what a timer can hold.
 */
export function startDeadline(ms: number, onExpire: () => void): Deadline {
  const end = monotonicMs() + ms
  let cancelled = false
  let credited = false
  let timer: NodeJS.Timeout

  const arm = (delay: number) => {
    timer = setTimeout(check, Math.min(Math.max(1, Math.ceil(delay)), longestTimer))
  }
  const check = () => {
    const late = monotonicMs() - end
    if (late < 0) arm(-late)
    else if (late > noticeableDelay && !credited) {
      credited = true
      arm(Math.min(late, longestCredit))
    } else setImmediate(() => setImmediate(expire))
  }
  const expire = () => {
    if (!cancelled) onExpire()
  }
  arm(ms)

  return {
    remaining: () => Math.max(0, end - monotonicMs()),
    cancel() {
      cancelled = true
      clearTimeout(timer)
    },
  }
}
