import { expect, test } from 'vitest'
import { createParseBudget, parseText } from '../../shell/parse-text.ts'
import { alwaysExits, findExits } from './find-exits.ts'
import type { CodeSource } from './hook-code.ts'

const shell = (text: string): CodeSource => ({
  origin: 'script',
  language: 'sh',
  text,
  tree: parseText(text, createParseBudget()).scripts[0]!,
  place: () => ({}),
})
const other = (text: string): CodeSource => ({ origin: 'script', language: 'python3', text, place: () => ({}) })

test('finds the codes that shell and other languages end with', () => {
  expect(findExits(shell('if x; then exit 2; fi\nf() { return 1; }\nexit $code')).map(({ code }) => code)).toEqual([
    2, 1,
  ])
  expect(findExits(other('sys.exit(2)\nprocess.exit( 1 )\nprocess.exitCode = 3')).map(({ code }) => code)).toEqual([
    2, 1, 3,
  ])
  expect(findExits(shell('echo "exit 2" # exit 2'))).toEqual([])
})

test.each([
  ['exit 2', true],
  ['echo no >&2; exit 2', true],
  ['f() { exit 0; }; echo; exit 2', true],
  ['exit 0; exit 2', false],
  ['if x; then exit 0; fi; exit 2', false],
  ['x && exit 2', false],
  ['"$PROGRAM"; exit 2', false],
  ['echo', false],
])('tells whether %j always denies', (text, expected) => {
  expect(alwaysExits(shell(text), 2)).toBe(expected)
})
