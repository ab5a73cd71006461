import type { Rule } from './rule.ts'

/** A rule and the texts that a secret of its kind can start with; only their first two characters are used. */
export interface IndexedRule {
  starts: string[]
  rule: Rule
}

/** Answers which rules can apply at a position, by its first two characters: for most positions of a text, none. */
export function indexRules(rules: readonly IndexedRule[]): (first: number, second: number) => Rule[] | undefined {
  const byFirst = new Array<Rule[] | undefined>(ascii).fill(undefined)
  const byPair = new Array<Rule[] | undefined>(ascii * ascii).fill(undefined)
  for (const { starts, rule } of rules) {
    for (const start of starts) {
      const first = start.charCodeAt(0)
      addTo(byFirst, first, rule)
      const seconds = start.length > 1 ? [start.charCodeAt(1)] : Array.from({ length: ascii }, (_, code) => code)
      for (const second of seconds) addTo(byPair, first * ascii + second, rule)
    }
  }
  // At the end of what has arrived there is no second character yet: every rule of the first may have its say.
  return (first, second) =>
    first >= ascii ? undefined : second < ascii ? byPair[first * ascii + second] : byFirst[first]
}

const ascii = 128

function addTo(index: (Rule[] | undefined)[], place: number, rule: Rule): void {
  const rules = index[place]
  if (rules === undefined) index[place] = [rule]
  else if (!rules.includes(rule)) rules.push(rule)
}
