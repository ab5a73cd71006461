/** Records of sessions for programs: write them, read them, answer the questions that wait in them. */
export type {
  ChainReport,
  FiringSummary,
  HookStatistics,
  NewRecord,
  PendingQuestion,
  QuestionDesk,
  RecordLog,
  RecordQuery,
  RecordReader,
  SessionRecord,
  SessionSummary,
} from '../../protocol/records.ts'
export { type OpenDesk, openQuestionDesk } from './question-desk.ts'
export { openRecordLog } from './record-log.ts'
export { openRecordReader } from './record-reader.ts'
export type { StoreOptions } from './record-store.ts'
export { recordsPath } from './schema.ts'
