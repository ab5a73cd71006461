import type { Approval } from '../../hooks/approval.ts'
import type { ToolKind } from '../../hooks/tool-kind.ts'
import type { ImagePart } from '../../models/model-types.ts'

/** A tool the model may call. */
export interface AgentTool {
  readonly name: string
  readonly description: string
  readonly kind: ToolKind
  /** JSON Schema shown to the model. */
  readonly inputSchema: Record<string, unknown>
  /** Why an input does not fit, or undefined. Strict: unknown keys and wrong types are refused. */
  check(input: Record<string, unknown>): string | undefined
  affectedPaths(input: Record<string, unknown>, cwd: string): string[]
  /** Runs the call. Redeems the approval first, so it cannot run with another input, or twice. May throw. */
  run(input: Record<string, unknown>, context: ToolContext): Promise<unknown>
  /** The text the model reads, made from the output after hooks have rewritten it. */
  toText(output: unknown): string
  /** Images the model sees beside the text. Absent for most tools. */
  toImages?(output: unknown): ImagePart[]
}

/** What a tool is given beside its input. */
export interface ToolContext {
  readonly approval: Approval
  readonly toolUseId: string
  readonly cwd: string
  readonly projectDir: string
  setCwd(directory: string): void
  /** Variables that hooks of the session have set, over the host's environment. */
  readonly env: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** What the session keeps for its tools. */
  readonly state: ToolState
}

/** State of one session that tools share: each tool keeps its own part under its own key. */
export interface ToolState {
  /** The part under a key, made when first asked for. */
  part<T>(key: string, make: () => T): T
  /** Runs when the session ends: background processes, open handles. */
  onClose(work: () => Promise<void> | void): void
  /** Asks the user; absent when nobody can be asked. */
  readonly askUser?: ((questions: readonly unknown[], signal: AbortSignal) => Promise<unknown>) | undefined
  /** Asks hooks whether a task may be completed: a reason refuses it. */
  completeTask(task: {
    id: string
    description: string
    resultSummary?: string
    success: boolean
  }): Promise<string | undefined>
  /** Keeps text that is too long for the model in a private file and gives its path. */
  spill(text: string, name: string): Promise<string>
}
