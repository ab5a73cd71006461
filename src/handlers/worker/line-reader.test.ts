import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineReader, longestLine } from './line-reader.ts'

function readAll(chunks: readonly Buffer[]): { lines: string[]; cut: number; skipped: number } {
  const seen = { lines: [] as string[], cut: 0, skipped: 0 }
  const reader = createLineReader({
    hear(line, isCut) {
      if (isCut) seen.cut++
      seen.lines.push(line.toString())
    },
    skip(bytes) {
      seen.skipped += bytes
    },
  })
  for (const chunk of chunks) reader.push(chunk)
  reader.end()
  return seen
}

function split(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [0, ...[...places].sort((a, b) => a - b).map((place) => Math.min(place, bytes.length)), bytes.length]
  return at.slice(1).map((end, index) => bytes.subarray(at[index]!, end))
}

describe('lines', () => {
  it('are the same however their bytes arrive', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '→', '😀', '\n', '{', '"'), maxLength: 60 })
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 12 }), (given, places) => {
        const expected = given.split('\n')
        if (expected.at(-1) === '') expected.pop()
        const bytes = Buffer.from(given)
        expect(readAll(split(bytes, places)).lines).toEqual(expected)
      }),
    )
  })

  it('that are too long are given once, by their beginning, and those after them are whole', () => {
    const chunk = Buffer.alloc(longestLine / 4, 'x')
    const seen = readAll([...new Array(12).fill(chunk), Buffer.from('end\nnext\n')])
    expect({ ...seen, lines: seen.lines.map((line) => line.length) }).toEqual({
      lines: [longestLine, 4],
      cut: 1,
      skipped: chunk.length * 7,
    })
    expect(seen.lines[1]).toBe('next')
  })

  it('of exactly the longest length are whole, within one chunk or many', () => {
    const line = Buffer.concat([Buffer.alloc(longestLine, 'x'), Buffer.from('\n')])
    for (const chunks of [[line], split(line, [10, 5_000, longestLine])]) {
      const { lines, cut } = readAll(chunks)
      expect({ lengths: lines.map((text) => text.length), cut }).toEqual({ lengths: [longestLine], cut: 0 })
    }
  })
})
