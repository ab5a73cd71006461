import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeSpacedJson } from './write-spaced-json.ts'

describe('writeSpacedJson', () => {
  it.each([
    [{}, '{}'],
    [[], '[]'],
    [{ a: 1, b: [1, 2, {}], c: 'x' }, '{"a": 1, "b": [1, 2, {}], "c": "x"}'],
    [{ 'a:b,c': 'd:e,f "g" \\' }, String.raw`{"a:b,c": "d:e,f \"g\" \\"}`],
    ['你好, 😀: \n', String.raw`"你好, 😀: \n"`],
  ])('writes %j as Python does', (value, expected) => {
    expect(writeSpacedJson(value)).toBe(expected)
  })

  it('writes one line that reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const line = writeSpacedJson(value)
        expect(line).not.toContain('\n')
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('takes a value of several megabytes', () => {
    const text = '"\\\n,:'.repeat(1_000_000)
    expect(JSON.parse(writeSpacedJson({ text })).text).toBe(text)
  })
})
