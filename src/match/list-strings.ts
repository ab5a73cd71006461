/** Every string inside a value, at any depth, in document order. Iterative, so no depth can overflow the stack. */
export function listStrings(value: unknown): string[] {
  const strings: string[] = []
  const open: unknown[] = [value]
  const seen = new Set<object>()
  while (open.length > 0) {
    const current = open.pop()
    if (typeof current === 'string') strings.push(current)
    if (typeof current !== 'object' || current === null || seen.has(current)) continue
    seen.add(current)
    open.push(...Object.values(current).reverse())
  }
  return strings
}
