import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyPlain, deepFreeze, parseJson, readAnswer, stableJson } from '../../src/base/json.ts'

const noise = fc
  .array(fc.string({ unit: fc.constantFrom(...'abc: []=>"\',0\\\t') }), { maxLength: 4 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''))
const object = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 4 }), { minKeys: 1 })
const almostJson = fc.string({
  unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', 'u', '0', 'a', ' ', '\n', '-', '.', 'e', 'null'),
})

test('parsing what stringify wrote gives the value back', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      expect(parseJson(JSON.stringify(value, null, indent))).toEqual({
        value: JSON.parse(JSON.stringify(value)),
        duplicateKeys: [],
      })
    }),
  )
})

test('a text parses exactly when JSON.parse takes it, and to the same value', () => {
  let accepted = 0
  fc.assert(
    fc.property(fc.oneof(almostJson, fc.json(), fc.string()), (text) => {
      const theirs = attempt(() => JSON.parse(text) as unknown)
      const ours = attempt(() => parseJson(text).value)
      if ('value' in theirs) accepted++
      expect('value' in ours).toBe('value' in theirs)
      if ('value' in ours && 'value' in theirs) expect(ours.value).toEqual(theirs.value)
    }),
    { numRuns: 2000 },
  )
  expect(accepted).toBeGreaterThan(100)
})

test('reading an answer never throws and never pollutes a prototype', () => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  const polluting = fc
    .tuple(noise, fc.constantFrom('{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}'))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), almostJson, polluting), (text) => {
      expect(['empty', 'text', 'object', 'objects', 'broken']).toContain(readAnswer(text).kind)
    }),
    { numRuns: 2000 },
  )
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
})

test('an object among lines of noise without braces is found', () => {
  fc.assert(
    fc.property(noise, object, noise, (before, value, after) => {
      const reading = readAnswer(`${before}${JSON.stringify(value)}\n${after}`)
      const plain = JSON.parse(JSON.stringify(value)) as object
      expect(reading).toEqual({
        kind: 'object',
        value: plain,
        noisy: before.trim() !== '' || after.trim() !== '',
        duplicateKeys: [],
      })
    }),
  )
})

test('an object that was cut off anywhere is broken', () => {
  fc.assert(
    fc.property(noise, object, fc.nat(), (before, value, seed) => {
      const text = JSON.stringify(value)
      const cut = text.slice(0, 1 + (seed % (text.length - 1)))
      expect(readAnswer(`${before}${cut}`).kind).toBe('broken')
    }),
  )
})

test('a repeated key is always reported', () => {
  fc.assert(
    fc.property(object, fc.jsonValue(), (value, other) => {
      const key = Object.keys(value)[0]!
      const text = `{${JSON.stringify(key)}:${JSON.stringify(other)},${JSON.stringify(value).slice(1)}`
      expect(parseJson(text).duplicateKeys).toHaveLength(1)
    }),
  )
})

test('stable text depends on the data and not on the order of keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse())
      expect(stableJson(reversed)).toBe(stableJson(value))
      expect(JSON.parse(stableJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('a copy equals its source and shares nothing with it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const source = deepFreeze(JSON.parse(JSON.stringify(value)) as unknown)
      const copy = copyPlain(source)
      expect(copy).toEqual(source)
      if (typeof source === 'object' && source !== null) expect(Object.isFrozen(copy)).toBe(false)
    }),
  )
})

function attempt<T>(action: () => T): { value: T } | { error: unknown } {
  try {
    return { value: action() }
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError)
    return { error }
  }
}
