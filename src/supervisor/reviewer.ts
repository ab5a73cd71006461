import type { PendingWork } from '../agent/supervisor/supervisor-port.ts'
import type { CommandRunner } from '../handlers/command/index.ts'
import type { HookInput } from './hook-input.ts'

/** What a reviewer is told. */
export interface ReviewTask {
  input: HookInput
  /** What to judge and how to answer. */
  prompt: string
  round: number
  maxRounds: number
  /** Where the agent works, or where the hook was called. */
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  /** What a session in this process knows besides; its id means nothing to other agents. */
  session?: { history(): string; pending: readonly PendingWork[] }
}

/** What a review may use while it runs. */
export interface ReviewTools {
  runner: CommandRunner
  /** Milliseconds left. */
  remaining(): number
  signal: AbortSignal
}

/** What a reviewer said. */
export interface ReviewReply {
  text: string
  tokens: number
  /** False when it could not see the work it judged: its yes is then none. */
  informed: boolean
  evidence: Record<string, unknown>
}

/** Somebody who can review. */
export interface Reviewer {
  readonly type: 'command' | 'claude' | 'model'
  /** Rejects with an error that says why there is no answer, with a `HookFailure` when time ran out. */
  review(task: ReviewTask, tools: ReviewTools): Promise<ReviewReply>
  /** What it would be sent; sends nothing. */
  explain(task: ReviewTask, tools: ReviewTools): Promise<Record<string, unknown>>
}
