import { expect, test } from 'vitest'
import { screenWidth, wrapTable } from './wrap-table.ts'

const rows = [
  ['--all', 'Everything that there is to be seen.'],
  ['--event NAME', 'One of them.'],
]

test('a table that fits stays as it is, and a pipe has room for everything', () => {
  expect(wrapTable(rows, { indent: '  ', width: screenWidth({}) })).toEqual([
    '  --all         Everything that there is to be seen.',
    '  --event NAME  One of them.',
  ])
})

test('the last column goes on below itself', () => {
  expect(wrapTable(rows, { indent: '  ', width: 46 })).toEqual([
    '  --all         Everything that there is to be',
    '                seen.',
    '  --event NAME  One of them.',
  ])
})

test('where little room is left the last column has lines of its own', () => {
  expect(wrapTable(rows, { indent: '  ', width: screenWidth({ isTTY: true, columns: 30 }) })).toEqual([
    '  --all',
    '      Everything that there is',
    '      to be seen.',
    '  --event NAME',
    '      One of them.',
  ])
})
