import type { Decision } from './decision.ts'
import type { FailureClass } from './failure.ts'
import type { Leftover } from './raw-result.ts'

/** What one handler run meant, after interpretation. */
export interface Outcome {
  /** `answered` covers silence too; `failed` has a class; `cancelled` is the caller's doing. */
  status: 'answered' | 'failed' | 'cancelled'
  class?: FailureClass
  /** Why it failed, for people. */
  failure?: string
  hint?: string
  decision: Decision | null
  reason: string | null
  /** The decision is feedback, because the event cannot be blocked. */
  rewrite: Rewrite | null
  context: string[]
  messages: string[]
  env: Record<string, string>
  halt: { reason: string } | null
  /** `skip` and `abort` end the chain even where nothing can be blocked. */
  endsChain: boolean
  warnings: string[]
  suppressOutput: boolean
  exitCode?: number | null
  signal?: string
  leftovers?: Leftover[]
  /** Text that was only recorded. */
  recorded?: string
}

/** A rewrite as its hook wrote it; merging turns it into a difference. */
export type Rewrite =
  | { kind: 'input'; value: Record<string, unknown>; conflicts: string[] }
  | { kind: 'output'; value: unknown }
  | { kind: 'prompt'; value: string }
