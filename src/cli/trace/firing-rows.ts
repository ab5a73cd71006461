import type { Decision } from '../../protocol/decision.ts'
import { HookEvent } from '../../protocol/event-types.ts'
import type { RunBody, SessionRecord } from '../../protocol/records.ts'
import { slowMs } from '../../protocol/records.ts'
import type { RunRow } from '../../protocol/verdict.ts'
import type { Style } from '../terminal.ts'
import type { Firing } from './assemble-firing.ts'
import { describeCall } from './describe-call.ts'
import type { Glyphs } from './screen.ts'

/** A line of a waterfall. */
export interface Row {
  depth: number
  mark: string
  /** Foreign text. */
  text: string
  style?: Style | undefined
  number?: number
  offset?: string
  ms?: number
  bar?: { startMs: number; ms: number }
  slow?: boolean
}

/** The line of an event: what it was about and what came of it. */
export function eventRow(firing: Firing, { marks }: Glyphs): Row {
  const { summary, event } = firing
  const about = describeCall(event)
  const label = [summary.event, summary.tool ?? '', agentLabel(firing)]
  const end = describeEnd(firing)
  const text = withDetail(label.filter((part) => part !== '').join(' '), about)
  const row: Row = {
    depth: 0,
    mark: marks[end.mark],
    text: end.text === '' ? text : `${end.text}  ${text}`,
    style: end.style,
  }
  if (summary.ms === null) return row
  return { ...row, ms: summary.ms, bar: { startMs: 0, ms: summary.ms } }
}

/** A text with what it is about after a colon. */
export function withDetail(text: string, detail: string | null | undefined): string {
  return detail === null || detail === undefined || detail.trim() === '' ? text : `${text}: ${detail}`
}

function agentLabel({ event, summary }: Firing): string {
  if (summary.agentId === null) return ''
  const kind = event?.input['agentType']
  return `[${typeof kind === 'string' && kind !== '' ? kind : 'sub-agent'}]`
}

interface End {
  text: string
  mark: keyof Glyphs['marks']
  style?: Style
}

/** How an event ended, in a word or two. */
export function describeEnd({ summary, verdict }: Firing): End {
  if (summary.interrupted) return { text: 'interrupted: its process died before a verdict', mark: 'bad', style: 'red' }
  if (verdict === null && summary.ms === null) return { text: 'under way', mark: 'wait', style: 'cyan' }
  const open = summary.failedOpen ? ' (failed open)' : ''
  if (verdict?.halt) return { text: `halt${open}`, mark: 'bad', style: 'red' }
  if (verdict?.aborted) return { text: `aborted${open}`, mark: 'bad', style: 'red' }
  if (summary.decision !== null) return { ...ends[summary.decision], text: `${summary.decision}${open}` }
  return summary.failedOpen ? { text: 'failed open', mark: 'bad', style: 'red' } : { text: '', mark: 'ok' }
}

const ends: Readonly<Record<Decision, Omit<End, 'text'>>> = {
  deny: { mark: 'bad', style: 'red' },
  ask: { mark: 'ask', style: 'yellow' },
  allow: { mark: 'ok', style: 'green' },
}

/** The lines below an event: its hooks, the rule or person that decided, and with `all` the hooks that did not run. */
export function hookRows(firing: Firing, { glyphs, all }: { glyphs: Glyphs; all: boolean }): Row[] {
  const { verdict, runs } = firing
  const skipped = all ? (verdict?.runs ?? []).filter(({ status }) => status === 'skipped') : []
  return [
    ...runs.map((run) => runRow(run, firing, glyphs)),
    ...skipped.map((row) => skippedRow(row, glyphs)),
    ...decisionRows(firing, glyphs),
  ]
}

