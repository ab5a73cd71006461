let made = 0

/**
 * An id that no other in this or any other process has: process, time, count and chance. It is no secret and cannot be
 * relied on to be hard to guess. Costs no module, unlike those of `node:crypto`.
 */
export function createId(): string {
  made++
  const chance = Math.floor(Math.random() * 2 ** 52)
  return [process.pid, Date.now(), made, chance].map((part) => part.toString(36)).join('')
}
