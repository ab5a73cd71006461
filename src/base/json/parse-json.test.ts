import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

test('parses what JSON.parse parses', () => {
  const texts = [
    'null',
    ' true ',
    '-0',
    '1e999',
    '12.5E+3',
    '"\\u00e9\\n"',
    '[]',
    '{}',
    '[1,[2,{"a":[]}]]',
    '{"a":{"b":null}}\r\n\t',
  ]
  for (const text of texts) expect(parseJson(text)).toEqual({ value: JSON.parse(text), duplicateKeys: [] })
})

test.each([
  ['', 'expected a value but found the end of the text at line 1, column 1'],
  ['{"a": NaN}', "expected a value but found 'NaN' at line 1, column 7"],
  ['[-Infinity]', "expected a value or ']' but found '-' at line 1, column 2"],
  ['{"a": 1,}', "expected a key in double quotes but found '}' at line 1, column 9"],
  ['[1,]', "expected a value but found ']' at line 1, column 4"],
  ['{"a" 1}', "expected ':' after the key but found '1' at line 1, column 6"],
  ["{'a': 1}", "expected a key in double quotes or '}' but found a single quote at line 1, column 2"],
  ['{\n  "a": 1\n  "b": 2\n}', `expected ',' or '}' but found '"' at line 3, column 3`],
  ['[1 2]', "expected ',' or ']' but found '2' at line 1, column 4"],
  ['[01]', "expected ',' or ']' but found '1' at line 1, column 3"],
  ['1.', "expected the end of the text but found '.' at line 1, column 2"],
  ['{} {}', "expected the end of the text but found '{' at line 1, column 4"],
  ['// x\n{}', "expected a value but found '/' at line 1, column 1"],
  ['"a\nb"', 'a string holds a line break, which must be escaped there at line 1, column 3'],
  ['"a', 'a string never ends: expected a closing double quote but found the end of the text at line 1, column 3'],
  [
    '"\\x41"',
    `a string holds an unknown escape: expected one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX but found 'x41' at line 1, column 3`,
  ],
  [
    '"\\u00g0"',
    `a string holds an unknown escape: expected one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX but found 'g0' at line 1, column 6`,
  ],
  ['\u00a0{}', 'expected a value but found the character U+00A0 at line 1, column 1'],
])('says what is wrong with %j and where', (text, message) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(() => parseJson(text)).toThrow(new SyntaxError(message))
})

test('skips a byte order mark (F50) and does not count it as a column', () => {
  expect(parseJson('\ufeff{"a":1}')).toEqual({ value: { a: 1 }, duplicateKeys: [] })
  expect(() => parseJson('\ufeff?')).toThrow('line 1, column 1')
})

test('reports keys that occur twice, in any spelling and at any depth (F54)', () => {
  expect(parseJson('{"decision":"deny","decision":"allow"}')).toEqual({
    value: { decision: 'allow' },
    duplicateKeys: ['decision'],
  })
  expect(parseJson('{"decision":"deny","decisio\\u006e":"allow"}').duplicateKeys).toEqual(['decision'])
  expect(parseJson('{"a":[{"b":1},{"b":{"c d":1,"c d":2},"b":{}}]}').duplicateKeys).toEqual(['a[1].b["c d"]', 'a[1].b'])
  expect(parseJson('{"1":0,"1":0,"":1,"":2}').duplicateKeys).toEqual(['["1"]', '[""]'])
  expect(parseJson('{"__proto__":1,"__proto__":2}').duplicateKeys).toEqual(['__proto__'])
  expect(parseJson('{"a":{"a":1},"b":[{"a":1},{"a":"{\\"a\\":1,\\"a\\":2}"}]}').duplicateKeys).toEqual([])
})

test('keeps __proto__ as data (F55)', () => {
  const { value } = parseJson('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor'])
  expect('polluted' in {}).toBe(false)
})

test('accepts 64 levels and refuses more, however many (F56)', () => {
  expect(() => parseJson('['.repeat(64) + ']'.repeat(64))).not.toThrow()
  expect(() => parseJson('['.repeat(65) + ']'.repeat(65))).toThrow(
    new SyntaxError('nested deeper than 64 levels at line 1, column 65'),
  )
  expect(() => parseJson('['.repeat(1_000_000) + ']'.repeat(1_000_000))).toThrow('nested deeper than 64 levels')
  expect(() => parseJson('{"a":'.repeat(1_000_000))).toThrow('found the end of the text')
})

test('refuses more keys than a process can hold (F57)', () => {
  const members = Array.from({ length: 2_000_001 }, (_, index) => `"${index % 100}":0`)
  expect(() => parseJson(`[${members.map((member) => `{${member}}`).join()}]`)).toThrow('expected at most 2000000 keys')
  members.pop()
  expect(parseJson(`[${members.map((member) => `{${member}}`).join()}]`).duplicateKeys).toEqual([])
})
