import type { Firing } from './assemble-firing.ts'
import { describeCall } from './describe-call.ts'
import { describeEnd, withDetail } from './firing-rows.ts'
import { type Cell, columnWidth, type Screen, writeLine } from './screen.ts'
import { showDuration, showMoment } from './show-time.ts'

/** Prints events of many sessions, one a line. */
export function printFiringList(firings: readonly Firing[], screen: Screen): void {
  const idWidth = columnWidth(
    firings.map(({ summary }) => summary.sessionId),
    { least: 7, most: 36 },
  )
  const line = (cells: readonly Cell[]): void => screen.print(writeLine(cells, screen))
  const head = ['SESSION', 'EVENT', 'WHEN', 'TOOK', 'OUTCOME', 'WHAT']
  line(cellsOf(head, idWidth).map((cell) => ({ ...cell, style: 'bold' })))
  for (const firing of firings) {
    const { summary, number } = firing
    const end = describeEnd(firing)
    const about = describeCall(firing.event)
    const why = [summary.decidedBy, summary.reason].filter((part) => part !== null).join(': ')
    const what = withDetail([summary.event, summary.tool ?? ''].filter((part) => part !== '').join(' '), about)
    const texts = [
      summary.sessionId,
      `#${number}`,
      showMoment(summary.at),
      summary.ms === null ? '-' : showDuration(summary.ms),
      end.text === '' ? '-' : end.text,
      why === '' ? what : `${why}  <-  ${what}`,
    ]
    line(cellsOf(texts, idWidth).map((cell, index) => (index === 4 ? { ...cell, style: end.style } : cell)))
  }
}

function cellsOf(
  [session = '', event = '', when = '', took = '', outcome = '', what = '']: string[],
  idWidth: number,
): Cell[] {
  return [
    { text: session, width: idWidth },
    { text: event, width: 6 },
    { text: when, width: 19 },
    { text: took, width: 9, align: 'right' },
    { text: outcome, width: 18 },
    { text: what },
  ]
}
