/** What was thrown, in words. Never throws itself: a thrown value may be anything, also one that cannot become text. */
export function describeThrown(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.message || thrown.name) : String(thrown)
  } catch {
    return 'something that cannot be shown was thrown'
  }
}
