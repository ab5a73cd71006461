/** What the redactor leaves in the place of a secret. */
const mark = /\[redacted(?::[a-z0-9-]+)?\]/
/** What the redactor leaves of values that are no plain data. */
const stub = /^\[(?:too deep|circular|proxy|function|symbol|getter|binary: \d+ bytes)\]$/

/** Where a value is not what it was before it was recorded: the paths of all texts in which something was hidden. */
export function findHidden(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return isHidden(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const at = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    return [...(isHidden(key) ? [at] : []), ...findHidden(member, at)]
  })
}

/** Whether something was hidden in a text. */
export function isHidden(text: string): boolean {
  return mark.test(text) || stub.test(text)
}

const shownPaths = 4

/** Says why an event cannot be replayed as it was. */
export function describeGaps({ hidden, cut }: { hidden: readonly string[]; cut: readonly string[] }): string[] {
  const list = (paths: readonly string[]): string =>
    `${paths.slice(0, shownPaths).join(', ')}${paths.length > shownPaths ? `, and ${paths.length - shownPaths} more` : ''}`
  return [
    ...(hidden.length > 0 ? [`secrets were hidden in ${list(hidden)}`] : []),
    ...(cut.length > 0 ? [`only a part was recorded of ${list(cut)}`] : []),
  ]
}
