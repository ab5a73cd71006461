import type { RunRow, Verdict } from '../../protocol/verdict.ts'
import { formatTable } from '../format-table.ts'
import { showLines } from '../show-lines.ts'
import type { Style, Terminal } from '../terminal.ts'

/** Prints a verdict for people: what was decided, by whom and why, what changed, and what became of every hook. */
export function printVerdict(verdict: Verdict, terminal: Terminal): void {
  const paint = terminal.paint.stdout
  const { text, style } = headline(verdict)
  terminal.print(`${verdict.event}: ${paint(style, text)}`)
  for (const [label, value] of listFacts(verdict)) {
    terminal.print(`  ${paint('bold', label.padEnd(labelWidth))}${showLines(value, ' '.repeat(labelWidth + 2))}`)
  }
  if (verdict.runs.length === 0) return
  terminal.print('')
  const [head, ...rows] = formatTable([['HOOK', 'STATUS', 'MS', 'SOURCE', 'WHY'], ...verdict.runs.map(rowOf)])
  terminal.print([paint('bold', head!), ...rows].join('\n'))
}

const labelWidth = 13

function headline({ decision, halt, aborted }: Verdict): { text: string; style: Style } {
  if (halt) return { text: 'halted', style: 'red' }
  if (aborted) return { text: 'aborted', style: 'red' }
  if (decision === 'deny') return { text: 'deny', style: 'red' }
  if (decision === 'ask') return { text: 'ask', style: 'yellow' }
  return decision === 'allow' ? { text: 'allow', style: 'green' } : { text: 'no opinion', style: 'dim' }
}

function listFacts(verdict: Verdict): [string, string][] {
  const { reason, decidedBy, halt, runs } = verdict
  const source = runs.find((row) => row.hook === decidedBy)?.source
  const facts: [string, string | undefined][] = [
    ['halted', halt?.reason],
    ['reason', reason ?? undefined],
    ['decided by', decidedBy === null ? undefined : `${decidedBy}${source === undefined ? '' : ` (${source})`}`],
    ...verdict.changes.map(({ path, by, conflict }): [string, string] => [
      'changed',
      `${path} by ${by}${conflict ? ' (conflict: the last in order won)' : ''}`,
    ]),
    ...(['input', 'output', 'prompt'] as const).map((kind): [string, string | undefined] => [
      `new ${kind}`,
      Object.hasOwn(verdict, kind) ? shorten(verdict[kind]) : undefined,
    ]),
    ...verdict.context.map((text): [string, string] => ['context', text]),
    ...verdict.messages.map((text): [string, string] => ['message', text]),
    ...Object.entries(verdict.env).map(([name, value]): [string, string] => ['env', `${name}=${value}`]),
    ...verdict.failedOpen.map((open): [string, string] => ['failed open', `${open.hook} (${open.class})`]),
    ...verdict.warnings.map((text): [string, string] => ['warning', text]),
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined)
}

const longestValue = 2000

function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longestValue ? `${text.slice(0, longestValue)}… (--json shows all)` : text
}

function rowOf(row: RunRow): string[] {
  const { hook, status, source, ms } = row
  const why = [row.recheck && 'recheck', row.class, row.why].filter(Boolean).join(': ')
  const [firstLine = ''] = why.split('\n')
  return [hook, status, ms === 0 ? '-' : String(Math.round(ms)), source, firstLine].map((cell) => showLines(cell))
}
