import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { copyPlain } from './copy-plain.ts'

test('copies plain data deeply', () => {
  const source = {
    a: [1, { b: 'x', c: null }],
    d: true,
    e: Object.assign(Object.create(null), { f: 1 }),
    g: Number.NaN,
  }
  const copy = copyPlain(source) as typeof source
  expect(copy).toEqual({ a: [1, { b: 'x', c: null }], d: true, e: { f: 1 }, g: Number.NaN })
  expect(copy.a).not.toBe(source.a)
  expect(copy.a[1]).not.toBe(source.a[1])
  expect(Object.getPrototypeOf(copy.e)).toBe(Object.prototype)
})

test('leaves out undefined members and keeps the places of an array', () => {
  expect(copyPlain({ a: undefined, b: [undefined, 1] })).toStrictEqual({ b: [null, 1] })
  expect(copyPlain(undefined)).toBe(undefined)
})

test('copies plain data of another realm', () => {
  expect(copyPlain(runInNewContext('({ a: [1, { b: 2 }] })'))).toEqual({ a: [1, { b: 2 }] })
})

test('keeps __proto__ as data and pollutes nothing (F55)', () => {
  const copy = copyPlain(
    JSON.parse('{"a":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}'),
  ) as {
    a: object
  }
  expect(Object.getPrototypeOf(copy.a)).toBe(Object.prototype)
  expect(Object.keys(copy.a)).toEqual(['__proto__', 'constructor'])
  expect(JSON.stringify(copy)).toBe('{"a":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}')
  expect('polluted' in {}).toBe(false)
})

class Secret {
  value = 1
}
const cycle: { self?: unknown } = {}
cycle.self = cycle
const sparse: unknown[] = []
sparse.length = 4_000_000_000

test.each([
  ['a function', { a: [() => 1] }, 'a function at a[0]'],
  ['a symbol', { a: Symbol('x') }, 'a symbol at a'],
  ['a bigint', 1n, 'a bigint at the top'],
  ['a proxy', { a: new Proxy({}, {}) }, 'a proxy at a'],
  ['an array proxy', new Proxy([], {}), 'a proxy at the top'],
  ['a getter', Object.defineProperty({}, 'a', { enumerable: true, get: () => expect.unreachable() }), 'a getter at a'],
  [
    'an array getter',
    Object.defineProperty([0], 0, { enumerable: true, get: () => expect.unreachable() }),
    'a getter at [0]',
  ],
  ['an instance', { 'x y': new Secret() }, 'an instance of Secret at ["x y"]'],
  ['a date', new Date(0), 'an instance of Date at the top'],
  ['a map', new Map(), 'an instance of Map at the top'],
  ['a promise', Promise.resolve(), 'an instance of Promise at the top'],
  ['an object with a proxy as prototype', Object.create(new Proxy({}, {})), 'an instance of a class at the top'],
  ['a cycle', { a: cycle }, 'a cycle at a.self'],
  ['an endless sparse array', sparse, 'a hole at [0]'],
])('refuses %s and names its path', (_, source, message) => {
  expect(() => copyPlain(source)).toThrow(new TypeError(`expected plain data but found ${message}`))
})

test('refuses more levels than allowed', () => {
  const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)])
  expect(copyPlain(nest(64))).toEqual(nest(64))
  expect(() => copyPlain(nest(65))).toThrow('nested deeper than 64 levels at [0][0]')
  expect(() => copyPlain(nest(3), { maxDepth: 2 })).toThrow('nested deeper than 2 levels at [0][0]')
  expect(() => copyPlain(JSON.parse('['.repeat(5000) + ']'.repeat(5000)), { maxDepth: 1e9 })).toThrow(TypeError)
})

test('copies shared parts, and refuses data whose shared parts would explode', () => {
  const part = { a: 1 }
  const copy = copyPlain([part, part]) as object[]
  expect(copy).toEqual([{ a: 1 }, { a: 1 }])
  expect(copy[0]).not.toBe(copy[1])
  let bomb: unknown = 1
  for (let level = 0; level < 60; level++) bomb = [bomb, bomb]
  expect(() => copyPlain(bomb)).toThrow('repeats its parts too often')
})
