import { type ParsedScript, parse } from 'unbash'

/** How much estimated time, in nanoseconds, all texts inside each other may take together. Reduced by every parse. */
export interface ParseBudget {
  left: number
}

/** A fresh budget, for one text and all that is found inside it. */
export function createParseBudget(): ParseBudget {
  return { left: 300_000_000 }
}

/**
 * Parses a text in bounded time. The parser searches the end of some brackets, and the here-documents so far, anew for each of
 * them, which takes minutes for a text of nothing else. Such a text is parsed line by line instead, without the lines that
 * are themselves too costly, and `whole` is false. A text on its own needs no budget from outside. May throw a RangeError when
 * the text is nested too deeply.
 */
export function parseText(text: string, budget = createParseBudget()): { scripts: ParsedScript[]; whole: boolean } {
  if (spend(text, budget)) return { scripts: [parse(text)], whole: true }
  const lines = text.split('\n').filter((line) => spend(line, budget))
  return { scripts: lines.map((line) => parse(line)), whole: false }
}

function spend(text: string, budget: ParseBudget): boolean {
  const cost = estimateCost(text)
  if (cost > budget.left) return false
  budget.left -= cost
  return true
}

/** The weights are measured times for one bracket and one character that follows it. */
function estimateCost(text: string): number {
  if (text.length < 100) return 0
  const braces = count(text, '{')
  const brackets = count(text, '[')
  const run = braces + brackets > 100 ? longestRun(text) : Math.min(text.length, 1000)
  return (
    6 * braces * run +
    (text.includes('$') ? 20 : 1) * brackets * run +
    35 * count(text, '$[') * text.length +
    8 * count(text, '$((') * text.length +
    count(text, '<<') ** 2
  )
}

function count(text: string, mark: string): number {
  let found = 0
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) found++
  return found
}

/** The longest stretch without a blank: a bracket is searched no further than that. */
function longestRun(text: string): number {
  let longest = 0
  let start = 0
  for (let index = 0; index <= text.length; index++) {
    const code = index === text.length ? 32 : text.charCodeAt(index)
    if (code !== 32 && code !== 9 && code !== 10) continue
    longest = Math.max(longest, index - start)
    start = index + 1
  }
  return longest
}
