import { createRedactor, type Redactor } from '../../../base/redact.ts'
import type { Decision } from '../../../protocol/decision.ts'
import { type EventName, HookEvent } from '../../../protocol/event-types.ts'
import type { Hook } from '../../../protocol/hook.ts'
import type { ObservedStep } from '../../../protocol/ports.ts'
import { showLines } from '../../show-lines.ts'
import type { Paint } from '../../terminal.ts'
import { showDuration } from './show-numbers.ts'
import type { Signs } from './signs.ts'

export type StepOf<Type extends ObservedStep['type']> = Extract<ObservedStep, { type: Type }>

/** How lines about hooks are written. */
export interface LineStyle {
  paint: Paint
  signs: Signs
  /** Every hook gets a line, also one that had nothing to say. */
  all: boolean
}

/** From how many milliseconds on a hook is worth a line for its slowness alone. */
const worthSayingMs = 1000

/** The line about a hook that has ended, or undefined when there is nothing to tell of it. */
export function hookEndLine(step: StepOf<'hookEnd'>, { paint, signs, all }: LineStyle): string | undefined {
  const { hook, status, decision, reason, ms } = step
  const took = paint('dim', `(${showDuration(ms)})`)
  const why = reason === null ? '' : `: ${quote(reason.trim())}`
  const shadow = hook.shadow ? ' in shadow, which does not count' : ''
  if (step.class !== undefined) {
    const how = `${nameHook(hook)} failed (${step.class})${shadow}`
    return `${paint('yellow', `${signs.alarm} ${how}`)}${why || `: ${quote(firstWords(step))}`} ${took}`
  }
  if (status === 'cancelled') return all ? paint('dim', `${signs.hook} ${nameHook(hook)} cancelled`) : undefined
  if (decision !== null) {
    const style = { deny: 'red', ask: 'yellow', allow: 'green' } as const
    const sign = decision === 'deny' ? signs.blocked : signs.hook
    return `${paint(style[decision], `${sign} ${describeDecision(step.event, decision, nameHook(hook))}${shadow}`)}${why} ${took}`
  }
  if (ms >= (hook.budgetMs ?? worthSayingMs))
    return paint('dim', `${signs.hook} ${nameHook(hook)} took ${showDuration(ms)}`)
  return all
    ? paint('dim', `${signs.hook} ${nameHook(hook)} on ${step.event}: nothing to say (${showDuration(ms)})`)
    : undefined
}

/** The line about a gate that broke and let the call through. */
export function failedOpenLine({ hook, message, ...step }: StepOf<'failedOpen'>, { paint, signs }: LineStyle): string {
  const head = paint('red', paint('bold', `${signs.alarm} ${nameHook(hook)} FAILED OPEN (${step.class})`))
  return `${head}: ${quote(message)}. This gate stood open; onFailure: "deny" would close it.`
}

/** The lines about an event that has ended: what hooks changed, and what they have for the user. Failures of `told` hooks are known. */
export function eventEndLines(
  { verdict, event }: StepOf<'eventEnd'>,
  { paint, signs, told }: LineStyle & { told: readonly string[] },
): string[] {
  const { changes, context, messages, warnings, halt } = verdict
  const byHook = Map.groupBy(changes, ({ by }) => by)
  const characters = context.reduce((sum, text) => sum + text.length, 0)
  return [
    ...[...byHook].map(([by, list]) => {
      const paths = list.map(({ path, conflict }) => (conflict ? `${path} (conflict)` : path)).join(', ')
      return `${paint('cyan', `${signs.hook} ${showLines(by)} rewrote ${showLines(paths)}`)}`
    }),
    ...(characters > 0
      ? [paint('dim', `${signs.hook} hooks of ${event} added ${characters} characters of context`)]
      : []),
    ...messages.map((text) => `${paint('cyan', signs.hook)} ${quote(text)}`),
    ...warnings
      .filter((text) => !told.some((hook) => text.startsWith(`${hook}: `)))
      .map((text) => `${paint('yellow', `${signs.alarm} warning:`)} ${quote(text)}`),
    ...(halt
      ? [`${paint('red', `${signs.blocked} the session was ended by a hook of ${event}`)}: ${quote(halt.reason)}`]
      : []),
  ]
}

// Lines end in logs of others, above all where nobody looks on, and a hook that fails prints whatever it has.
function quote(text: string): string {
  redactor ??= createRedactor({ env: process.env })
  return showLines(redactor.text(text), '    ')
}

let redactor: Redactor | undefined

/** A hook by the name people know it by. */
export function nameHook(hook: Hook): string {
  return showLines(hook.name ?? hook.id)
}

const denials: Readonly<Partial<Record<EventName, string>>> = {
  [HookEvent.UserPromptSubmit]: 'Prompt blocked',
  [HookEvent.TurnStart]: 'Prompt blocked',
  [HookEvent.PreToolUse]: 'Denied',
  [HookEvent.PermissionRequest]: 'Denied',
  [HookEvent.Stop]: 'Stop refused',
  [HookEvent.SubagentStop]: 'Stop of the sub-agent refused',
  [HookEvent.TaskCompleted]: 'Completion refused',
  [HookEvent.Compaction]: 'Compaction refused',
}

function describeDecision(event: EventName, decision: Decision, name: string): string {
  if (decision === 'deny') return `${denials[event] ?? `${event}: objection`} by ${name}`
  return decision === 'ask' ? `Question wanted by ${name}` : `Allowed by ${name}`
}

function firstWords({ raw }: StepOf<'hookEnd'>): string {
  if (raw.kind === 'broken') return raw.message
  if (raw.kind !== 'process') return 'it gave no usable answer'
  const [first] = raw.stderr.text.trim().split('\n')
  if (first) return first
  switch (raw.end.by) {
    case 'exit':
      return `exit code ${raw.end.code}`
    case 'signal':
      return `ended by ${raw.end.signal}`
    case 'timeout':
      return 'it ran out of time'
  }
}
