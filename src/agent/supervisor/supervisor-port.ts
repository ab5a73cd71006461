import type { ModelProvider, ProviderOptions } from '../../models/model-types.ts'

/** What a session with a supervisor may set. What is left out is taken from `ccc.json`, then from its defaults. */
export interface SupervisorOptions {
  /** Who reviews; without one here and in `ccc.json` the session's own model. */
  reviewer?: SupervisorReviewer
  /** Reviews of the session, 1 to 100; 20 by default. */
  maxIterations?: number
  /** Time of one review, 10 to 3600; 600 by default. */
  timeoutSeconds?: number
  /** Time and tokens of all reviews together; no limit by default. */
  maxTotalSeconds?: number
  maxTotalTokens?: number
  /** Equal feedback over an unchanged work tree that ends the loop; 3 by default, 0 never does. */
  noProgressLimit?: number
  /** Count anew with every prompt of the user. */
  resetOnUserPrompt?: boolean
  /** What the reviewer is asked, instead of `SUPERVISOR.md`. */
  prompt?: string
  /** What a review that failed does: `ignore` lets the agent stop, unverified; `deny` keeps it working. */
  onFailure?: 'ignore' | 'deny'
}

export type SupervisorReviewer =
  | { type: 'command'; command: string; passEnv?: readonly string[] }
  | { type: 'claude'; model?: string; args?: readonly string[] }
  | { type: 'model'; provider?: ProviderOptions; model?: string }

/** What a supervisor may know of the session it watches. */
export interface SupervisedSession {
  readonly id: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** What no record may show, beside the credentials of the environment. */
  readonly secrets?: readonly string[]
  /** The session's own model, which reviews when nobody else is named. */
  model(): { provider: ModelProvider; name: string }
  /** What was said, as text of bounded length. */
  history(): string
  /** Names the prompt that the agent works on. */
  promptId(): string
  /** What still runs in the background. */
  pending(): PendingWork[]
}

export interface PendingWork {
  id: string
  command: string
}

/** One moment to be reviewed, as the program of the supervisor would be called. */
export interface SupervisorCall {
  argv: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** The hook's input, as JSON. */
  input: string
  signal: AbortSignal
}

/** What the program of the supervisor would have printed, and what the answer is worth. */
export interface SupervisorAnswer {
  exitCode: number
  stdout: string
  stderr: string
  /** `approved` is the only real yes. */
  outcome?: 'approved' | 'refused' | 'capped' | 'unverified' | 'off'
  reason?: string
}

/** A supervisor at work for one session. It never rejects. */
export interface Supervisor {
  answer(call: SupervisorCall): Promise<SupervisorAnswer>
}

/** Opens a supervisor for a session. Rejects with a `HookError` for options that cannot be right. */
export type OpenSupervisor = (options: SupervisorOptions, session: SupervisedSession) => Promise<Supervisor>
