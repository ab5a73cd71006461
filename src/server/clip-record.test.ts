import { describe, expect, it } from 'vitest'
import { clipValue, textAt } from './clip-record.ts'

describe('clipping', () => {
  it('keeps what is short, cuts what is long at a whole character, and names every cut', () => {
    const value = {
      short: 'abc',
      long: 'abcdefghij',
      halves: '123456789\u{1f600}',
      list: [{ deep: 'abcdefghijk' }],
      n: 1,
      none: null,
    }
    const { value: shown, clips } = clipValue(value, 7, { text: 10, total: 1_000 })
    expect(shown).toEqual({ ...value, halves: '123456789', list: [{ deep: 'abcdefghij' }] })
    expect(clips).toEqual([
      { record: 7, path: ['halves'], characters: 11 },
      { record: 7, path: ['list', 0, 'deep'], characters: 11 },
    ])
    expect(clips.map(({ path }) => textAt(value, path))).toEqual(['123456789\u{1f600}', 'abcdefghijk'])
  })

  it('keeps to a total, however many small parts there are', () => {
    const many = { list: Array.from({ length: 100_000 }, (_, index) => `item ${index}`), after: { x: 'y' } }
    const { value, clips } = clipValue(many, 1, { text: 100, total: 5_000 })
    expect(JSON.stringify(value).length).toBeLessThan(10_000)
    expect(clips.map(({ path }) => path)).toEqual([['list', 638], ['list'], []])
    expect(many.list).toHaveLength(100_000)
  })

  it('reads nothing that is not there, and nothing that is inherited', () => {
    expect([textAt({ a: [1, { b: 2 }] }, ['a', 1]), textAt({}, ['toString']), textAt('x', ['length'])]).toEqual([
      '{\n  "b": 2\n}',
      undefined,
      undefined,
    ])
  })
})
