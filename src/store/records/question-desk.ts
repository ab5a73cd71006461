import { createRedactor } from '../../base/redact.ts'
import type { AnswerBody, NewRecord, PendingQuestion, QuestionDesk } from '../../protocol/records.ts'
import { findOwner, nameOwner } from '../owner.ts'
import { createRecordStore, type RecordStore, type StoreOptions } from './record-store.ts'
import { toKey } from './write-records.ts'

/** A desk that can be closed. */
export interface OpenDesk extends QuestionDesk {
  close(): void
}

/**
 * Opens the desk of a store: questions of all processes, each with one answer. What it keeps is redacted. Questions whose process
 * is gone are answered with a no, by nobody. Methods throw when the file cannot be used.
 */
export function openQuestionDesk(options: StoreOptions): OpenDesk {
  const store = createRecordStore({ env: process.env, ...options })
  const redactor = createRedactor({ env: process.env, ...options })
  return {
    put: (question) => putQuestion(store, redactor.value(question)),
    open: () => listOpen(store),
    answer: (questionId, given) => giveAnswer(store, { questionId, ...redactor.value(given) }),
    answerTo: (questionId) =>
      store.read((database) => {
        const row = database.prepare('SELECT answer FROM questions WHERE id = ?').get(questionId)
        return row?.['answer'] ? (JSON.parse(String(row['answer'])) as AnswerBody) : undefined
      }),
    close: () => store.close(),
  }
}

function putQuestion(store: RecordStore, { sessionId, askedAt, ...body }: PendingQuestion): void {
  store.transact((database, append) => {
    const insert = 'INSERT INTO questions (id, session, asked_at, owner, body) VALUES (?, ?, ?, ?, ?)'
    const values = [toKey(sessionId), askedAt, nameOwner(), JSON.stringify(body)] as const
    database.prepare(insert).run(body.questionId, ...values)
    append([{ sessionId, firing: null, at: askedAt, kind: 'question', body }])
  })
}

function listOpen(store: RecordStore): PendingQuestion[] {
  const select = 'SELECT * FROM questions WHERE answer IS NULL ORDER BY asked_at, rowid'
  const rows = store.read((database) => database.prepare(select).all())
  const [waiting, left] = [rows.filter(hasOwner), rows.filter((row) => !hasOwner(row))]
  for (const row of left)
    giveAnswer(store, {
      ...{ questionId: String(row['id']), behavior: 'deny', by: 'aborted' },
      message: 'the process that asked is gone',
    })
  return waiting.map((row) => ({
    ...(JSON.parse(String(row['body'])) as Omit<PendingQuestion, 'sessionId' | 'askedAt'>),
    sessionId: String(JSON.parse(String(row['session']))),
    askedAt: Number(row['asked_at']),
  }))
}

function hasOwner(row: Record<string, unknown>): boolean {
  return findOwner(String(row['owner'])) !== 'gone'
}

function giveAnswer(store: RecordStore, answer: AnswerBody): boolean {
  return store.transact((database, append) => {
    const now = Date.now()
    const update = `UPDATE questions SET answer = ?, answered_at = ? WHERE id = ? AND answer IS NULL RETURNING session`
    const row = database.prepare(update).get(JSON.stringify(answer), now, answer.questionId)
    if (row === undefined) return false
    const sessionId = String(JSON.parse(String(row['session'])))
    append([{ sessionId, firing: null, at: now, kind: 'answer', body: answer } satisfies NewRecord])
    return true
  })
}
