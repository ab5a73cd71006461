import { type DiffLine, diffLines } from '../../diff-lines.ts'
import { showLines } from '../../show-lines.ts'
import type { Paint } from '../../terminal.ts'

/** A change for a screen. */
export interface ShownDiff {
  /** Numbered and coloured; a long change is cut, and says so. */
  lines: string[]
  /** In how many lines: `+3 -1`. */
  count: string
}

/** Shows what changed between two texts. */
export function showDiff(before: string, after: string, { paint, most }: { paint: Paint; most: number }): ShownDiff {
  const lines = diffLines(before, after)
  const first = lines.slice(0, most)
  const width = Math.max(0, ...first.map((line) => (line.kind === 'gap' ? 1 : String(line.number).length)))
  const shown = first.map((line) => showLine(line, width, paint))
  const left = lines.length - shown.length
  const count = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length
  return {
    lines: left === 0 ? shown : [...shown, paint('yellow', `… ${left} more lines are not shown`)],
    count: `+${count('added')} -${count('removed')}`,
  }
}

function showLine(line: DiffLine, width: number, paint: Paint): string {
  if (line.kind === 'gap') return paint('dim', '…'.padStart(width))
  const number = String(line.number).padStart(width)
  const text = showLines(line.text)
  switch (line.kind) {
    case 'same':
      return paint('dim', `${number}   ${text}`.trimEnd())
    case 'added':
      return paint('green', `${number} + ${text}`)
    case 'removed':
      return paint('red', `${number} - ${text}`)
  }
}
