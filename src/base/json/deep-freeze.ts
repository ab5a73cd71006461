/**
 * Freezes arrays and plain objects all the way down, in place, and returns the same value. Without recursion, so any depth
 * is fine, and cycles are too. Meant for plain data such as {@link copyPlain} returns: instances of classes are left as they are.
 */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value]
  let alreadyFrozen: Set<object> | undefined
  while (open.length > 0) {
    const current = open.pop()
    if (!isContainer(current)) continue
    if (Object.isFrozen(current)) {
      // Someone may have frozen it without its members; the set keeps cycles among such objects finite.
      alreadyFrozen ??= new Set()
      if (alreadyFrozen.has(current)) continue
      alreadyFrozen.add(current)
    } else Object.freeze(current)
    for (const member of Array.isArray(current) ? current : Object.values(current)) {
      if (typeof member === 'object' && member !== null) open.push(member)
    }
  }
  return value
}

function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
