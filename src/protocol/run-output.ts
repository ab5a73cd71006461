import type { Decision } from './decision.ts'
import type { EventName } from './event-types.ts'
import type { RunStatus } from './verdict.ts'

/** What `hookline run --output-format json` prints: one turn, as a whole. */
export interface RunResult {
  version: 1
  type: 'result'
  sessionId: string
  subtype: 'success' | 'blocked' | 'interrupted' | 'capped' | 'halted' | 'max_turns' | 'error'
  content: string
  reason: string | null
  error: { code: string; message: string } | null
  exitCode: number
  provider: string
  model: string
  turns: number
  usage: TokenCounts
  costUsd: number | null
  durationMs: number
  toolCalls: ToolCallReport[]
  hooks: HookRunReport[]
  notices: string[]
  transcriptPath: string | null
}

export interface TokenCounts {
  inputTokens: number
  outputTokens: number
}

/** A tool call and what came of it. */
export interface ToolCallReport {
  id: string
  name: string
  input: Record<string, unknown>
  output: unknown
  isError: boolean
}

/** One run of one hook. */
export interface HookRunReport {
  event: EventName
  hook: string
  status: RunStatus
  decision: Decision | null
  reason: string | null
  ms: number
  failedOpen: boolean
}

/** The first line of `--output-format stream-json`. */
export interface RunInit {
  version: 1
  type: 'init'
  sessionId: string
  cwd: string
  provider: string
  model: string
  permissionMode: string
  hooks: { id: string; event: EventName; source: string; handler: string; active: boolean; why: string | null }[]
  notices: string[]
}

/** What the last line of `--output-format stream-json` carries besides. */
export interface RunTotals {
  turns: number
  usage: TokenCounts
  costUsd: number | null
  durationMs: number
}
