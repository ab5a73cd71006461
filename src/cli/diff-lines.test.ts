import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from './diff-lines.ts'

const write = (before: string, after: string): string[] =>
  diffLines(before, after).map((line) => {
    if (line.kind === 'gap') return '…'
    return `${line.number}${{ same: ' ', added: '+', removed: '-' }[line.kind]}${line.text}`
  })

test('shows what changed with three lines around it, and a gap between changes', () => {
  const before = Array.from({ length: 14 }, (_, at) => `line ${at + 1}`)
  const after = before.with(1, 'second').toSpliced(12, 1)
  expect(write(before.join('\n'), `${after.join('\n')}\n`)).toEqual([
    '1 line 1',
    '2-line 2',
    '2+second',
    '3 line 3',
    '4 line 4',
    '5 line 5',
    '…',
    '10 line 10',
    '11 line 11',
    '12 line 12',
    '13-line 13',
    '13 line 14',
  ])
})

test('shows new and emptied texts, and nothing where nothing changed', () => {
  expect(write('', 'a\nb\n')).toEqual(['1+a', '2+b'])
  expect(write('a\nb', '')).toEqual(['1-a', '2-b'])
  expect(write('a\r\nb\r\n', 'a\nb\n')).toEqual([])
})

test('a change that is too large to compare is a replacement of the whole', () => {
  const many = (name: string): string => Array.from({ length: 1100 }, (_, at) => `${name}${at}`).join('\n')
  const kinds = diffLines(many('a'), many('b')).map(({ kind }) => kind)
  expect([kinds.indexOf('added'), kinds.lastIndexOf('removed'), kinds.length]).toEqual([1100, 1099, 2200])
})

test('the lines of both texts are all there, in their order', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 7 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after).filter((line) => line.kind !== 'gap')
      const pick = (left: string): string[] => lines.filter(({ kind }) => kind !== left).map((line) => line.text)
      const all = (whole: string): string[] => (whole === '' ? [] : whole.split('\n'))
      if (lines.length === 0) expect(before).toBe(after)
      else if (all(before).length <= 3) expect(pick('added')).toEqual(all(before))
      for (const line of lines) {
        const side = line.kind === 'removed' ? all(before) : all(after)
        expect(side[line.number - 1]).toBe(line.text)
      }
    }),
  )
})
