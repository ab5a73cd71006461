import { expect, test } from 'vitest'
import { editJson } from './edit-json.ts'

const remove = (text: string, path: (string | number)[]): string | undefined =>
  editJson(text, { kind: 'remove', file: 'x.json', path })

test.each([
  ['a member with others behind it', '{"a":1, "b":2}', ['a'], '{"b":2}'],
  ['the last member', '{"a":1, "b":2}', ['b'], '{"a":1 }'],
  ['the only member', '{ "a": 1 }', ['a'], '{ }'],
  ['a line of its own', '{\n  "a": 1,\n  "b": 2\n}', ['a'], '{\n  "b": 2\n}'],
  ['the last line', '{\n  "a": 1,\n  "b": 2\n}', ['b'], '{\n  "a": 1\n}'],
  ['a line with a comment', '{\n  "a": 1, // one\n  "b": 2\n}', ['a'], '{\n  // one\n  "b": 2\n}'],
  ['a member before a trailing comma', '{\n  "a": 1,\n}', ['a'], '{\n}'],
  ['a nested member', '{"x":[{"m":"y","h":[]}]}', ['x', 0, 'm'], '{"x":[{"h":[]}]}'],
])('removes %s', (_, text, path, expected) => {
  expect(remove(text, path)).toBe(expected)
})

test('sets and renames in place, behind a byte order mark too', () => {
  const text = '\ufeff{ "a" : "old" /* why */ }'
  expect(editJson(text, { kind: 'set', file: '', path: ['a'], value: 5 })).toBe('\ufeff{ "a" : 5 /* why */ }')
  expect(editJson(text, { kind: 'rename', file: '', path: ['a'], name: 'b' })).toBe('\ufeff{ "b" : "old" /* why */ }')
})

test('does nothing where nothing stands', () => {
  expect([remove('{}', ['a']), remove('[1]', [0])]).toEqual([undefined, undefined])
})
