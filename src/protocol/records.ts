import type { Decision } from './decision.ts'
import type { EventName } from './event-types.ts'
import type { FailureClass } from './failure.ts'
import type { ModelUsage } from './raw-result.ts'
import type { RunRow, RunStatus, Verdict } from './verdict.ts'

/** One line of the record of a session, as it is kept: redacted, numbered without gaps, chained to the line before it. */
export type SessionRecord = RecordHead & RecordBody

/** What every record has. */
export interface RecordHead {
  version: 1
  /** Position among all records of the store; what was written later has a higher one. */
  id: number
  sessionId: string
  /** Position in the record of the session, from 1. */
  seq: number
  /** Wall time in milliseconds. */
  at: number
  /** The firing that it belongs to, as in `ObservedStep`; null for what stands beside events. */
  firing: string | null
  /** Hash over the record and the hash of the one before it in the session. */
  hash: string
}

/** What a record says. */
export type RecordBody =
  | { kind: 'session'; body: SessionBody }
  | { kind: 'event'; body: EventBody }
  | { kind: 'run'; body: RunBody }
  | { kind: 'verdict'; body: VerdictBody }
  | { kind: 'permission'; body: PermissionBody }
  | { kind: 'question'; body: QuestionBody }
  | { kind: 'answer'; body: AnswerBody }
  | { kind: 'delivery'; body: DeliveryBody }
  | { kind: 'notice'; body: NoticeBody }
  | { kind: 'loss'; body: LossBody }

export type RecordKind = RecordBody['kind']

/** A process began to write about a session. */
export interface SessionBody {
  projectDir: string
  pid: number
  host: string
  /** What runs the session: `sdk`, `run`, `fire`. */
  program: string
}

/** An event was fired. Without a verdict of the same firing it was interrupted: nobody may take it for allowed. */
export interface EventBody {
  event: EventName
  /** camelCase, redacted; long texts are cut, and then `cut` names their paths. */
  input: Record<string, unknown>
  cut?: string[]
  agentId?: string
  /** Milliseconds of a clock of the process that never jumps, as wall time does. */
  monotonicMs?: number
}

/** One run of one hook. */
export interface RunBody {
  event: EventName
  hook: string
  name?: string
  source: string
  handler: string
  dialect: string
  status: RunStatus
  class?: FailureClass
  exitCode?: number | null
  signal?: string
  /** Milliseconds after the event began. */
  startMs: number
  ms: number
  decision: Decision | null
  reason: string | null
  stdout?: string
  stderr?: string
  /** What a hook that is no program answered. */
  value?: unknown
  /** Why it broke. */
  message?: string
  remarks?: readonly string[]
  usage?: ModelUsage
  recheck?: true
  async?: true
  failedOpen?: true
  cut?: string[]
}

/** What came of an event. */
export interface VerdictBody extends Omit<Verdict, 'env' | 'runs'> {
  ms: number
  /** Names only. */
  env: string[]
  /** A row for every configured hook, with the reason when it did not run. */
  runs: RunRow[]
  cut?: string[]
}

/** What the permission chain decided about a tool call; with `audit: 'required'` it is on disk before the tool runs. */
export interface PermissionBody {
  toolName: string
  toolUseId: string
  granted: boolean
  decidedBy: string | null
  reason: string | null
  /** Digest of the input that was approved, or refused. */
  inputDigest: string
}

/** A question that waits for a person. */
export interface QuestionBody {
  questionId: string
  toolName: string
  toolUseId: string
  input: Record<string, unknown>
  reason: string
}

/** The one answer that counted. */
export interface AnswerBody {
  questionId: string
  behavior: 'allow' | 'deny'
  message?: string
  /** Who gave it: `terminal`, `page`, `host`, or nobody (`aborted`). */
  by: string
}

/** What became of text that hooks had for the model. */
export interface DeliveryBody {
  event: EventName
  hooks: string[]
  state: 'delivered' | 'truncated' | 'spilled' | 'dropped'
  /** Length of the whole text. */
  characters: number
  /** Where the whole text lies, when it was spilled. */
  file?: string
  /** Which request of its agent to the model carried it, from 1. */
  request?: number
}

