import { types } from 'node:util'
import { formatPath } from './format-path.ts'
import { maxJsonDepth } from './scan-json.ts'

/**
 * Copies plain data deeply, without running any code of whoever made it: own enumerable data properties, arrays, strings,
 * numbers, booleans, null. Members that are undefined are left out; a key `__proto__` stays an ordinary property of the copy.
 * Throws a TypeError that names the path for everything else: proxies, getters, class instances, functions, symbols, bigints,
 * cycles, holes in arrays, more than `maxDepth` levels (64 unless given, at most 1,000), and data that shares parts so often
 * that the copy would explode. With `freeze` all of the copy is frozen.
 */
export function copyPlain(value: unknown, options: { maxDepth?: number; freeze?: boolean } = {}): unknown {
  const maxDepth = Math.min(options.maxDepth ?? maxJsonDepth, 1000)
  const freeze = options.freeze ?? false
  return copy(value, { path: [], maxDepth, freeze, open: [], copied: 0, seen: undefined, repeats: 0 })
}

interface Copying {
  path: (string | number)[]
  maxDepth: number
  freeze: boolean
  /** The containers that the one at hand stands in. */
  open: object[]
  copied: number
  /** What was copied already; kept only once there is much of it, since what is small cannot explode. */
  seen: Set<object> | undefined
  repeats: number
}

const maxRepeats = 100_000
const smallData = 64

function copy(value: unknown, copying: Copying): unknown {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'undefined':
      return value
    case 'object':
      return value === null ? null : copyContainer(value, copying)
    default:
      throw refuse(copying, `a ${typeof value}`)
  }
}

function copyContainer(source: object, copying: Copying): unknown {
  if (types.isProxy(source)) throw refuse(copying, 'a proxy')
  if (copying.path.length >= copying.maxDepth)
    throw refuse(copying, `data nested deeper than ${copying.maxDepth} levels`)
  if (copying.open.includes(source)) throw refuse(copying, 'a cycle')
  if (++copying.copied > smallData) countRepeats(source, copying)
  copying.open.push(source)
  const target = Array.isArray(source) ? copyArray(source, copying) : copyObject(source, copying)
  copying.open.pop()
  return copying.freeze ? Object.freeze(target) : target
}

function countRepeats(source: object, copying: Copying): void {
  copying.seen ??= new Set()
  if (!copying.seen.has(source)) copying.seen.add(source)
  else if (++copying.repeats > maxRepeats) throw refuse(copying, 'data that repeats its parts too often')
}

function copyArray(source: unknown[], copying: Copying): unknown[] {
  const target: unknown[] = []
  for (let index = 0; index < source.length; index++) {
    copying.path.push(index)
    const item = copy(readData(source, index, copying), copying)
    target.push(item === undefined ? null : item)
    copying.path.pop()
  }
  return target
}

function copyObject(source: object, copying: Copying): object {
  if (!isPlain(source)) throw refuse(copying, `an instance of ${nameClass(source)}`)
  const target: Record<string, unknown> = {}
  for (const key of Object.keys(source)) {
    copying.path.push(key)
    const member = copy(readData(source, key, copying), copying)
    copying.path.pop()
    if (member === undefined) continue
    if (key === '__proto__') {
      Object.defineProperty(target, key, { value: member, enumerable: true, writable: true, configurable: true })
    } else target[key] = member
  }
  return target
}

function readData(source: object, key: string | number, copying: Copying): unknown {
  const property = Object.getOwnPropertyDescriptor(source, key)
  if (property === undefined) throw refuse(copying, 'a hole')
  if (property.get !== undefined || property.set !== undefined) throw refuse(copying, 'a getter')
  return property.value
}

function isPlain(source: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(source)
  if (prototype === Object.prototype || prototype === null) return true
  if (typeof prototype !== 'object' || types.isProxy(prototype)) return false
  // The Object.prototype of another realm, such as a vm context.
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf')
}

function nameClass(source: object): string {
  const prototype = Object.getPrototypeOf(source) as object
  if (types.isProxy(prototype)) return 'a class'
  const maker: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value
  if (typeof maker !== 'function' || types.isProxy(maker)) return 'a class'
  const name: unknown = Object.getOwnPropertyDescriptor(maker, 'name')?.value
  return typeof name === 'string' && name !== '' ? name : 'a class'
}

function refuse(copying: Copying, what: string): TypeError {
  const path = copying.path.length > 40 ? [...copying.path.slice(0, 40), '…'] : copying.path
  return new TypeError(`expected plain data but found ${what} at ${formatPath(path) || 'the top'}`)
}
