import { showLines } from '../show-lines.ts'
import type { Style } from '../terminal.ts'
import { describeCall } from '../trace/describe-call.ts'
import { withDetail } from '../trace/firing-rows.ts'
import { diffValues } from '../trace/print-firing.ts'
import { type Screen, writeLine } from '../trace/screen.ts'
import { type Change, nameDecision } from './compare-verdicts.ts'
import type { Difference, LeftOut, ReplayReport } from './run-replay.ts'

/** Prints what came out otherwise, by what changed, and what could not be compared. */
export function printReplay(report: ReplayReport, { screen, against }: { screen: Screen; against: string }): void {
  const certain = report.differences.filter(({ gaps }) => gaps.length === 0)
  const partial = report.differences.filter(({ gaps }) => gaps.length > 0)
  printSummary(report, certain, { screen, against })
  for (const { title, style, kinds } of sections) {
    printSection(
      title,
      style,
      certain.filter(({ changes }) => kinds.includes(headOf(changes))),
      screen,
    )
  }
  printSection('compared only in part', 'yellow', partial, screen)
  printLeftOut(report.leftOut, screen)
}

type Kind = Change['kind']

const sections: readonly { title: string; style: Style; kinds: readonly Kind[] }[] = [
  { title: 'weaker: newly allowed', style: 'red', kinds: ['allowed'] },
  { title: 'asks instead', style: 'yellow', kinds: ['asked'] },
  { title: 'newly denied', style: 'green', kinds: ['denied'] },
  { title: 'no longer allowed by itself: the mode decides', style: 'green', kinds: ['unapproved'] },
  { title: 'weaker: newly failed open', style: 'red', kinds: ['failedOpen'] },
  { title: 'other rewrite', style: 'cyan', kinds: ['rewrite'] },
  { title: 'other reason', style: 'cyan', kinds: ['reason'] },
  { title: 'hooks that fail now', style: 'yellow', kinds: ['failing'] },
]

/** Of several changes the one that matters most. */
function headOf(changes: readonly Change[]): Kind {
  const order = sections.flatMap(({ kinds }) => kinds)
  return changes.map(({ kind }) => kind).sort((a, b) => order.indexOf(a) - order.indexOf(b))[0]!
}

function printSummary(
  report: ReplayReport,
  certain: readonly Difference[],
  { screen, against }: { screen: Screen; against: string },
): void {
  const { compared, inexact, weaker } = report
  const count = (direction: string): number =>
    certain.filter(({ changes }) => changes.some((change) => change.direction === direction)).length
  const line = (text: string, style?: Style): void =>
    screen.print(writeLine([{ text, style }], { ...screen, live: false }))
  const events = `${compared} ${compared === 1 ? 'event' : 'events'}`
  if (report.differences.length === 0) line(`${events} replayed with ${against}: all come out as recorded`, 'green')
  else {
    line(
      `${events} replayed with ${against}: ${certain.length} ${certain.length === 1 ? 'comes' : 'come'} out otherwise`,
      'bold',
    )
    line(`${count('weaker')} weaker, ${count('stricter')} stricter`, weaker.certain ? 'red' : undefined)
  }
  const partial = report.differences.length - certain.length
  if (partial + inexact > 0) {
    line(
      `${partial + inexact} could be compared only in part (secrets hidden, or cut): ${partial} of them ${partial === 1 ? 'comes' : 'come'} out otherwise`,
      'yellow',
    )
  }
}

function printSection(title: string, style: Style, differences: readonly Difference[], screen: Screen): void {
  if (differences.length === 0) return
  screen.print('')
  screen.print(screen.paint(style, `${title} (${differences.length})`))
  for (const difference of differences) printDifference(difference, screen)
}

function printDifference({ sessionId, event, then, now, changes, gaps }: Difference, screen: Screen): void {
  const { number, firing, input } = event
  const tool = typeof input['toolName'] === 'string' ? ` ${input['toolName']}` : ''
  const call = withDetail(`${event.event}${tool}`, describeCall(event))
  const place = firing === null ? `line ${number}` : `${sessionId} #${number}`
  screen.print(writeLine([{ lead: '  ', text: `${place}  ${call}` }], screen))
  const say = (label: string, text: string, style?: Style): void =>
    screen.print(writeLine([{ lead: `      ${label.padEnd(4)} `, text, style }], screen))
  const isDecision = changes.some(({ kind }) => kind !== 'rewrite' && kind !== 'failing' && kind !== 'failedOpen')
  if (isDecision) {
    say('was', withDetail(byWhom(then), then.halt?.reason ?? then.reason))
    say('now', withDetail(byWhom(now), now.halt?.reason ?? now.reason), weakStyle(changes))
  }
  for (const change of changes) printDetail(change, screen)
  for (const gap of gaps) say('part', gap, 'yellow')
}

function byWhom(verdict: Parameters<typeof nameDecision>[0] & { decidedBy: string | null }): string {
  return `${nameDecision(verdict)}${verdict.decidedBy === null ? '' : ` by ${verdict.decidedBy}`}`
}

function weakStyle(changes: readonly Change[]): Style | undefined {
  return changes.some(({ direction }) => direction === 'weaker') ? 'red' : undefined
}

const shownLine = 400

function printDetail(change: Change, screen: Screen): void {
  const say = (text: string, style?: Style): void =>
    screen.print(style === undefined ? `      ${text}` : screen.paint(style, `      ${text}`))
  if (change.kind === 'failedOpen') say(showLines(`${change.hook} fails open (${change.class})`), 'red')
  if (change.kind === 'failing') say(showLines(`${change.hook} fails`), 'yellow')
  if (change.kind !== 'rewrite') return
  say(`--- ${change.of} as recorded`)
  say(`+++ ${change.of} now`)
  for (const line of diffValues(change.before, change.after)) {
    if (line.kind === 'gap') say('@@')
    else say(`${marks[line.kind]} ${showLines(cutLine(line.text))}`, lineStyles[line.kind])
  }
}

const marks = { same: ' ', removed: '-', added: '+' }
const lineStyles = { same: undefined, removed: 'red', added: 'green' } as const

function cutLine(text: string): string {
  return text.length > shownLine ? `${text.slice(0, shownLine)}…` : text
}

function printLeftOut(leftOut: readonly LeftOut[], screen: Screen): void {
  if (leftOut.length === 0) return
  screen.print('')
  screen.print(screen.paint('yellow', `left out (${leftOut.length})`))
  for (const [why, list] of Map.groupBy(leftOut, (event) => event.why)) {
    const some = list.slice(0, 5).map(({ sessionId, number }) => `${sessionId} #${number}`)
    const more = list.length > 5 ? `, and ${list.length - 5} more` : ''
    screen.print(writeLine([{ lead: '  ', text: `${why}: ${some.join(', ')}${more}` }], screen))
  }
}
