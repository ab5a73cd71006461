import { describe, expect, it } from 'vitest'
import { readToolInput } from './read-tool-input.ts'

describe('arguments of a tool call', () => {
  it('are a JSON object, or nothing', () => {
    expect(['{"a":{"b":[1]}}', ' {} ', '', '  ', undefined].map(readToolInput)).toEqual([
      { input: { a: { b: [1] } } },
      { input: {} },
      { input: {} },
      { input: {} },
      { input: {} },
    ])
  })

  it('are a problem otherwise, and then empty', () => {
    const refused = (why: string) => ({ input: {}, problem: `The arguments are not a JSON object: ${why}.` })
    expect(['[1]', '"a"', 'null', '7', '{"a":1,"a":2}'].map(readToolInput)).toEqual([
      refused('they are an array, not an object'),
      refused('they are a string, not an object'),
      refused('they are null, not an object'),
      refused('they are a number, not an object'),
      refused('the key a occurs twice'),
    ])
  })

  it.each(['{"a":', '{"a":1} x', "{'a':1}", '{"a":01}', '[object Object]', '['.repeat(100_000)])(
    'are a problem when they are no JSON: %.20s',
    (text) => {
      const { input, problem } = readToolInput(text)
      expect(input).toEqual({})
      expect(problem).toMatch(/^The arguments are not a JSON object: .+ at line \d+, column \d+\.$/)
    },
  )

  it('keep a key __proto__ as an ordinary one', () => {
    const { input } = readToolInput('{"__proto__":{"polluted":true}}')
    expect(Object.keys(input)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype)
  })
})
