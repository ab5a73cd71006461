import { hasPower } from '../../protocol/event-types.ts'
import type {
  AnswerBody,
  DeliveryBody,
  EventBody,
  FiringSummary,
  NoticeBody,
  PermissionBody,
  QuestionBody,
  RunBody,
  SessionRecord,
  VerdictBody,
} from '../../protocol/records.ts'

/** One event with everything that was recorded about it. */
export interface Firing {
  summary: FiringSummary
  /** Position among the events of its session, from 1; 0 when the session has too many to count. */
  number: number
  event: EventBody | null
  runs: RunBody[]
  /** Null when none was ever written: nobody may take the event for allowed. */
  verdict: VerdictBody | null
  permission: PermissionBody | null
  questions: (QuestionBody & { at: number; answer: (AnswerBody & { at: number }) | null })[]
  deliveries: DeliveryBody[]
  notices: NoticeBody[]
}

/**
 * Puts the records of one firing together. `beside` are records of its session that name no firing: what concerns its tool
 * call is taken from them. Runs stand in the order in which they began.
 */
export function assembleFiring(
  summary: FiringSummary,
  number: number,
  records: { own: readonly SessionRecord[]; beside: readonly SessionRecord[] },
): Firing {
  const firing: Firing = {
    summary,
    number,
    event: null,
    runs: [],
    verdict: null,
    permission: null,
    questions: [],
    deliveries: [],
    notices: [],
  }
  for (const record of records.own) add(record, firing)
  const call = firing.event?.input['toolUseId']
  if (typeof call === 'string' && call !== '' && hasPower(summary.event, 'ask')) {
    for (const record of records.beside) addOfCall(record, call, firing)
  }
  if (firing.questions.length > 0)
    for (const record of records.beside) if (record.kind === 'answer') addAnswer(record, firing)
  markFailedOpen(firing)
  firing.runs.sort((a, b) => a.startMs - b.startMs)
  return firing
}

function add(record: SessionRecord, firing: Firing): void {
  switch (record.kind) {
    case 'event':
      firing.event = record.body
      break
    case 'run':
      firing.runs.push(record.body)
      break
    case 'verdict':
      firing.verdict = record.body
      break
    case 'permission':
      firing.permission = record.body
      break
    case 'question':
      firing.questions.push({ ...record.body, at: record.at, answer: null })
      break
    case 'answer':
      addAnswer(record, firing)
      break
    case 'delivery':
      firing.deliveries.push(record.body)
      break
    case 'notice':
      firing.notices.push(record.body)
      break
    case 'session':
    case 'loss':
      break
  }
}

// Only with the event that was asked about: what follows a call bears the same id.
function addOfCall(record: SessionRecord, call: string, firing: Firing): void {
  if (record.kind === 'permission' && record.body.toolUseId === call) firing.permission ??= record.body
  if (record.kind === 'question' && record.body.toolUseId === call) {
    firing.questions.push({ ...record.body, at: record.at, answer: null })
  }
}

function addAnswer(record: SessionRecord & { kind: 'answer' }, firing: Firing): void {
  const question = firing.questions.find(({ questionId }) => questionId === record.body.questionId)
  if (question) question.answer ??= { ...record.body, at: record.at }
}

// Whether a run opened its gate is known only once the whole stage has been judged.
function markFailedOpen({ runs, verdict }: Firing): void {
  const open = new Map((verdict?.failedOpen ?? []).map(({ hook, class: kind }) => [hook, kind]))
  for (const [index, run] of runs.entries()) {
    if (run.class !== undefined && open.get(run.hook) === run.class) runs[index] = { ...run, failedOpen: true }
  }
}
