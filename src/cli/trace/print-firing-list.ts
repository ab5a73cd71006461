import type { Firing } from './assemble-firing.ts'
import { describeCall } from './describe-call.ts'
import { describeEnd, withDetail } from './firing-rows.ts'
import { type Cell, columnWidth, type Screen, writeLine } from './screen.ts'
import { showDuration, showMoment } from './show-time.ts'

/** Prints events of many sessions, one a line. */
export function printFiringList(firings: readonly Firing[], screen: Screen): void {
  const widths = {
    session: columnWidth(
      firings.map(({ summary }) => summary.sessionId),
      { least: 7, most: 36 },
    ),
    event: columnWidth(firings.map(nameEvent), { least: 5, most: 40 }),
    outcome: columnWidth(firings.map(nameOutcome), { least: 7, most: 18 }),
  }
  const line = (cells: readonly Cell[]): void => screen.print(writeLine(cells, screen))
  const head = ['SESSION', 'EVENT', 'WHEN', 'TOOK', 'OUTCOME', 'WHAT']
  line(cellsOf(head, widths).map((cell) => ({ ...cell, style: 'bold' })))
  for (const firing of firings) {
    const { summary } = firing
    const { style } = describeEnd(firing)
    const about = describeCall(firing.event)
    const why = [summary.decidedBy, summary.reason].filter((part) => part !== null).join(': ')
    const what = withDetail([summary.event, summary.tool ?? ''].filter((part) => part !== '').join(' '), about)
    const texts = [
      summary.sessionId,
      nameEvent(firing),
      showMoment(summary.at),
      summary.ms === null ? '-' : showDuration(summary.ms),
      nameOutcome(firing),
      why === '' ? what : `${why}  <-  ${what}`,
    ]
    line(cellsOf(texts, widths).map((cell, index) => (index === 4 ? { ...cell, style } : cell)))
  }
}

/** What to write after the session and a slash to see this event. */
function nameEvent({ number, summary }: Firing): string {
  return number === 0 ? summary.firing : String(number)
}

function nameOutcome(firing: Firing): string {
  return describeEnd(firing).text || '-'
}

function cellsOf(
  [session = '', event = '', when = '', took = '', outcome = '', what = '']: string[],
  widths: { session: number; event: number; outcome: number },
): Cell[] {
  return [
    { text: session, width: widths.session },
    { text: event, width: widths.event },
    { text: when, width: 19, spare: 2 },
    { text: took, width: 9, align: 'right', spare: 3 },
    { text: outcome, width: widths.outcome, spare: 1 },
    { text: what },
  ]
}
