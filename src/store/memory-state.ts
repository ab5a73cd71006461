import type { StateStore } from '../protocol/ports.ts'

/** State that lives as long as the process. */
export function createMemoryState(): StateStore {
  const claimed = new Set<string>()
  return {
    claim(key) {
      if (claimed.has(key)) return false
      claimed.add(key)
      return true
    },
    isClaimed: (key) => claimed.has(key),
  }
}
