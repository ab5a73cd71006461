import type { Decision } from '../../protocol/decision.ts'
import type { EventName } from '../../protocol/event-types.ts'
import type { FailureClass } from '../../protocol/failure.ts'

/** The events of one session, in the order in which they happened. */
export interface ReplaySession {
  sessionId: string
  /** Where it worked; the folder may be gone by now. */
  projectDir: string
  /** Whether variables that its hooks set were seen by later ones; not where every event had a process of its own. */
  keepsEnv: boolean
  events: ReplayEvent[]
}

/** One event that is to happen again. */
export interface ReplayEvent {
  /** Position in its session, or the line of its transcript. */
  number: number
  firing: string | null
  at: number
  event: EventName
  /** camelCase, as it was recorded. */
  input: Record<string, unknown>
  /** What came of it then; null when that is not known. */
  then: PastVerdict | null
  /** Why it can only be replayed in part, or compared in part; empty when it can be in whole. */
  gaps: string[]
  /** False for an event that happens again only for what it leaves behind, such as variables. */
  compared: boolean
}

/** What is known of a verdict of the past. */
export interface PastVerdict {
  decision: Decision | null
  reason: string | null
  decidedBy: string | null
  halt: { reason: string } | null
  input?: unknown
  output?: unknown
  prompt?: unknown
  failedOpen: { hook: string; class: FailureClass }[]
  /** Hooks that failed, whatever came of it. */
  failing: string[]
  /** `verdict`: all of this was recorded; `outcome`: only whether a hook had stopped it. */
  knowledge: 'verdict' | 'outcome'
}
