import { expect, test } from 'vitest'
import { createTerminal } from '../terminal.ts'
import { type Cell, describeScreen, writeLine } from './screen.ts'

const channel = { on: () => channel, write: () => true } as never
const terminal = createTerminal({ stdout: channel, stderr: channel, env: {} })
const screen = (columns?: number) =>
  describeScreen(terminal, { stdout: columns === undefined ? {} : { isTTY: true, columns }, env: {} })

const row = (texts: readonly string[]): Cell[] => [
  { text: texts[0]!, width: 20 },
  { text: texts[1]!, width: 10, spare: 1 },
  { text: texts[2]!, width: 10, align: 'right', spare: 2 },
  { text: texts[3]! },
]
const long = row(['id', 'when', '12', 'a project with a long name'])

test.each([
  [undefined, 'id                   when               12 a project with a long name'],
  [60, 'id                   when               12 a project with a…'],
  [50, 'id                   when       a project with a …'],
  [40, 'id                   a project with a l…'],
])('on a screen of %s columns a line fits and loses first what can be spared', (columns, line) => {
  expect(writeLine(long, screen(columns))).toBe(line)
})

test('all lines of a table lose the same cells, whatever their texts', () => {
  const columns = (cells: readonly Cell[]) => writeLine(cells, screen(45)).split(/\s{2,}/).length
  expect([columns(long), columns(row(['a', 'b', 'c', 'd']))]).toEqual([2, 2])
})
