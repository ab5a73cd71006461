/** A place under a limiter. Both methods may be called more than once; only the first call of each counts. */
export interface Slot {
  /** Gives the place back. */
  release(): void
  /** Lets the next waiter start although this one still runs: for work that waits instead of computing. */
  lend(): void
}

export interface Limiter {
  /**
   * Resolves when there is room. Waiters of one key are served in the order they came, and keys take turns, so that one
   * busy key cannot starve another. Rejects with the signal's reason when it aborts first; then no place is held.
   */
  acquire(options?: { key?: string; signal?: AbortSignal }): Promise<Slot>
  /** How many hold a place that counts, how many lent theirs, how many wait. */
  count(): { active: number; lent: number; waiting: number }
}

interface Waiter {
  grant(): void
}

/** Bounds how many run at once: at most `max` that count, at most `ceiling` together with those that lent their place. */
export function createLimiter(max: number, ceiling: number = Number.POSITIVE_INFINITY): Limiter {
  // Insertion order of the map is the order in which keys take their turn: a served key goes to the back.
  const queues = new Map<string, Set<Waiter>>()
  let active = 0
  let lent = 0
  let waiting = 0

  return {
    async acquire({ key = '', signal } = {}) {
      signal?.throwIfAborted()
      if (!hasRoom() || queues.size > 0) await waitForTurn(key, signal)
      else active++
      return createSlot()
    },
    count: () => ({ active, lent, waiting }),
  }

  function hasRoom(): boolean {
    return active < max && active + lent < ceiling
  }

  function waitForTurn(key: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        grant() {
          signal?.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      const giveUp = () => {
        removeWaiter(key, waiter)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      const queue = queues.get(key)
      if (queue) queue.add(waiter)
      else queues.set(key, new Set([waiter]))
      waiting++
    })
  }

  function removeWaiter(key: string, waiter: Waiter): void {
    const queue = queues.get(key)
    if (!queue?.delete(waiter)) return
    waiting--
    if (queue.size === 0) queues.delete(key)
  }

  function createSlot(): Slot {
    let state: 'active' | 'lent' | 'free' = 'active'
    return {
      release() {
        if (state === 'active') active--
        if (state === 'lent') lent--
        state = 'free'
        serve()
      },
      lend() {
        if (state !== 'active') return
        state = 'lent'
        active--
        lent++
        serve()
      },
    }
  }

  function serve(): void {
    for (const [key, queue] of queues) {
      if (!hasRoom()) return
      const waiter = queue.values().next().value!
      queue.delete(waiter)
      queues.delete(key)
      if (queue.size > 0) queues.set(key, queue)
      waiting--
      active++
      waiter.grant()
    }
  }
}
