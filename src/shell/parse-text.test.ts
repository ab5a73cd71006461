import { describe, expect, it } from 'vitest'
import { createParseBudget, parseText } from './parse-text.ts'

describe('parseText', () => {
  it('parses an ordinary text whole', () => {
    const { scripts, whole } = parseText('a\nb; c')
    expect({ whole, statements: scripts.map(({ commands }) => commands.length) }).toEqual({
      whole: true,
      statements: [3],
    })
  })

  it('parses a text that is too costly line by line, without its costly lines', () => {
    const { scripts, whole } = parseText(`first\n${'{'.repeat(200_000)}\nlast`)
    expect({ whole, lines: scripts.length }).toEqual({ whole: false, lines: 2 })
  })

  it('shares one budget among all texts inside each other', () => {
    const budget = createParseBudget()
    const costly = '{'.repeat(5_000)
    expect([parseText(costly, budget).whole, parseText(costly, budget).whole, parseText(costly, budget).whole]).toEqual(
      [true, true, false],
    )
  })
})
