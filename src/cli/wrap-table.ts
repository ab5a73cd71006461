import { formatTable } from './format-table.ts'

/**
 * A table for a screen of this width: the last column is broken between words and goes on below itself, or on lines of its own
 * where too little room is left beside the others. As `formatTable` makes it where it fits.
 */
export function wrapTable(
  rows: readonly (readonly string[])[],
  { indent = '', width }: { indent?: string; width: number },
): string[] {
  const whole = formatTable(rows, indent)
  if (whole.every((line) => line.length <= width)) return whole
  const start = Math.max(...formatTable(rows.map((row) => [...row.slice(0, -1), '|'])).map((line) => line.length - 1))
  const isBeside = width - indent.length - start >= leastRoom
  const hang = indent.length + (isBeside ? start : below)
  return formatTable(
    rows.map((row) => [...row.slice(0, -1), '']),
    indent,
  ).flatMap((head, index) => {
    const [first = '', ...rest] = wrapWords(rows[index]!.at(-1) ?? '', Math.max(1, width - hang))
    const lines = [first, ...rest].map((line) => `${' '.repeat(hang)}${line}`.trimEnd())
    return isBeside ? [`${head.padEnd(hang)}${first}`.trimEnd(), ...lines.slice(1)] : [head, ...lines]
  })
}

const leastRoom = 30
const below = 4

/** The columns of the screen behind stdout; without a screen there is no limit. */
export function screenWidth(stdout: { isTTY?: boolean; columns?: number } = process.stdout): number {
  return (stdout.isTTY === true && stdout.columns) || Number.POSITIVE_INFINITY
}

function wrapWords(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
