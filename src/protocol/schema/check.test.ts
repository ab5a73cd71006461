import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkField, checkShape, describe as describeValue, expectation } from './check.ts'
import {
  anyObject,
  anything,
  callable,
  count,
  duration,
  either,
  errorText,
  type Field,
  filledText,
  flag,
  listOf,
  objectOf,
  oneOf,
  optional,
  orNull,
  recordOf,
  text,
  variantsBy,
  word,
} from './field.ts'

const about = 'a field'

describe('checking a field', () => {
  it.each<[string, Field, unknown[], unknown[]]>([
    ['text', text(about), ['', 'x'], [1, null, [], {}]],
    ['filled text', filledText(about), ['x', ' x '], ['', ' ', '\t\n\u00a0', 1, null]],
    ['word', word(['a'], about), ['a', 'not known yet'], [1, null]],
    ['error', errorText(about), ['x', new Error('x')], [1, {}, null]],
    ['flag', flag(about), [true, false], ['true', 1, null]],
    ['null', orNull(text(about)), [null, 'x'], [1, undefined]],
    ['anything', anything(about), [null, 1, 'x', []], []],
    ['any object', anyObject(about), [{}, { a: 1 }], [[], null, 'x']],
    ['function', callable(about), [() => {}], ['() => {}', null]],
    ['count', count(about), [0, 1, 2 ** 53 - 1], [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '1']],
    ['bounded count', count(about, { min: 1, max: 3 }), [1, 3], [0, 4]],
    ['duration', duration(about), [1, '5s'], [0, '5', true, null]],
    ['one of', oneOf(['a', 1], about), ['a', 1], ['1', 'A', null]],
    ['list', listOf(flag(about), about), [[], [true]], [[1], {}, 'x']],
    ['list of at least one', listOf(flag(about), about, 1), [[true]], [[]]],
    ['record', recordOf(text(about), about), [{}, { a: 'b' }], [{ a: 1 }, [], null]],
    ['object', objectOf({ a: text(about), b: optional(flag(about)) }, about), [{ a: 'x' }], [{}, { a: 'x', c: 1 }]],
    ['either', either([text(about), listOf(text(about), about)], about), ['x', ['x']], [1, [1]]],
    [
      'variants',
      variantsBy('type', 'a', { a: { type: optional(oneOf(['a'], about)) }, b: { type: oneOf(['b'], about) } }),
      [{}, { type: 'a' }, { type: 'b' }],
      [{ type: 'c' }, { type: 1 }, 'x'],
    ],
  ])('of kind %s accepts what fits and refuses what does not', (_, field, good, bad) => {
    expect(good.length).toBeGreaterThan(0)
    for (const value of good) expect(checkField(field, value), JSON.stringify(value)).toEqual([])
    for (const value of bad) expect(checkField(field, value), String(value)).not.toEqual([])
  })

  it('tells what was found, what was expected and the nearest word', () => {
    expect(checkField(oneOf(['ignore', 'deny'], about), 'dney', ['onFailure'])).toEqual([
      { path: ['onFailure'], kind: 'wrongType', found: '"dney"', expected: '"ignore" or "deny"', nearest: 'deny' },
    ])
  })

  it('of several kinds tells the story of the one that came furthest', () => {
    const field = either([text(about), objectOf({ use: text(about) }, about)], about)
    expect(checkField(field, { use: 1 }, ['guards', 0])).toEqual([
      { path: ['guards', 0, 'use'], kind: 'wrongType', found: '1', expected: 'text' },
    ])
    expect(checkField(field, 7)).toEqual([{ path: [], kind: 'wrongType', found: '7', expected: 'text, or an object' }])
  })
})

describe('checking an object', () => {
  const shape = { name: text(about), once: optional(flag(about)) }

  it('names keys that are missing and keys that nobody knows, a misspelt name before the one it stands for', () => {
    expect(checkShape(shape, { nmae: 'x', zzzzzzzz: 1 })).toEqual([
      { path: ['nmae'], kind: 'unknownKey', found: '"nmae"', expected: 'one of name, once', nearest: 'name' },
      { path: ['name'], kind: 'missing', found: 'nothing', expected: 'text' },
      { path: ['zzzzzzzz'], kind: 'unknownKey', found: '"zzzzzzzz"', expected: 'one of name, once' },
    ])
  })

  it('that is open lets unknown keys pass', () => {
    expect(checkShape(shape, { name: 'x', more: 1 }, { open: true })).toEqual([])
  })

  it('treats undefined as absent and looks at own properties only', () => {
    expect(checkShape(shape, { name: 'x', once: undefined, more: undefined })).toEqual([])
    expect(checkShape(shape, Object.create({ name: 'x' })).map((issue) => issue.kind)).toEqual(['missing'])
    expect(checkShape({ ...shape }, JSON.parse('{"name":"x","__proto__":1}')).map((issue) => issue.found)).toEqual([
      '"__proto__"',
    ])
  })

  it('never throws, whatever it is given', () => {
    const wide = { a: either([text(about), recordOf(count(about), about)], about), b: listOf(anyObject(about), about) }
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(Array.isArray(checkShape(wide, value))).toBe(true)
        expect(Array.isArray(checkShape(wide, { a: value, b: value }))).toBe(true)
      }),
    )
  })
})

describe('words for people', () => {
  it('say what a field expects', () => {
    expect(expectation(count(about, { max: 5 }))).toBe('a whole number from 0 to 5')
    expect(expectation(recordOf(text(about), about))).toBe('an object whose values are text')
    expect(expectation(orNull(flag(about)))).toBe('true or false, or null')
    expect(expectation(listOf(either([text(about), anyObject(about)], about), about))).toBe(
      'a list of text, or objects',
    )
  })

  it('say what was found, cut when long', () => {
    expect(describeValue('x'.repeat(100))).toBe(`"${'x'.repeat(57)}…"`)
    expect([null, [1, 2], {}, () => {}, 1, true].map(describeValue)).toEqual([
      'null',
      'a list of 2',
      'an object',
      'a function',
      '1',
      'true',
    ])
  })
})
