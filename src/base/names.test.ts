import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearestName, toCamelCase, toKebabCase, toSnakeCase } from './names.ts'

describe('names', () => {
  it('change between camelCase, snake_case and file names by rule', () => {
    expect(['toolUseId', 'cwd', 'isTimeout'].map(toSnakeCase)).toEqual(['tool_use_id', 'cwd', 'is_timeout'])
    expect(['tool_use_id', 'cwd', 'part_2_of'].map(toCamelCase)).toEqual(['toolUseId', 'cwd', 'part2Of'])
    expect(['PreToolUse', 'Stop'].map(toKebabCase)).toEqual(['pre-tool-use', 'stop'])
  })

  it('survive the way to the wire and back', () => {
    const camel = fc.stringMatching(/^[a-z]+([A-Z][a-z]+){0,4}$/)
    fc.assert(fc.property(camel, (name) => void expect(toCamelCase(toSnakeCase(name))).toBe(name)))
  })
})

describe('the nearest name', () => {
  const candidates = ['PreToolUse', 'PostToolUse', 'Stop', 'defaultTimeout']

  it.each([
    ['PreTolUse', 'PreToolUse'],
    ['pretooluse', 'PreToolUse'],
    ['pre_tool_use', 'PreToolUse'],
    ['PostTooluse', 'PostToolUse'],
    ['stpo', 'Stop'],
    ['default_timeout', 'defaultTimeout'],
    ['defaultTimeot', 'defaultTimeout'],
  ])('to %s is %s', (written, meant) => {
    expect(nearestName(written, candidates)).toBe(meant)
  })

  it('is none when nothing is near', () => {
    expect(['SomethingElse', 'x', ''].map((name) => nearestName(name, candidates))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(nearestName('Stop', [])).toBeUndefined()
  })

  it('of a valid name is itself', () => {
    fc.assert(
      fc.property(fc.constantFrom(...candidates), (name) => void expect(nearestName(name, candidates)).toBe(name)),
    )
  })
})
