import type { SupervisedSession, SupervisorAnswer, SupervisorOptions } from '../agent/supervisor/supervisor-port.ts'
import type { ModelProvider } from '../models/model-types.ts'

/** One call of the hook: what it was started with and how it reads. */
export interface HookCall {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Reads stdin until it closes, falls silent behind a complete object, or the limit has passed. */
  readStdin(limit: { ms: number }): Promise<StdinReading>
  /** Writes a line to stderr; used under `--debug` only. */
  tell(line: string): void
  /** Called once before a reviewer is loaded; the signal fires when the review shall end. */
  prepare?(): AbortSignal
  /** The session in this process that calls; absent for a call of the program. */
  readonly session?: CallingSession
}

/** A session that has its supervisor in its own process. */
export interface CallingSession extends SupervisedSession {
  /** What code has set, which counts before `ccc.json`. */
  readonly options: SupervisorOptions
  /** A provider of the reviewer's own, made once for the session: the one that code names, else the session's. */
  reviewModel(): Promise<{ provider: ModelProvider; name: string }>
}

export interface StdinReading {
  bytes: Uint8Array
  /** The limit passed before the input was complete. */
  timedOut: boolean
}

/** How a call ends. */
export type HookEnd = SupervisorAnswer

/** Why a call ends without a decision. The message is what stderr says. */
export class HookFailure extends Error {
  override readonly name = 'HookFailure'
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }

  /** Whether something thrown is one; the bundled program may hold this class more than once. */
  static is(thrown: unknown): thrown is HookFailure {
    return thrown instanceof Error && thrown.name === 'HookFailure' && 'exitCode' in thrown
  }

  /** Nobody could review. */
  static ofReview(why: string): HookFailure {
    return new HookFailure(1, `supervisor SDK failed: ${why}`)
  }

  static ofInput(why: string): HookFailure {
    return new HookFailure(2, `failed to parse hook input: ${why}`)
  }

  static ofTime(): HookFailure {
    return new HookFailure(124, 'hook execution timeout')
  }
}
