import { types } from 'node:util'
import { redacted } from './rule.ts'
import { isSecretName } from './secret-names.ts'

/**
 * Copies data with every string redacted, and everything under a secret name masked. Never throws and never runs a getter
 * of a proxy: what is no plain data is described in brackets.
 */
export function redactValue(input: unknown, redactText: (text: string) => string): unknown {
  const copies = new Map<object, unknown>()

  return copy(input, { masked: false, depth: 0 })

  function copy(value: unknown, state: State): unknown {
    if (typeof value === 'string') return state.masked && value !== '' ? redacted : redactText(value)
    if (typeof value === 'number' || typeof value === 'bigint') return state.masked ? redacted : value
    if (typeof value === 'function') return '[function]'
    if (typeof value === 'symbol') return '[symbol]'
    if (typeof value !== 'object' || value === null) return value
    if (types.isProxy(value)) return '[proxy]'
    if (state.depth >= maxDepth) return '[too deep]'
    if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return `[binary: ${value.byteLength} bytes]`
    if (value instanceof Date) return new Date(value)
    if (value instanceof URL || value instanceof RegExp) return redactText(String(value))
    // Under a secret name the same object reads differently, so such copies are not shared.
    if (!state.masked && copies.has(value)) return copies.get(value)
    return copyContainer(value, state)
  }

  function copyContainer(value: object, state: State): unknown {
    const inner = { masked: state.masked, depth: state.depth + 1 }
    if (!state.masked) copies.set(value, '[circular]')
    const result = Array.isArray(value)
      ? Array.from(value, (item) => copy(item, inner))
      : value instanceof Map
        ? copyMembers(
            [...value].map(([key, member]) => [String(key), member]),
            inner,
          )
        : value instanceof Set
          ? [...value].map((item) => copy(item, inner))
          : copyMembers(readMembers(value), inner)
    if (!state.masked) copies.set(value, result)
    return result
  }

  function copyMembers(members: [string, unknown][], state: State): object {
    const target: Record<string, unknown> = {}
    for (const [key, member] of members) {
      const masked = state.masked || isSecretName(key)
      Object.defineProperty(target, findFreeKey(target, redactText(key)), {
        value: copy(member, { masked, depth: state.depth }),
        enumerable: true,
        writable: true,
        configurable: true,
      })
    }
    return target
  }
}

interface State {
  masked: boolean
  depth: number
}

const maxDepth = 64

function readMembers(value: object): [string, unknown][] {
  const members: [string, unknown][] = []
  if (value instanceof Error) {
    for (const key of ['name', 'message', 'stack', 'cause'] as const)
      if (value[key] !== undefined) members.push([key, value[key]])
  }
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    if (property.enumerable) members.push([key, property.get ? '[getter]' : property.value])
  }
  return members
}

/** Two keys may read the same once their secrets are hidden. */
function findFreeKey(target: object, key: string): string {
  let free = key
  for (let count = 2; Object.hasOwn(target, free); count++) free = `${key} (${count})`
  return free
}
