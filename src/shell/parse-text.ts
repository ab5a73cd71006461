import { type ParsedScript, parse } from 'unbash'

/** Above this estimate, in nanoseconds, a text is not given to the parser whole. */
const COST_LIMIT = 250_000_000

/**
 * Parses a text in bounded time. The parser searches the end of some brackets anew for each of them, which takes minutes for a
 * text of nothing else; such a text is parsed line by line instead, without the lines that are themselves too costly, and
 * `whole` is false.
 */
export function parseText(text: string): { scripts: ParsedScript[]; whole: boolean } {
  if (estimateCost(text) <= COST_LIMIT) return { scripts: [parse(text)], whole: true }
  let left = COST_LIMIT
  const lines = text.split('\n').filter((line) => {
    const cost = estimateCost(line)
    if (cost > left) return false
    left -= cost
    return true
  })
  return { scripts: lines.map((line) => parse(line)), whole: false }
}

/** The weights are measured times for one bracket and one character that follows it. */
function estimateCost(text: string): number {
  if (text.length < 1000) return 0
  const braces = count(text, '{')
  const brackets = count(text, '[')
  const run = braces + brackets > 100 ? longestRun(text) : 1000
  return (
    6 * braces * run +
    (text.includes('$') ? 20 : 1) * brackets * run +
    35 * count(text, '$[') * text.length +
    8 * count(text, '$((') * text.length
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
