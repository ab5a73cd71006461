import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addPathAlias, readPathAlias } from './path-alias.ts'

const toolName = 'Write'

describe('addPathAlias', () => {
  it.each([
    [
      { file_path: 'a', content: 'c' },
      { file_path: 'a', path: 'a', content: 'c' },
    ],
    [
      { content: 'c', path: 'a' },
      { content: 'c', path: 'a', file_path: 'a' },
    ],
    [
      { file_path: 'a', path: 'b' },
      { file_path: 'a', path: 'b' },
    ],
    [{ command: 'ls' }, { command: 'ls' }],
    [{}, {}],
  ])('shows %j as %j', (input, expected) => {
    expect(Object.entries(addPathAlias(toolName, input))).toEqual(Object.entries(expected))
  })
})

describe('readPathAlias', () => {
  const seen = addPathAlias(toolName, { file_path: 'a', content: 'c' })

  it.each([
    [{ path: 'b' }, { file_path: 'b' }, []],
    [{ file_path: 'b' }, { file_path: 'b' }, []],
    [{ file_path: 'a', path: 'b' }, { file_path: 'b' }, []],
    [{ file_path: 'b', path: 'a' }, { file_path: 'b' }, []],
    [{ file_path: 'b', path: 'b' }, { file_path: 'b' }, []],
    [{ file_path: 'b', path: 'c' }, { file_path: 'b' }, ['file_path']],
    [{ path: 'c', file_path: 'b' }, { file_path: 'b' }, ['file_path']],
    [{ content: 'd' }, { content: 'd' }, []],
    [{ file_path: 'a', path: 'a', content: 'd' }, { file_path: 'a', content: 'd' }, []],
    [{}, {}, []],
  ])('reads the rewrite %j as %j', (rewritten, input, conflicts) => {
    expect(readPathAlias({ toolName, seen, rewritten })).toEqual({ input, conflicts })
  })

  it('gives the change back under the name the tool has', () => {
    const bySelf = addPathAlias('Grep', { pattern: 'x', path: 'a' })
    expect(readPathAlias({ toolName: 'Grep', seen: bySelf, rewritten: { file_path: 'b' } })).toEqual({
      input: { path: 'b' },
      conflicts: [],
    })
  })

  it('leaves a tool alone that has both names for different things', () => {
    const both = { file_path: 'a', path: 'b' }
    expect(readPathAlias({ toolName, seen: both, rewritten: { path: 'c' } })).toEqual({
      input: { path: 'c' },
      conflicts: [],
    })
  })

  const others = fc.dictionary(
    fc.string().filter((key) => key !== 'path' && key !== 'file_path' && key !== '__proto__'),
    fc.jsonValue(),
  )
  const inputs = fc
    .tuple(others, fc.constantFrom('path', 'file_path'), fc.jsonValue(), fc.boolean())
    .map(([rest, name, value, has]) => (has ? { ...rest, [name]: value } : rest))

  it('gives back any input that a hook returned as it saw it', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const shown = addPathAlias(toolName, input)
        expect(readPathAlias({ toolName, seen: shown, rewritten: structuredClone(shown) })).toEqual({
          input,
          conflicts: [],
        })
      }),
    )
  })

  it('keeps a change of either name, never the old value', () => {
    fc.assert(
      fc.property(
        others,
        fc.constantFrom('path', 'file_path'),
        fc.constantFrom('path', 'file_path'),
        (rest, own, changed) => {
          const shown = addPathAlias(toolName, { ...rest, [own]: 'old' })
          const { input, conflicts } = readPathAlias({
            toolName,
            seen: shown,
            rewritten: { ...shown, [changed]: 'new' },
          })
          expect(input).toEqual({ ...rest, [own]: 'new' })
          expect(conflicts).toEqual([])
        },
      ),
    )
  })
})
