import { describe, expect, it } from 'vitest'
import { type Decision, decisions, decisionWords, rankOf, strictestDecision } from './decision.ts'

const all: (Decision | null)[] = [...decisions, null]

describe('the strictest decision', () => {
  it('is deny before ask before allow before none', () => {
    expect(all.map(rankOf)).toEqual([3, 2, 1, 0])
    const table = all.map((a) => all.map((b) => strictestDecision(a, b)))
    expect(table).toEqual([
      ['deny', 'deny', 'deny', 'deny'],
      ['deny', 'ask', 'ask', 'ask'],
      ['deny', 'ask', 'allow', 'allow'],
      ['deny', 'ask', 'allow', null],
    ])
  })

  it('does not depend on order or grouping', () => {
    for (const a of all)
      for (const b of all)
        for (const c of all) {
          expect(strictestDecision(a, b)).toBe(strictestDecision(b, a))
          expect(strictestDecision(a, strictestDecision(b, c))).toBe(strictestDecision(strictestDecision(a, b), c))
        }
  })

  it('has words for every decision', () => {
    expect(new Set(Object.values(decisionWords))).toEqual(new Set(decisions))
  })
})
