import type { SessionSummary } from '../../src/protocol/records.ts'
import type {
  AnswerReply,
  Brief,
  Clip,
  FiringDetail,
  PageQuestion,
  PageStatistics,
} from '../../src/server/page-types.ts'

/** How the page stands to what it shows. */
export type Connection = 'connecting' | 'live' | 'lost' | 'refused' | 'still'

/** What is told while a session, or the list of sessions, is watched. */
export interface Watcher {
  /** New records of the session, each exactly once and in order. */
  records?(briefs: readonly Brief[]): void
  /** Everything recorded so far has been told. */
  current?(): void
  /** Something was recorded, in whatever session. */
  changed?(): void
  questions(questions: readonly PageQuestion[]): void
  connection(state: Connection): void
}

/** Where the page takes what it shows: a server, or the file it is in. */
export interface Source {
  /** Whether questions can be answered here. */
  readonly live: boolean
  sessions(): Promise<SessionSummary[]>
  firing(sessionId: string, firing: string): Promise<FiringDetail>
  /** Whether the process of a firing that has no verdict is gone. */
  isInterrupted(sessionId: string, firing: string): Promise<boolean>
  statistics(sessionId?: string): Promise<PageStatistics>
  /** Watches one session, or all of them when none is named, until the result is called. */
  watch(sessionId: string | null, watcher: Watcher): () => void
  answer(questionId: string, answer: { behavior: 'allow' | 'deny'; message: string }): Promise<AnswerReply>
  /** Where the whole of a text that was cut can be had; null when it cannot. */
  wholeText(clip: Clip): string | null
  /** Where the whole input of a question can be had; null when it cannot. */
  wholeQuestion(questionId: string): string | null
}
