import { expect, test } from 'vitest'
import { stableJson } from './stable-json.ts'

test('writes equal data as equal text, whatever the order of its keys', () => {
  expect(stableJson({ b: [1, { d: 2, c: 'é\n' }], a: null })).toBe('{"a":null,"b":[1,{"c":"é\\n","d":2}]}')
  expect(stableJson({ a: null, b: [1, { c: 'é\n', d: 2 }] })).toBe(stableJson({ b: [1, { d: 2, c: 'é\n' }], a: null }))
  expect(stableJson([1, 2])).not.toBe(stableJson([2, 1]))
})

test('leaves out what JSON.stringify leaves out', () => {
  const value = { a: undefined, b: () => 1, c: [undefined, Symbol('x')], d: new Date(0), e: Number.NaN, f: Object('x') }
  expect(stableJson(value)).toBe(JSON.stringify(value))
  expect(stableJson(undefined)).toBe('null')
})

test('throws a TypeError for a cycle, a bigint and endless depth, and accepts shared parts', () => {
  const cycle: unknown[] = []
  cycle.push({ cycle })
  expect(() => stableJson(cycle)).toThrow(new TypeError('cannot write a cycle as JSON (at key "cycle")'))
  expect(() => stableJson({ a: 1n })).toThrow(TypeError)
  expect(() => stableJson(JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)))).toThrow(TypeError)
  const part = { a: 1 }
  expect(stableJson([part, part])).toBe('[{"a":1},{"a":1}]')
})
