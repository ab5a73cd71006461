import fc from 'fast-check'
import { parse, stringify } from 'smol-toml'
import { expect, test } from 'vitest'
import { type ConfigDocument, parseDocument } from '../../src/base/document.ts'
import { HookError } from '../../src/base/errors.ts'

type Path = (string | number)[]

const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true }))
const { tree } = fc.letrec<{ tree: Record<string, unknown>; node: unknown }>((tie) => ({
  tree: fc.dictionary(fc.string(), tie('node'), { maxKeys: 4 }),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('tree'),
    fc.array(leaf, { maxLength: 3 }),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
  ),
}))

test('every value of a TOML document is found where it was written', () => {
  let checked = 0
  fc.assert(
    fc.property(tree, (value) => {
      const text = stringify(value)
      const document = parseDocument(text, 'toml')
      for (const [path, expected] of leaves(document.value)) {
        checked++
        expect(parse(`x = ${restOfLine(text, document, path)}`)['x']).toEqual(expected)
      }
    }),
  )
  expect(checked).toBeGreaterThan(100)
})

test('every value of a JSON document is found where it was written', () => {
  let checked = 0
  fc.assert(
    fc.property(tree, fc.constantFrom('json', 'jsonc'), (value, format) => {
      const text = JSON.stringify(value, null, 1)
      const document = parseDocument(text, format)
      expect(document.value).toEqual(JSON.parse(text))
      for (const [path, expected] of leaves(document.value)) {
        checked++
        expect(JSON.parse(restOfLine(text, document, path).replace(/,$/, ''))).toEqual(expected)
        const key = path.at(-1)!
        if (typeof key === 'string') {
          expect(restOfLine(text, document, path, { key: true }).startsWith(`${JSON.stringify(key)}: `)).toBe(true)
        }
      }
    }),
  )
  expect(checked).toBeGreaterThan(100)
})

test('any text either parses or is refused with a place inside it', () => {
  const toml = fc.array(
    fc.constantFrom(
      'a',
      'b',
      '.',
      '=',
      '[',
      ']',
      '[[a]]\n',
      '[a.b]\n',
      'a = 1\n',
      '"',
      "'''",
      '{',
      '}',
      ',',
      '\n',
      '#',
      '1',
      '\\',
    ),
  )
  const json = fc.array(
    fc.constantFrom('{', '}', '[', ']', '"', '"a"', ':', ',', '1', '\n', '//', '/*', '*/', 'true', '\\'),
  )
  fc.assert(
    fc.property(fc.oneof(toml, json), fc.constantFrom('json', 'jsonc', 'toml'), (parts, format) => {
      const text = parts.join('')
      try {
        expect(parseDocument(text, format).locate(['a', 0, 'b']).line).toBeGreaterThan(0)
      } catch (error) {
        expect(error).toBeInstanceOf(HookError)
        const { line = 0, column = 0 } = (error as HookError).place
        const lines = text.split('\n')
        expect(line).toBeGreaterThan(0)
        expect(line).toBeLessThanOrEqual(lines.length)
        expect(column).toBeGreaterThan(0)
        expect(column).toBeLessThanOrEqual(lines[line - 1]!.length + 1)
      }
    }),
    { numRuns: 3000 },
  )
})

function restOfLine(text: string, document: ConfigDocument, path: Path, options?: { key: true }): string {
  const { line, column } = document.locate(path, options)
  const rest = text.split('\n')[line - 1]!.slice(column - 1)
  // Inline arrays stand on one line in what stringify writes: cut the item out by its own JSON-like spelling.
  return document.format === 'toml' && typeof path.at(-1) === 'number' ? cutItem(rest) : rest
}

function cutItem(rest: string): string {
  if (rest.startsWith('"')) return /^"(?:[^"\\]|\\.)*"/.exec(rest)![0]
  return /^[^\s,\]]+/.exec(rest)![0]
}

function* leaves(value: unknown, path: Path = []): Generator<[Path, unknown]> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* leaves(item, [...path, index])
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) yield* leaves(member, [...path, key])
  } else yield [path, value]
}
