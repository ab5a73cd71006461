import type { SessionSummary } from '../../protocol/records.ts'
import { type Cell, columnWidth, type Screen, writeLine } from './screen.ts'
import { showDuration, showMoment } from './show-time.ts'

/** Prints sessions, one a line; counts that want attention are coloured. */
export function printSessions(sessions: readonly SessionSummary[], screen: Screen): void {
  const idWidth = columnWidth(
    sessions.map(({ sessionId }) => sessionId),
    { least: 7, most: 36 },
  )
  const line = (cells: readonly Cell[]): void => screen.print(writeLine(cells, screen))
  line(columnsOf(heads, { idWidth, styles: {} }).map((cell) => ({ ...cell, style: 'bold' })))
  for (const session of sessions) {
    const { sessionId, projectDir, program, firstAt, lastAt, events, denied, failedOpen, slow, waiting } = session
    const texts = {
      id: sessionId,
      when: showMoment(lastAt),
      lasted: showDuration(lastAt - firstAt),
      events: String(events),
      denied: count(denied),
      open: count(failedOpen),
      slow: count(slow),
      waiting: count(waiting),
      by: program,
      project: projectDir,
    }
    const styles = {
      denied: denied > 0 ? 'yellow' : undefined,
      open: failedOpen > 0 ? 'red' : undefined,
      slow: slow > 0 ? 'yellow' : undefined,
      waiting: waiting > 0 ? 'cyan' : undefined,
    } as const
    line(columnsOf(texts, { idWidth, styles }))
  }
}

const heads = {
  id: 'SESSION',
  when: 'LAST RECORD',
  lasted: 'LASTED',
  events: 'EVENTS',
  denied: 'DENIED',
  open: 'OPEN',
  slow: 'SLOW',
  waiting: 'WAITING',
  by: 'BY',
  project: 'PROJECT',
}

function count(value: number): string {
  return value === 0 ? '-' : String(value)
}

function columnsOf(
  texts: typeof heads,
  { idWidth, styles }: { idWidth: number; styles: Partial<Record<keyof typeof heads, Cell['style']>> },
): Cell[] {
  const right = (name: keyof typeof heads, width: number, spare: number): Cell => ({
    text: texts[name],
    width,
    align: 'right',
    style: styles[name],
    spare,
  })
  return [
    { text: texts.id, width: idWidth },
    { text: texts.when, width: 19, spare: 1 },
    right('lasted', 9, 7),
    right('events', 6, 4),
    right('denied', 6, 2),
    right('open', 4, 3),
    right('slow', 4, 6),
    right('waiting', 7, 5),
    { text: texts.by, width: 4, spare: 8 },
    { text: texts.project },
  ]
}
