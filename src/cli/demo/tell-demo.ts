import type { StreamMessage } from '../../agent/stream-messages.ts'
import type { ObservedStep } from '../../protocol/ports.ts'
import { formatTable } from '../format-table.ts'
import { showLines } from '../show-lines.ts'
import type { Style, Terminal } from '../terminal.ts'
import type { DemoFact, DemoLog } from './demo-facts.ts'
import type { DemoAudience } from './play-demo.ts'

/** Tells on a terminal what happens, as it happens: what the agent says and does, and every hook that had something to say. */
export function createTeller(terminal: Terminal): DemoAudience {
  const paint = terminal.paint.stdout
  return {
    scene: (title) => terminal.print(`\n${paint('bold', title)}`),
    message: (message) => {
      const line = describeMessage(message)
      if (line !== undefined) terminal.print(`  ${line}`)
    },
    question: (tool, input) =>
      terminal.print(
        `    ${paint('green', showLines(`✓ a person approves: ${tool} ${shorten(JSON.stringify(input))}`))}`,
      ),
    step: (step) => {
      if (step.type !== 'hookEnd' || !isTelling(step)) return
      const [style, mark] = marks(step)
      const reason = step.reason === null ? '' : `: ${shorten(step.reason)}`
      const what = `${mark} ${step.event} · ${nameOf(step)} ${describeEffect(step)}${reason}`
      terminal.print(`    ${paint(style, showLines(what))} ${paint('dim', `${step.ms.toFixed(1)} ms`)}`)
    },
  }
}

/** The table of what every hook did, whether it went as told, and where to go from here. */
export function tellSummary(log: DemoLog, facts: readonly DemoFact[], terminal: Terminal): void {
  const paint = terminal.paint.stdout
  const rows = log.steps.flatMap((step) =>
    step.type === 'hookEnd'
      ? [
          [
            step.event,
            nameOf(step),
            step.hook.handler.type,
            step.hook.dialect.name,
            decisionOf(step),
            step.ms.toFixed(1),
          ],
        ]
      : [],
  )
  terminal.print(`\n${paint('bold', 'Every run of a hook')}`)
  const table = [['EVENT', 'HOOK', 'HANDLER', 'DIALECT', 'DECISION', 'MS'], ...rows]
  for (const line of formatTable(
    table.map((row) => row.map((cell) => showLines(cell))),
    '  ',
  ))
    terminal.print(line)
  terminal.print(`\n${paint('bold', 'As told')}`)
  for (const { title, holds } of facts)
    terminal.print(`  ${holds ? paint('green', '✓') : paint('red', '✗ did not happen:')} ${title}`)
  terminal.print(`\n${paint('bold', 'Where next')}`)
  for (const line of formatTable(nextSteps, '  ')) terminal.print(line)
}

const nextSteps = [
  ['hookline init', 'a starter configuration with guards for your project'],
  ['hookline install claude', 'put Hookline into an agent that you use'],
  ['hookline run "…"', 'work with an agent of our own; it needs a key, such as ANTHROPIC_API_KEY'],
  ['hookline explain --event FILE', 'what every hook would do, and why'],
  ['hookline trace', 'what hooks have decided on this machine'],
]

type HookEnd = ObservedStep & { type: 'hookEnd' }

function isTelling({ decision, raw, event, hook, status }: HookEnd): boolean {
  if (decision !== null || status === 'failed' || status === 'timeout') return true
  if (raw.kind === 'value') return raw.value !== null && raw.value !== undefined
  return raw.kind === 'process' && raw.stdout.text.trim() !== '' && hook.dialect.can(event, 'context')
}

function marks({ decision, status }: HookEnd): [Style, string] {
  if (decision === 'deny') return ['red', '✗']
  if (status === 'failed' || status === 'timeout') return ['red', '!']
  return decision === null ? ['cyan', '~'] : ['green', '✓']
}

function describeEffect(step: HookEnd): string {
  if (step.decision !== null) return decisionOf(step)
  const text = JSON.stringify(step.raw.kind === 'value' ? step.raw.value : step.raw)
  if (/updatedOutput|modifiedInput|updatedInput/.test(text)) return 'rewrites'
  return /additionalContext|"stdout":\{"text":"[^"]/.test(text) ? 'adds to what the model knows' : 'agrees'
}

function decisionOf({ decision, status }: HookEnd): string {
  return decision ?? (status === 'ok' ? '–' : status)
}

function nameOf({ hook }: HookEnd): string {
  return hook.name ?? hook.id
}

function describeMessage(message: StreamMessage): string | undefined {
  if (message.type === 'content') return showLines(message.delta)
  if (message.type === 'tool_use') return showLines(`→ ${message.name} ${shorten(JSON.stringify(message.input))}`)
  if (message.type === 'result')
    return `= ${message.subtype}${message.reason === undefined ? '' : `: ${shorten(message.reason)}`}`
  return undefined
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
