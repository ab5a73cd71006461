import type { Decision } from './decision.ts'
import type { EventName } from './event-types.ts'
import type { FailureClass } from './failure.ts'

/** All outcomes of one event, merged: what the agent must do, who decided, and what became of every configured hook. */
export interface Verdict<E extends EventName = EventName> {
  event: E
  /** For events that are no tool events, `deny` means blocked: a stop refused, a prompt not processed. */
  decision: Decision | null
  reason: string | null
  /** Id of the hook that decided. */
  decidedBy: string | null
  /** Present when rewritten. */
  input?: Record<string, unknown>
  output?: unknown
  prompt?: string
  changes: Change[]
  /** For the model. */
  context: string[]
  /** For the user. */
  messages: string[]
  env: Record<string, string>
  warnings: string[]
  /** Top-level `continue: false` or `abort`: the session ends. */
  halt: { reason: string } | null
  /** The caller's signal fired; a blocking event is then denied. */
  aborted: boolean
  /** Gates that broke and, by policy, let the call through. */
  failedOpen: { hook: string; class: FailureClass }[]
  /** One row for every configured hook of the event; computed when first read. */
  readonly runs: RunRow[]
}

/** Who changed which field: `input.command`, `output.content`, `prompt`. */
export interface Change {
  path: string
  by: string
  conflict?: true
}

export type RunStatus = 'ok' | 'blocked' | 'failed' | 'timeout' | 'cancelled' | 'skipped' | 'async' | 'shadow'

/** What became of one hook. */
export interface RunRow {
  hook: string
  source: string
  /** Kind of the handler, as in the configuration. */
  handler: string
  status: RunStatus
  why?: string
  class?: FailureClass
  exitCode?: number | null
  signal?: string
  ms: number
  decision?: Decision
  recheck?: true
}
