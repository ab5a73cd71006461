import { showLines } from '../../show-lines.ts'
import type { Paint } from '../../terminal.ts'
import { type DiffLine, diffLines } from './line-diff.ts'

const mostLines = 40

/** The lines of a change for a screen, numbered and coloured; long ones are cut in the middle of nowhere and say so. */
export function showDiff(before: string, after: string, paint: Paint): string[] {
  const lines = diffLines(before, after)
  const width = Math.max(0, ...lines.map((line) => (line.kind === 'gap' ? 1 : String(line.number).length)))
  const shown = lines.slice(0, mostLines).map((line) => showLine(line, width, paint))
  const left = lines.length - shown.length
  return left === 0 ? shown : [...shown, paint('dim', `… ${left} more lines`)]
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

/** What changed in how many lines: `+3 -1`. */
export function countChanges(before: string, after: string): string {
  const lines = diffLines(before, after)
  const count = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length
  return `+${count('added')} -${count('removed')}`
}
