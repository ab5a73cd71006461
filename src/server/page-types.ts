import type { Decision } from '../protocol/decision.ts'
import type { EventName } from '../protocol/event-types.ts'
import type { FailureClass } from '../protocol/failure.ts'
import type {
  AnswerBody,
  DeliveryBody,
  HookStatistics,
  PendingQuestion,
  SessionRecord,
  SessionSummary,
} from '../protocol/records.ts'
import type { RunStatus } from '../protocol/verdict.ts'

/** A record in the few words that a row of a list needs; whatever its size was, this is small. */
export type Brief = BriefHead & BriefBody

export interface BriefHead {
  id: number
  seq: number
  at: number
  firing: string | null
}

export type BriefBody =
  | { kind: 'session'; program: string; projectDir: string; pid: number }
  | { kind: 'event'; event: EventName; tool?: string; subject: string; agentId?: string }
  | RunBrief
  | VerdictBrief
  | { kind: 'permission'; tool: string; toolUseId: string; granted: boolean; decidedBy: string | null; reason: string }
  | { kind: 'question'; questionId: string; tool: string; subject: string; reason: string }
  | { kind: 'answer'; questionId: string; behavior: 'allow' | 'deny'; by: string; message: string }
  | { kind: 'delivery'; event: EventName; state: DeliveryBody['state']; characters: number }
  | { kind: 'notice'; code: string; message: string }
  | { kind: 'loss'; count: number; reason: string }

/** One run of a hook in few words. What is false or missing is left out. */
export interface RunBrief {
  kind: 'run'
  hook: string
  name?: string
  handler: string
  status: RunStatus
  class?: FailureClass
  startMs: number
  ms: number
  decision?: Decision
  reason?: string
  failedOpen?: true
  recheck?: true
  async?: true
}

/** What came of an event in few words. */
export interface VerdictBrief {
  kind: 'verdict'
  ms: number
  decision?: Decision
  reason?: string
  decidedBy?: string
  /** Fields that hooks changed. */
  changes?: number
  /** Hooks that were configured and did not run. */
  skipped?: number
  failedOpen?: number
  halted?: true
  aborted?: true
}

/** Everything that is recorded about one firing, with long texts cut. */
export interface FiringDetail {
  sessionId: string
  firing: string
  records: SessionRecord[]
  clips: Clip[]
  /** Its process died before there was a verdict: nobody may take it for allowed. */
  interrupted: boolean
  /** There were more records than anybody could look at. */
  more: boolean
}

/** A text or a list that was cut before it was shown. */
export interface Clip {
  /** Id of the record. */
  record: number
  /** Keys from the record down to what was cut. */
  path: (string | number)[]
  /** Length of the whole: characters of a text, else characters of its JSON. */
  characters: number
}

/** How hooks have done, with the number of runs between each two edges. */
export interface PageStatistics {
  /** Milliseconds. A run of exactly an edge counts above it; the first count is below the first edge, the last above the last. */
  edges: readonly number[]
  hooks: (HookStatistics & { counts: number[] })[]
}

/** A question as the page shows it. */
export interface PageQuestion {
  question: PendingQuestion
  clips: Clip[]
}

/** What became of an answer. */
export interface AnswerReply {
  /** Whether this answer is the one that counted. */
  won: boolean
  /** The one that counted. */
  answer: AnswerBody
}

/** What a page that was exported carries: one session, complete and still. */
export interface ExportedSession {
  version: 1
  exportedAt: number
  session: SessionSummary
  briefs: Brief[]
  details: FiringDetail[]
  statistics: PageStatistics
}
