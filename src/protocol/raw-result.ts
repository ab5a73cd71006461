import type { FailureClass } from './failure.ts'

/** What one handler run yielded, before anyone judged it. Handlers make it, `engine/interpret` reads it. */
export type RawResult = ProcessResult | ValueResult | BrokenResult | CancelledResult

/** What every result may carry. */
interface Remarked {
  /** Worth telling about the run, whatever it meant. */
  remarks?: readonly string[]
  /** What the run used of a model, where it asked one. */
  usage?: ModelUsage
}

/** What one run used of a model. */
export interface ModelUsage {
  model: string
  /** Calls of the model, failed ones too. */
  calls: number
  inputTokens: number
  outputTokens: number
  /** What they cost, where the owner has told the price of the model. */
  cost?: number
  /** The same for runs that were asked in the same words, whatever the event. */
  promptHash: string
}

/** A program ran. Its channels are kept apart and nothing is coerced: death by signal has no exit code. */
export interface ProcessResult extends Remarked {
  kind: 'process'
  end: { by: 'exit'; code: number } | { by: 'signal'; signal: string } | { by: 'timeout' }
  stdout: CapturedOutput
  stderr: CapturedOutput
  /** Processes that outlived the hook: what was found, and whether it was killed. */
  leftovers: Leftover[]
}

/** Output of a program: the first 1 MiB and the last 64 KiB are kept, the rest was drained. */
export interface CapturedOutput {
  text: string
  bytes: number
  truncated: boolean
  invalidUtf8: boolean
}

export interface Leftover {
  pid: number
  command: string
  /** `group`: still in the hook's process group; `escaped`: left it by setsid or a double fork. */
  place: 'group' | 'escaped'
  fate: 'killed' | 'alive'
}

/** A handler answered with a value instead of text: callbacks, workers, http, prompts. */
export interface ValueResult extends Remarked {
  kind: 'value'
  value: unknown
}

/** The handler could not give an answer. */
export interface BrokenResult extends Remarked {
  kind: 'broken'
  class: FailureClass
  message: string
  hint?: string
  /** What was received before it broke: an explicit deny in complete JSON still counts. */
  said?: string
}

/** The caller's signal ended the run. */
export interface CancelledResult extends Remarked {
  kind: 'cancelled'
}
