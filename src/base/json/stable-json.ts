/**
 * JSON text with sorted keys, so that equal data gives equal text: for digests and comparisons. Follows JSON.stringify in
 * what it leaves out (undefined, functions, symbols) and in `toJSON`. Does not mutate. Throws a TypeError for a cycle, for a
 * bigint, and for data nested deeper than 1,000 levels.
 */
export function stableJson(value: unknown): string {
  return write(value, '', new Set()) ?? 'null'
}

const maxDepth = 1000

function write(input: unknown, key: string, ancestors: Set<object>): string | undefined {
  const value = hasToJson(input) ? input.toJSON(key) : input
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (value instanceof String || value instanceof Number || value instanceof Boolean) return JSON.stringify(value)
  if (ancestors.has(value)) throw new TypeError(`cannot write a cycle as JSON (at key ${JSON.stringify(key)})`)
  if (ancestors.size >= maxDepth) throw new TypeError(`cannot write data nested deeper than ${maxDepth} levels`)
  ancestors.add(value)
  const text = Array.isArray(value)
    ? writeArray(value, ancestors)
    : writeObject(value as Record<string, unknown>, ancestors)
  ancestors.delete(value)
  return text
}

function writeArray(items: unknown[], ancestors: Set<object>): string {
  return `[${Array.from(items, (item, index) => write(item, String(index), ancestors) ?? 'null').join(',')}]`
}

function writeObject(members: Record<string, unknown>, ancestors: Set<object>): string {
  const parts: string[] = []
  for (const key of Object.keys(members).sort()) {
    const text = write(members[key], key, ancestors)
    if (text !== undefined) parts.push(`${JSON.stringify(key)}:${text}`)
  }
  return `{${parts.join(',')}}`
}

function hasToJson(value: unknown): value is { toJSON(key: string): unknown } {
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
}
