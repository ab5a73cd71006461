import type { SessionRecord, SessionSummary } from '../../protocol/records.ts'
import type { Firing } from './assemble-firing.ts'
import { drawBar } from './draw-bar.ts'
import { eventRow, hookRows, type Row, sideRow } from './firing-rows.ts'
import type { LoadedSession } from './load-firings.ts'
import { type Cell, type Screen, writeLine } from './screen.ts'
import { showDuration, showMoment, showOffset } from './show-time.ts'

/** Prints a session as a waterfall: its events in order, under each its hooks, with bars for how long they took. */
export function printWaterfall(
  session: SessionSummary,
  loaded: LoadedSession,
  { screen, all }: { screen: Screen; all: boolean },
): void {
  printHead(session, loaded, screen)
  printFirings(loaded.firings, { screen, all, from: session.firstAt, beside: loaded.beside })
}

/** Prints events with their hooks; times count from `from`, and a full bar stands for `span`, or else for the longest. */
export function printFirings(
  firings: readonly Firing[],
  { screen, all, from, beside, span = longestOf(firings) }: FiringsView,
): void {
  const layout = chooseLayout(screen, span)
  const depthOf = measureDepths(firings)
  const takeBeside = rowsBeside(beside, screen)
  for (const firing of firings) {
    for (const row of takeBeside(firing.summary.id)) printRow(row, layout, screen)
    const depth = depthOf(firing)
    const { at } = firing.summary
    const rows = [
      {
        ...eventRow(firing, screen.glyphs),
        ...(firing.number > 0 && { number: firing.number }),
        offset: showOffset(at - from),
      },
      ...hookRows(firing, { glyphs: screen.glyphs, all }),
    ]
    for (const row of rows) printRow({ ...row, depth: row.depth + depth }, layout, screen)
  }
  for (const row of takeBeside(Number.POSITIVE_INFINITY)) printRow(row, layout, screen)
}

interface FiringsView {
  screen: Screen
  all: boolean
  from: number
  beside: readonly SessionRecord[]
  span?: number
}

function longestOf(firings: readonly Firing[]): number {
  return firings.reduce((longest, firing) => Math.max(longest, lengthOf(firing)), 1)
}

function lengthOf({ summary, runs }: Firing): number {
  return Math.max(summary.ms ?? 0, ...runs.filter(({ async }) => !async).map(({ startMs, ms }) => startMs + ms))
}

function printHead(session: SessionSummary, { firings, total, fitting }: LoadedSession, screen: Screen): void {
  const { sessionId, projectDir, program, firstAt, lastAt } = session
  const line = (text: string, style?: 'bold' | 'dim'): void => screen.print(writeLine([{ text, style }], screen))
  line(`session ${sessionId}`, 'bold')
  line(`${projectDir}  (${program})`)
  line(`${showMoment(firstAt)}, ${showDuration(lastAt - firstAt)}`)
  const counts = [
    plural(session.events, 'event'),
    plural(session.runs, 'hook run'),
    `${session.denied} denied`,
    `${session.failedOpen} failed open`,
    `${session.slow} slow`,
    ...(session.waiting > 0 ? [`${plural(session.waiting, 'question')} waiting`] : []),
  ]
  line(counts.join(', '))
  if (fitting < total) line(`${fitting} of ${total} events fit what was asked for`, 'dim')
  if (firings.length < fitting)
    line(`${fitting - firings.length} earlier ones are not shown; --limit N shows more`, 'dim')
  screen.print('')
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

interface Layout {
  span: number
  barColumns: number
}

function chooseLayout(screen: Screen, span: number): Layout {
  return { span, barColumns: screen.width < 72 ? 0 : Math.min(40, Math.floor(screen.width / 5)) }
}

function printRow(row: Row, { barColumns, span }: Layout, screen: Screen): void {
  const bar = row.bar ? drawBar(row.bar, { span, columns: barColumns, glyphs: screen.glyphs }) : ''
  const cells: Cell[] = [
    { text: row.number === undefined ? '' : String(row.number), width: 5, align: 'right' },
    { text: row.offset ?? '', width: 10, align: 'right', style: 'dim' },
    {
      text: row.ms === undefined ? '' : showDuration(row.ms),
      width: 9,
      align: 'right',
      style: row.slow ? 'yellow' : undefined,
    },
    ...(barColumns === 0 ? [] : [{ lead: bar, text: '', width: barColumns, style: row.style ?? 'cyan' } as const]),
    { lead: `${'  '.repeat(Math.min(row.depth, 8))}${row.mark} `, text: row.text, style: row.style },
  ]
  screen.print(writeLine(cells, screen))
}

/** How deep below the session each event's agent stands: 0 for the agent of the session itself. */
function measureDepths(firings: readonly Firing[]): (firing: Firing) => number {
  const parents = new Map<string, unknown>()
  for (const { summary, event } of firings) {
    if (summary.agentId !== null) parents.set(summary.agentId, event?.input['parentAgentId'])
  }
  return ({ summary }) => {
    let depth = 0
    for (let agent: unknown = summary.agentId; depth < 8 && parents.has(agent as string); depth++) {
      agent = parents.get(agent as string)
    }
    return depth
  }
}

/** What stands beside events as rows, each given out once when its turn has come. */
function rowsBeside(records: readonly SessionRecord[], screen: Screen): (before: number) => Row[] {
  const waiting = records.filter(({ firing }) => firing === null)
  return (before) => {
    const due: Row[] = []
    while (waiting[0] !== undefined && waiting[0].id < before) due.push(...sideRow(waiting.shift()!, screen.glyphs))
    return due
  }
}
