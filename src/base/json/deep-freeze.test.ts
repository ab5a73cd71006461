import { expect, test } from 'vitest'
import { deepFreeze } from './deep-freeze.ts'

test('freezes arrays and objects all the way down and returns the same value', () => {
  const value = { a: [{ b: 1 }], c: Object.assign(Object.create(null), { d: {} }) }
  expect(deepFreeze(value)).toBe(value)
  for (const part of [value, value.a, value.a[0], value.c, value.c.d]) expect(Object.isFrozen(part)).toBe(true)
})

test('looks inside what was frozen already', () => {
  const inner = { a: 1 }
  deepFreeze(Object.freeze([inner]))
  expect(Object.isFrozen(inner)).toBe(true)
})

test('ends on cycles and on any depth', () => {
  const cycle: { self?: unknown } = {}
  cycle.self = [cycle, Object.freeze([cycle])]
  expect(Object.isFrozen(deepFreeze(cycle).self)).toBe(true)
  expect(Object.isFrozen(deepFreeze(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))))).toBe(true)
})

test('leaves primitives and instances of classes alone', () => {
  const bytes = new Uint8Array(4)
  expect(deepFreeze({ bytes, when: new Date(0) }).bytes).toBe(bytes)
  expect(deepFreeze('x')).toBe('x')
  expect(deepFreeze(null)).toBe(null)
})