export interface NoticeBody {
  code: string
  message: string
  hint?: string
}

/** Records that could not be written. */
export interface LossBody {
  count: number
  reason: string
}

/** Milliseconds above which a hook or an event counts as slow. */
export const slowMs = 10_000

/** Something to be recorded. Text in it is redacted on the way to disk. */
export type NewRecord = { sessionId: string; firing: string | null; at: number } & RecordBody

/** Where records are written. */
export interface RecordLog {
  /** Hands a record over. Never throws and never waits; what cannot be written is counted. */
  append(record: NewRecord): void
  /** Resolves when the record, and all before it, are on disk for good; rejects with the reason when they cannot be. */
  appendDurably(record: NewRecord): Promise<void>
  /** Resolves when everything handed over has been written, or lost. */
  flush(): Promise<void>
  /** How many records could not be written since the log was opened, and why the last one. */
  losses(): { count: number; reason: string | null }
  close(): Promise<void>
}

/** Which records are wanted. */
export interface RecordQuery {
  sessionId?: string
  firing?: string
  kinds?: readonly RecordKind[]
  events?: readonly EventName[]
  tool?: string
  hook?: string
  /** Only firings that were denied, that took longer than so many milliseconds, in which a gate failed open. */
  denied?: boolean
  slowerThanMs?: number
  failedOpen?: boolean
  /** Wall time in milliseconds, inclusive and exclusive. */
  since?: number
  until?: number
  /** Only records after this id, for following. */
  after?: number
  order?: 'oldest' | 'newest'
  limit?: number
}

/** One session at a glance. */
export interface SessionSummary {
  sessionId: string
  projectDir: string
  program: string
  firstAt: number
  lastAt: number
  events: number
  runs: number
  denied: number
  failedOpen: number
  slow: number
  /** Questions that still wait. */
  waiting: number
}

/** One firing at a glance: a row of a trace. */
export interface FiringSummary {
  sessionId: string
  firing: string
  /** Id of its first record. */
  id: number
  at: number
  event: EventName
  tool: string | null
  agentId: string | null
  ms: number | null
  decision: Decision | null
  reason: string | null
  decidedBy: string | null
  failedOpen: boolean
  /** No verdict was ever written: the process died in the middle. */
  interrupted: boolean
  runs: number
}

/** How one hook has done. */
export interface HookStatistics {
  hook: string
  source: string
  handler: string
  runs: number
  blocked: number
  failed: number
  failedOpen: number
  p50: number
  p95: number
  max: number
}

/** Whether the record of a session is as it was written. */
export interface ChainReport {
  sessionId: string
  records: number
  ok: boolean
  /** The first that is wrong, and how. */
  broken?: { seq: number; problem: string }
  /** Its records were removed for their age or size, and so many they were. */
  removed?: { at: number; records: number; why: string }
}

/** Where records are read. All of it is synchronous and sees what other processes have written. */
export interface RecordReader {
  sessions(query?: Pick<RecordQuery, 'since' | 'until' | 'limit'>): SessionSummary[]
  firings(query?: RecordQuery): FiringSummary[]
  records(query?: RecordQuery): SessionRecord[]
  statistics(query?: RecordQuery): HookStatistics[]
  verify(sessionId: string): ChainReport
  /** The highest id so far; 0 for an empty store. */
  lastId(): number
  close(): void
}

/** A question that waits for a person, whichever process asks it and whichever answers. */
export interface PendingQuestion extends QuestionBody {
  sessionId: string
  askedAt: number
}

/** Where questions wait: the first answer wins, in whatever process it is given. */
export interface QuestionDesk {
  put(question: PendingQuestion): void
  /** The open ones, the oldest first. */
  open(): PendingQuestion[]
  /** True for the answer that counts; false when there was one already. The answer is recorded in the same transaction. */
  answer(questionId: string, answer: Omit<AnswerBody, 'questionId'>): boolean
  /** The answer that counted, once there is one. */
  answerTo(questionId: string): AnswerBody | undefined
}
