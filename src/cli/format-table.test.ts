import { expect, test } from 'vitest'
import { formatTable } from './format-table.ts'
import { showLines } from './show-lines.ts'

test('a table lines its columns up and leaves no blanks at the ends', () => {
  expect(
    formatTable(
      [
        ['NAME', 'WHY'],
        ['a', ''],
        ['longer', 'x  y'],
      ],
      ' ',
    ),
  ).toEqual([' NAME    WHY', ' a', ' longer  x  y'])
})

test('a table without rows has no lines', () => {
  expect(formatTable([])).toEqual([])
})

test('text of others keeps its lines and shows what a screen would obey', () => {
  expect(showLines('a\tb\r\nc\x1b[2Jd\u202e', '  ')).toBe('a    b\n  c\\u001b[2Jd\\u202e')
})