function runRow(run: RunBody, { verdict }: Firing, { marks }: Glyphs): Row {
  const { decision, status, reason, startMs, ms } = run
  const failed = status === 'failed' || status === 'timeout' || status === 'cancelled' || run.failedOpen === true
  const style: Style | undefined = failed || decision === 'deny' ? 'red' : decision === 'ask' ? 'yellow' : undefined
  const mark = run.async
    ? marks.wait
    : failed || decision === 'deny'
      ? marks.bad
      : decision === 'ask'
        ? marks.ask
        : marks.ok
  const isSlow = ms > slowMs
  const changed = run.recheck
    ? []
    : (verdict?.changes ?? []).filter(({ by }) => by === run.hook).map(({ path }) => path)
  const text = [
    run.name ?? run.hook,
    run.recheck ? '(recheck)' : '',
    run.async ? '(async)' : '',
    describeStatus(run),
    isSlow ? 'SLOW, above 10 s' : '',
    changed.length === 0 ? '' : `changed ${changed.join(', ')}`,
    decision ?? '',
  ]
  return {
    depth: 1,
    mark,
    text: withDetail(text.filter((part) => part !== '').join(' '), reason ?? (failed ? run.message : null)),
    style,
    ms,
    slow: isSlow,
    ...(!run.async && { bar: { startMs, ms } }),
  }
}

/** How a run ended, where that says more than its decision. */
export function describeStatus(run: RunBody): string {
  const open = run.failedOpen ? ', FAILED OPEN' : ''
  if (run.status === 'shadow') return `shadow, does not count${open}`
  if (run.status === 'ok' || run.status === 'blocked' || run.status === 'async') return open.slice(2)
  const how = [run.class, run.signal, typeof run.exitCode === 'number' ? `exit ${run.exitCode}` : undefined]
  const detail = how.filter((part) => part !== undefined && part !== run.status).join(', ')
  return `${run.status}${detail === '' ? '' : ` (${detail})`}${open}`
}

function skippedRow({ hook, why }: RunRow, { marks }: Glyphs): Row {
  return { depth: 1, mark: marks.skip, text: `${hook} did not run${why === undefined ? '' : `: ${why}`}`, style: 'dim' }
}

// A hook's own line says what it decided; others that may decide have none.
function decisionRows({ summary, runs, permission, questions, verdict }: Firing, { marks }: Glyphs): Row[] {
  const rows: Row[] = []
  const { decidedBy, decision, reason } = summary
  const isHook = decidedBy === null || runs.some(({ hook }) => hook === decidedBy)
  if (!isHook && decision !== null) {
    rows.push({
      depth: 1,
      mark: marks[ends[decision].mark],
      text: withDetail(`${decidedBy} ${decision}`, reason),
      style: ends[decision].style,
    })
  }
  if (verdict?.halt)
    rows.push({
      depth: 1,
      mark: marks.bad,
      text: withDetail('the session is halted', verdict.halt.reason),
      style: 'red',
    })
  // A question follows the event that tells hooks of it; with the call it would stand twice.
  for (const { answer, reason: why } of summary.event === HookEvent.PermissionRequest ? questions : []) {
    const said =
      answer === null ? 'waits for an answer' : withDetail(`${answer.behavior} by ${answer.by}`, answer.message)
    rows.push({ depth: 1, mark: marks.ask, text: `asked (${why}): ${said}`, style: 'yellow' })
  }
  if (permission && !permission.granted && decision !== 'deny') {
    const by = permission.decidedBy === null ? '' : ` by ${permission.decidedBy}`
    rows.push({
      depth: 1,
      mark: marks.bad,
      text: withDetail(`not permitted${by}`, permission.reason),
      style: 'red',
    })
  }
  return rows
}

/** The line of something that stands beside events; none for what events show themselves. */
export function sideRow(record: SessionRecord, { marks }: Glyphs): Row[] {
  if (record.kind === 'notice') {
    const { code, message } = record.body
    return [{ depth: 0, mark: '!', text: `${code}: ${message}`, style: 'yellow' }]
  }
  if (record.kind === 'loss') {
    const { count, reason } = record.body
    const text = `${count} ${count === 1 ? 'record was' : 'records were'} lost: ${reason}`
    return [{ depth: 0, mark: marks.bad, text, style: 'red' }]
  }
  return []
}
