import { expect, it } from 'vitest'
import { diffLines } from './unified-diff.ts'

const show = (before: string[], after: string[]): string[] =>
  diffLines(before, after).map(({ kind, text }) => `${kind}${text}`)

it('is empty for equal lists and shows the lines around a change', () => {
  const lines = Array.from({ length: 20 }, (_, index) => String(index))
  expect(show(lines, lines)).toEqual([])
  expect(show(lines, lines.with(10, 'x'))).toEqual(['@', ' 7', ' 8', ' 9', '-10', '+x', ' 11', ' 12', ' 13', '@'])
})

it('keeps what both have and gives each list back when read on one side', () => {
  let seed = 7
  let checked = 0
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % below
  }
  for (let round = 0; round < 300; round++) {
    const before = Array.from({ length: random(12) }, () => String(random(4)))
    const after = Array.from({ length: random(12) }, () => String(random(4)))
    const lines = diffLines(before, after)
    if (lines.some(({ kind }) => kind === '@') || lines.length === 0) continue
    checked++
    expect(lines.filter(({ kind }) => kind !== '+').map(({ text }) => text)).toEqual(before)
    expect(lines.filter(({ kind }) => kind !== '-').map(({ text }) => text)).toEqual(after)
  }
  expect(checked).toBeGreaterThan(100)
})

it('replaces the whole when two lists have too little in common to be searched', () => {
  const before = Array.from({ length: 3000 }, (_, index) => `a${index}`)
  const after = Array.from({ length: 3000 }, (_, index) => `b${index}`)
  expect(show(before, after)).toEqual([...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)])
})
