import { isDeepStrictEqual } from 'node:util'
import type { Decision } from '../../protocol/decision.ts'
import { type EventName, hasPower } from '../../protocol/event-types.ts'
import type { FailureClass } from '../../protocol/failure.ts'
import { type RewriteKind, rewriteFields } from '../../protocol/full-input.ts'
import { isHidden } from './find-gaps.ts'
import type { PastVerdict } from './replay-event.ts'

/** What about a verdict has changed. */
export type Change =
  | { kind: 'denied' | 'asked' | 'allowed' | 'unapproved'; direction: Direction }
  | { kind: 'reason'; direction: 'same' }
  | { kind: 'rewrite'; direction: 'same'; of: RewriteKind; before: unknown; after: unknown }
  | { kind: 'failing'; direction: 'same'; hook: string }
  | { kind: 'failedOpen'; direction: 'weaker'; hook: string; class: FailureClass }

/** Whether less is stopped than before, or more. */
export type Direction = 'weaker' | 'stricter' | 'same'

/** A verdict of today, in the words of the past: paths, ids and secrets as the record has them. */
export type PresentVerdict = Omit<PastVerdict, 'knowledge'>

/** What came out otherwise than it was recorded. */
export interface Comparison {
  changes: Change[]
  /** Parts that differ only where something was hidden in the record: they cannot be told apart. */
  untold: string[]
}

/** Compares what hooks say now with what they said then, as far as that is known. */
export function compareVerdicts(
  { event, input }: { event: EventName; input: Readonly<Record<string, unknown>> },
  then: PastVerdict,
  now: PresentVerdict,
): Comparison {
  const decision = compareDecisions(event, then, now)
  if (then.knowledge === 'outcome') return { changes: decision, untold: [] }
  const untold: string[] = []
  const changes: Change[] = [...decision]
  if (decision.length === 0 && !isSame(then.reason, now.reason, 'the reason', untold)) {
    changes.push({ kind: 'reason', direction: 'same' })
  }
  // Of a call that is not made nobody sees a rewrite.
  if (strengthOf(event, now) < denied) changes.push(...compareRewrites(input, { then, now, untold }))
  return { changes: [...changes, ...compareFailures(then, now)], untold }
}

const denied = 3

function strengthOf(event: EventName, { decision, halt }: Pick<PastVerdict, 'decision' | 'halt'>): number {
  if (halt) return denied + 1
  if (decision === 'deny') return denied
  if (decision === 'ask') return 2
  // An allow waives the question that the permission mode would put.
  return decision === 'allow' && hasPower(event, 'allow') ? 0 : 1
}

function compareDecisions(event: EventName, then: PastVerdict, now: PresentVerdict): Change[] {
  const before = strengthOf(event, then)
  const after = strengthOf(event, now)
  // A transcript tells only whether a hook had stopped the call.
  const isKnown = then.knowledge === 'verdict' || before >= denied || after >= 2
  if (before === after || !isKnown) return []
  const direction = after < before ? 'weaker' : 'stricter'
  if (after >= denied) return [{ kind: 'denied', direction }]
  if (after === 2) return [{ kind: 'asked', direction }]
  return [{ kind: direction === 'weaker' ? 'allowed' : 'unapproved', direction }]
}

function isSame(before: unknown, after: unknown, what: string, untold: string[]): boolean {
  if (isDeepStrictEqual(before, after)) return true
  if (!hidesSomething(before)) return false
  untold.push(what)
  return true
}

function hidesSomething(value: unknown): boolean {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return isHidden(text)
}

function compareRewrites(
  input: Readonly<Record<string, unknown>>,
  { then, now, untold }: { then: PastVerdict; now: PresentVerdict; untold: string[] },
): Change[] {
  return (Object.keys(rewriteFields) as RewriteKind[]).flatMap((of): Change[] => {
    const given = input[rewriteFields[of]]
    const before = Object.hasOwn(then, of) ? then[of] : given
    const after = Object.hasOwn(now, of) ? now[of] : given
    return isSame(before, after, `the ${of}`, untold) ? [] : [{ kind: 'rewrite', direction: 'same', of, before, after }]
  })
}

// Hooks of two files may bear different names: as long as no more of them fail, nothing new is wrong.
function compareFailures(then: PastVerdict, now: PresentVerdict): Change[] {
  const opened = surplus(now.failedOpen, then.failedOpen, ({ hook }) => hook)
  const open = new Set(opened.map(({ hook }) => hook))
  const failing = surplus(now.failing, then.failing, (hook) => hook).filter((hook) => !open.has(hook))
  return [
    ...opened.map(({ hook, class: kind }): Change => ({ kind: 'failedOpen', direction: 'weaker', hook, class: kind })),
    ...failing.map((hook): Change => ({ kind: 'failing', direction: 'same', hook })),
  ]
}

function surplus<T>(now: readonly T[], then: readonly T[], nameOf: (item: T) => string): T[] {
  if (now.length <= then.length) return []
  const known = new Set(then.map(nameOf))
  return now.filter((item) => !known.has(nameOf(item)))
}

/** A decision in a word. */
export function nameDecision({ decision, halt }: { decision: Decision | null; halt: unknown }): string {
  return halt ? 'halt' : (decision ?? 'no opinion')
}
