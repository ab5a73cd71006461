import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { expect, test } from 'vitest'
import { insertJson, removeJson } from './edit-json.ts'

test('adds to a list of several lines before its closing bracket, behind trailing comments', () => {
  const text = '{\n\t"a": [\n\t\t1, // one\n\t\t2 // two\n\t\t// end, really\n\t] // list\n}\n'
  expect(insertJson(text, ['a'], { b: 3 })).toBe(
    '{\n\t"a": [\n\t\t1, // one\n\t\t2, // two\n\t\t// end, really\n\t\t{\n\t\t\t"b": 3\n\t\t}\n\t] // list\n}\n',
  )
})

test.each([
  ['{"a": [1]}', '{"a": [1, {"b":3}]}'],
  ['{"a": []}', '{"a": [\n  {\n    "b": 3\n  }\n]}'],
  ['{"a": [\n  1,\n]}', '{"a": [\n  1,\n  {\n    "b": 3\n  }\n]}'],
  ['{}', '{\n  "a": [\n    {\n      "b": 3\n    }\n  ]\n}'],
  ['{"x": 1}', '{"x": 1, "a":[{"b":3}]}'],
  [
    '{\r\n    "x": 1\r\n}\r\n',
    '{\r\n    "x": 1,\r\n    "a": [\r\n        {\r\n            "b": 3\r\n        }\r\n    ]\r\n}\r\n',
  ],
  ['{ /* none */ }', '{ /* none */\n  "a": [\n    {\n      "b": 3\n    }\n  ]\n}'],
])('adds to %j', (text, expected) => {
  const added = insertJson(text, ['a'], { b: 3 })
  expect(added).toBe(expected)
  expect(parse(added)).toMatchObject({ a: expect.arrayContaining([{ b: 3 }]) })
})

test('makes what leads to the list', () => {
  expect(parse(insertJson('{"hooks": {"Stop": []}}', ['hooks', 'PreToolUse'], 1))).toEqual({
    hooks: { Stop: [], PreToolUse: [1] },
  })
  expect(parse(insertJson('{}', ['a', 'b', 'c'], 1))).toEqual({ a: { b: { c: [1] } } })
})

test('removes the first, a middle, the last and the only item with their commas', () => {
  const text = '[\n  1, // one\n  2, // two\n  3 // three\n]'
  expect(removeJson(text, [0])).toBe('[ // one\n  2, // two\n  3 // three\n]')
  expect(removeJson(text, [1])).toBe('[\n  1, // one // two\n  3 // three\n]')
  expect(removeJson(text, [2])).toBe('[\n  1, // one\n  2 // two // three\n]')
  expect(removeJson('{"a": [ 1, ]}', ['a', 0])).toBe('{"a": []}')
  expect(removeJson('{"a": 1, "b": 2}', ['b'])).toBe('{"a": 1}')
})

const comments = fc.constantFrom('', ' ', '\n', '\n  ', ' // x, y\n', ' /* , ] } */ ', '\n  /* z */\n  ')
const items = fc.constantFrom('1', '"a, b"', '{"x": [1, 2]}', '{ "matcher": "B", "hooks": [] }', '"// no"')

const lists = fc
  .tuple(fc.array(fc.tuple(comments, items, comments), { maxLength: 4 }), comments, fc.boolean())
  .map(([members, end, trailing]) => {
    const body = members.map(([before, item, after]) => `${before}${item}${after}`).join(',')
    return `{\n  "keep": [1,2],\n  "list": [${body}${trailing && members.length > 0 ? ',' : ''}${end}],\n  "z": {}\n}\n`
  })

test('what is added and removed again leaves the text as it was, and every value in place', () => {
  fc.assert(
    fc.property(lists, (text) => {
      const before = parse(text) as { list: unknown[] }
      const added = insertJson(text, ['list'], { new: [1] })
      expect(parse(added)).toEqual({ ...before, list: [...before.list, { new: [1] }] })
      const removed = removeJson(added, ['list', before.list.length])
      expect(parse(removed)).toEqual(before)
      expect(removed.replaceAll(/[\s,]/g, '')).toBe(text.replaceAll(/[\s,]/g, ''))
    }),
    { numRuns: 500 },
  )
})
