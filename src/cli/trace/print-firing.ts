import { commonInput } from '../../protocol/common-input.ts'
import { rewriteFields } from '../../protocol/full-input.ts'
import type { RunBody, SessionSummary } from '../../protocol/records.ts'
import { slowMs } from '../../protocol/records.ts'
import { type DiffLine, diffLines } from '../diff-lines.ts'
import { showLines } from '../show-lines.ts'
import type { Firing } from './assemble-firing.ts'
import { describeEnd, describeStatus } from './firing-rows.ts'
import { renderValue } from './render-value.ts'
import { type Screen, writeLine } from './screen.ts'
import { showDuration, showMoment, showOffset } from './show-time.ts'

/** Prints one event in full: what hooks were given, what each of them did, what came of it and by whom. */
export function printFiring(
  firing: Firing,
  session: SessionSummary,
  { screen, all }: { screen: Screen; all: boolean },
): void {
  const page: Page = { screen, longest: all ? Number.POSITIVE_INFINITY : shownCharacters }
  printHead(firing, session, page)
  printSection('payload', payloadLines(firing), page)
  printRuns(firing, page)
  printChanges(firing, page)
  printVerdict(firing, page)
  printAfter(firing, page)
}

interface Page {
  screen: Screen
  /** Characters that are shown of one text. */
  longest: number
}

const shownCharacters = 4000

function printHead(firing: Firing, session: SessionSummary, { screen }: Page): void {
  const { summary, number } = firing
  const end = describeEnd(firing)
  const line = (text: string, style?: Parameters<Screen['paint']>[0]): void =>
    screen.print(writeLine([{ text, style }], { ...screen, live: false }))
  line(
    `${summary.event}${summary.tool === null ? '' : ` ${summary.tool}`}: ${end.text === '' ? 'no opinion' : end.text}`,
    end.style ?? 'bold',
  )
  line(`event ${number > 0 ? `${number} ` : ''}of session ${session.sessionId}, firing ${summary.firing}`)
  const took = summary.ms === null ? '' : `, took ${showDuration(summary.ms)}`
  line(`${showMoment(summary.at)} (${showOffset(summary.at - session.firstAt)})${took}`)
}

/** Fields that are the same for many events of a session and stand last; those that only name the event and its runs are left out. */
const commonFields: ReadonlySet<string> = new Set(Object.keys(commonInput))
const namingFields: ReadonlySet<string> = new Set(['event', 'hookEventName', 'sessionId', 'hookExecutionId'])

function payloadLines({ event }: Firing): string[] {
  if (event === null) return ['(was not recorded)']
  const fields = Object.entries(event.input).filter(([name]) => !namingFields.has(name))
  const [common = [], own = []] = [true, false].map((isCommon) =>
    fields.filter(([name]) => commonFields.has(name) === isCommon),
  )
  const cut = event.cut === undefined ? [] : [`(only a part of these was recorded: ${event.cut.join(', ')})`]
  return [...renderValue(Object.fromEntries([...own, ...common])), ...cut]
}

function printRuns({ runs, verdict }: Firing, page: Page): void {
  const skipped = (verdict?.runs ?? []).filter(({ status }) => status === 'skipped')
  if (runs.length + skipped.length === 0) {
    printSection('hooks', ['none'], page)
    return
  }
  printTitle('hooks', page)
  for (const run of runs) printRun(run, page)
  const { glyphs, paint, print } = page.screen
  for (const { hook, source, why } of skipped) {
    print(
      paint(
        'dim',
        showLines(
          `  ${glyphs.marks.skip} ${hook}  did not run${why === undefined ? '' : `: ${why}`}  (${source})`,
          '    ',
        ),
      ),
    )
  }
}

function printRun(run: RunBody, page: Page): void {
  const { screen } = page
  const bad = run.decision === 'deny' || run.failedOpen || run.status === 'failed' || run.status === 'timeout'
  const mark = bad ? screen.glyphs.marks.bad : screen.glyphs.marks.ok
  const status = [describeStatus(run), run.recheck ? 'recheck' : '', run.async ? 'async' : ''].filter(
    (part) => part !== '',
  )
  const isTold = run.status === 'failed' || run.status === 'timeout'
  const exit = isTold ? '' : typeof run.exitCode === 'number' ? `exit ${run.exitCode}` : (run.signal ?? '')
  const slow = run.ms > slowMs ? 'SLOW, above 10 s' : ''
  const facts = [
    run.decision ?? 'no opinion',
    ...status,
    exit,
    showDuration(run.ms),
    `began at ${showDuration(run.startMs)}`,
    slow,
  ]
  const head = `  ${mark} ${run.name ?? run.hook}  ${facts.filter((part) => part !== '').join(', ')}`
  screen.print(screen.paint(bad ? 'red' : 'bold', showLines(head, '    ')))
  field(
    'from',
    `${run.source} (${run.handler}, ${run.dialect}${run.name === undefined ? '' : `, id ${run.hook}`})`,
    page,
  )
  field('reason', run.reason, page)
  field('message', run.message, page)
  field('stdout', run.stdout, page)
  field('stderr', run.stderr, page)
  field('answer', run.value === undefined ? undefined : renderValue(run.value).join('\n'), page)
  for (const remark of run.remarks ?? []) field('remark', remark, page)
  if (run.usage) {
    const { model, calls, inputTokens, outputTokens } = run.usage
    field('model', `${model}, ${calls} calls, ${inputTokens} tokens in, ${outputTokens} out`, page)
  }
  if (run.cut) field('cut', `only a part of these was recorded: ${run.cut.join(', ')}`, page)
}

