import { expect, test } from 'vitest'
import { readAnswer } from './read-answer.ts'

const deny = { decision: 'deny', reason: 'no' }

test('reads blanks as empty', () => {
  for (const text of ['', ' ', '\n\r\n\t', '\ufeff', '\ufeff \n']) expect(readAnswer(text)).toEqual({ kind: 'empty' })
})

test.each([
  'hello',
  'use {braces} here',
  'a } b { c',
  'function f() { return 1 }',
  'an empty {} in prose',
  'pass {"key": value} to it',
  'pass {"key"} to it',
  'ends with {',
  '[1, {"decision":"deny"}]',
  '"{\\"decision\\":\\"deny\\"}"',
  '42',
  'null',
  'NaN',
  '[INFO] starting',
  'line\n{not json}\nline',
])('reads %j as text', (text) => {
  expect(readAnswer(text)).toEqual({ kind: 'text', text })
})

test.each([
  ['compact', JSON.stringify(deny)],
  ['pretty', JSON.stringify(deny, null, 2)],
  ['with blanks around', `\n\n  ${JSON.stringify(deny)} \r\n`],
  ['behind a byte order mark (F50)', `\ufeff${JSON.stringify(deny)}`],
])('reads one object, %s', (_, text) => {
  expect(readAnswer(text)).toEqual({ kind: 'object', value: deny, noisy: false, duplicateKeys: [] })
})

test.each([
  ['lines before', `Welcome to bash 5.2\n${JSON.stringify(deny)}`],
  ['lines after', `${JSON.stringify(deny)}\ndone in 3 ms`],
  ['text on the same line', `info: ${JSON.stringify(deny)} (cached)`],
  ['a bracketed log line', `[INFO] starting\n${JSON.stringify(deny, null, 2)}\n`],
  ['a code fence', `\`\`\`json\n${JSON.stringify(deny)}\n\`\`\``],
  ['braces that are no JSON', `use {braces} and {} or {"x"}\n${JSON.stringify(deny)}`],
  ['a brace too many', `${JSON.stringify(deny)}}`],
  ['an unfinished array around it', `[${JSON.stringify(deny)},`],
])('finds one object among %s (F52)', (_, text) => {
  expect(readAnswer(text)).toEqual({ kind: 'object', value: deny, noisy: true, duplicateKeys: [] })
})

test('reads several objects, and says whether other text stands between (F53)', () => {
  expect(readAnswer('{"a":1}\n{"b":2}{"c":3}')).toEqual({
    kind: 'objects',
    values: [{ a: 1 }, { b: 2 }, { c: 3 }],
    noisy: false,
    duplicateKeys: [],
  })
  expect(readAnswer('log\n{"a":1,"a":2}\nlog {"b":{"c":1,"c":1}}')).toEqual({
    kind: 'objects',
    values: [{ a: 2 }, { b: { c: 1 } }],
    noisy: true,
    duplicateKeys: ['a', 'b.c'],
  })
})

test('counts an empty object only on a line of its own', () => {
  expect(readAnswer('{}')).toEqual({ kind: 'object', value: {}, noisy: false, duplicateKeys: [] })
  expect(readAnswer('hi\n { } \nho')).toEqual({ kind: 'object', value: {}, noisy: true, duplicateKeys: [] })
  expect(readAnswer('{}{"a":1}')).toEqual({ kind: 'object', value: { a: 1 }, noisy: true, duplicateKeys: [] })
})

test.each([
  [
    '{"decision":"deny","reason":"n',
    'a string never ends: expected a closing double quote but found the end of the text at line 1, column 31',
  ],
  ['{"decision":"deny"', `expected ',' or '}' but found the end of the text at line 1, column 19`],
  ['{', `expected a key in double quotes or '}' but found the end of the text at line 1, column 2`],
  ['noise\n{ \n', `expected a key in double quotes or '}' but found the end of the text at line 3, column 1`],
  ['{broken json', `expected a key in double quotes or '}' but found 'broken' at line 1, column 2`],
  ["{'decision': 'deny'}", `expected a key in double quotes or '}' but found a single quote at line 1, column 2`],
  ['{"a":1,}', `expected a key in double quotes but found '}' at line 1, column 8`],
  ['{"timeout": NaN}', `expected a value but found 'NaN' at line 1, column 13`],
  ['Welcome\n  {"decision": deny}', `expected a value but found 'deny' at line 2, column 16`],
  [
    'log {"decision":"deny","reason":"a\nb"}',
    'a string holds a line break, which must be escaped there at line 1, column 35',
  ],
  [
    'log {"deci',
    'a string never ends: expected a closing double quote but found the end of the text at line 1, column 11',
  ],
  ['[{"decision":"deny"', `expected ',' or '}' but found the end of the text at line 1, column 20`],
])('reads %j as broken, never as text (F51)', (text, message) => {
  expect(readAnswer(text)).toEqual({ kind: 'broken', message })
})

test('keeps the complete objects beside a broken one', () => {
  const values = [deny]
  const json = JSON.stringify(deny)
  for (const text of [
    `{"a": oops}\n${json}`,
    `${json}\n{"a": `,
    `{"a": "cut off\n${json}`,
    `{"a": {"b": 1}\n${json}`,
    `{"a": "cut off${json}`,
    `log {"a": [1, 2 ${json}`,
  ]) {
    expect(readAnswer(text)).toEqual({ kind: 'broken', message: expect.stringContaining('line'), values })
  }
})

test('does not take the inside of a broken object for an answer', () => {
  expect(readAnswer('{"tool_input": {"decision":"allow"}, oops')).toEqual({
    kind: 'broken',
    message: `expected a key in double quotes but found 'oops' at line 1, column 38`,
  })
})

test('refuses depth bombs without a RangeError, among noise too (F56)', () => {
  const bomb = '{"a":'.repeat(1_000_000)
  const message = expect.stringContaining('nested deeper than 64 levels')
  expect(readAnswer(`${bomb}1${'}'.repeat(1_000_000)}`)).toEqual({ kind: 'broken', message })
  expect(readAnswer(`x ${bomb}1${'}'.repeat(1_000_000)} {"b":1}`)).toEqual({
    kind: 'broken',
    message,
    values: [{ b: 1 }],
  })
  expect(readAnswer(bomb).kind).toBe('broken')
  expect(readAnswer('['.repeat(1_000_000)).kind).toBe('text')
  expect(readAnswer('{"'.repeat(1_000_000)).kind).toBe('broken')
  expect(readAnswer(`x ${'{"a":['.repeat(300_000)}`).kind).toBe('broken')
  expect(readAnswer(`x ${'{ '.repeat(500_000)}`).kind).toBe('text')
})
