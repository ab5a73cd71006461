import { expect } from 'vitest'

/** A copy in which regular expressions have become matchers of texts. */
export function matchTexts<T>(value: T): T {
  if (value instanceof RegExp) return expect.stringMatching(value) as T
  return mapLeaves(value, matchTexts)
}

/** A copy in which `<dir>` is the given folder, in every text. */
export function fillDirectory<T>(value: T, dir: string): T {
  if (typeof value === 'string') return value.replaceAll('<dir>', dir) as T
  return mapLeaves(value, (item) => fillDirectory(item, dir))
}

// Only plain data is copied: errors, functions and matchers of the test library stay what they are.
function mapLeaves<T>(value: T, map: (item: unknown) => unknown): T {
  if (Array.isArray(value)) return value.map(map) as T
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  if (!isPlain) return value
  return Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, map(item)])) as T
}