function field(label: string, value: string | null | undefined, page: Page): void {
  if (value === undefined || value === null || value.trim() === '') return
  const lines = shorten(value.replace(/\s+$/, ''), page.longest)
  page.screen.print(`      ${page.screen.paint('dim', label.padEnd(10))}${showLines(lines, ' '.repeat(16))}`)
}

function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest)}\n(… ${text.length - longest} more characters; --all or --json shows them)`
}

function printChanges({ event, verdict }: Firing, page: Page): void {
  if (event === null || verdict === null || verdict.changes.length === 0) return
  printTitle('changes', page)
  const { print, paint } = page.screen
  for (const { path, by, conflict } of verdict.changes) {
    print(showLines(`  ${path} by ${by}${conflict ? ' (conflict: the last in order won)' : ''}`, '    '))
  }
  for (const [kind, name] of Object.entries(rewriteFields)) {
    if (!Object.hasOwn(verdict, kind)) continue
    print(paint('dim', `  --- ${kind} as asked for`))
    print(paint('dim', `  +++ ${kind} after hooks`))
    for (const line of diffValues(event.input[name], verdict[kind as keyof typeof rewriteFields]))
      print(writeDiffLine(line, page))
  }
}

/** The difference of two values as people read them. */
export function diffValues(before: unknown, after: unknown): DiffLine[] {
  return diffLines(renderValue(before).join('\n'), renderValue(after).join('\n'))
}

function writeDiffLine(diff: DiffLine, { screen, longest }: Page): string {
  if (diff.kind === 'gap') return screen.paint('cyan', '  @@')
  const mark = { same: ' ', removed: '-', added: '+' }[diff.kind]
  const line = showLines(`  ${mark} ${shorten(diff.text, longest)}`, '      ')
  return diff.kind === 'same' ? line : screen.paint(diff.kind === 'removed' ? 'red' : 'green', line)
}

function printVerdict({ verdict, summary }: Firing, page: Page): void {
  if (verdict === null) {
    const why = summary.interrupted
      ? 'none was ever written: the process died in the middle. Nobody may take the event for allowed.'
      : 'none yet: hooks are under way'
    printSection('verdict', [why], page)
    return
  }
  const { decision, reason, decidedBy, halt, context, messages, env, warnings, failedOpen } = verdict
  printTitle('verdict', page)
  const facts: [string, string | null | undefined][] = [
    ['decision', decision ?? 'none'],
    ['by', decidedBy],
    ['reason', reason],
    ['halt', halt?.reason],
    ['aborted', verdict.aborted ? 'the caller gave up' : undefined],
    ...failedOpen.map(({ hook, class: kind }): [string, string] => ['open', `${hook} failed open (${kind})`]),
    ...context.map((text): [string, string] => ['context', text]),
    ...messages.map((text): [string, string] => ['to user', text]),
    ['env', env.length === 0 ? undefined : env.join(', ')],
    ...warnings.map((text): [string, string] => ['warning', text]),
    ['cut', verdict.cut && `only a part of these was recorded: ${verdict.cut.join(', ')}`],
  ]
  for (const [label, value] of facts) field(label, value, page)
}

function printAfter({ permission, questions, deliveries, notices }: Firing, page: Page): void {
  if (permission) {
    const by = permission.decidedBy === null ? '' : ` by ${permission.decidedBy}`
    const why = permission.reason === null ? '' : `: ${permission.reason}`
    printSection(
      'permission',
      [`${permission.granted ? 'granted' : 'refused'}${by}${why}`, `input ${permission.inputDigest}`],
      page,
    )
  }
  for (const { reason, at, answer } of questions) {
    const said =
      answer === null
        ? 'no answer yet'
        : `${answer.behavior} by ${answer.by} after ${showDuration(answer.at - at)}${answer.message ? `: ${answer.message}` : ''}`
    printSection('question', [reason, said], page)
  }
  if (deliveries.length > 0) {
    const lines = deliveries.map(({ state, characters, hooks, file, request }) => {
      const where = [
        file === undefined ? '' : `whole text in ${file}`,
        request === undefined ? '' : `request ${request}`,
      ]
      return `${state}: ${characters} characters of ${hooks.join(', ')}${where
        .filter((part) => part !== '')
        .map((part) => `, ${part}`)
        .join('')}`
    })
    printSection('delivery to the model', lines, page)
  }
  for (const { code, message } of notices) printSection('notice', [`${code}: ${message}`], page)
}

function printTitle(title: string, { screen }: Page): void {
  screen.print('')
  screen.print(screen.paint('bold', title))
}

function printSection(title: string, lines: readonly string[], page: Page): void {
  printTitle(title, page)
  page.screen.print(`  ${showLines(shorten(lines.join('\n'), page.longest * 2), '  ')}`)
}
