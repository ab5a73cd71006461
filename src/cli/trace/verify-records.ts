import type { ChainReport, RecordReader } from '../../protocol/records.ts'
import type { Screen } from './screen.ts'
import { writeLine } from './screen.ts'

/** Whether the records of these sessions are as they were written. */
export function verifyRecords(
  reader: RecordReader,
  sessions: readonly string[],
): { ok: boolean; sessions: ChainReport[] } {
  const reports = sessions.map((sessionId) => reader.verify(sessionId))
  return { ok: reports.every(({ ok }) => ok), sessions: reports }
}

/** Prints every session whose records are not as they were written, with the first wrong one, and how many are. */
export function printVerification(reports: readonly ChainReport[], screen: Screen): void {
  const { glyphs } = screen
  for (const { sessionId, broken } of reports) {
    if (broken === undefined) continue
    const text = `session ${sessionId}, record ${broken.seq}: ${broken.problem}`
    screen.print(writeLine([{ lead: `${glyphs.marks.bad} `, text, style: 'red' }], { ...screen, live: false }))
  }
  const whole = reports.filter(({ ok }) => ok)
  const records = whole.reduce((sum, report) => sum + report.records, 0)
  const text = `${whole.length} of ${reports.length} ${reports.length === 1 ? 'session is' : 'sessions are'} as written (${records} records)`
  const isWhole = whole.length === reports.length
  screen.print(screen.paint(isWhole ? 'green' : 'red', `${isWhole ? glyphs.marks.ok : glyphs.marks.bad} ${text}`))
}
