import type { AnswerBody, QuestionDesk } from '../protocol/records.ts'
import type { AnswerReply } from './page-types.ts'

/** An answer as somebody gives it on the page. */
export interface GivenAnswer {
  behavior: 'allow' | 'deny'
  message?: string
}

/** Characters of a message, at most. */
const longestMessage = 10_000

/**
 * Gives an answer in the name of the page. The first answer counts, wherever it was given; the reply says which one that was.
 * Undefined when there is no such question.
 */
export function answerQuestion(desk: QuestionDesk, questionId: string, given: GivenAnswer): AnswerReply | undefined {
  const earlier = desk.answerTo(questionId)
  if (earlier) return { won: false, answer: earlier }
  if (!desk.open().some((question) => question.questionId === questionId)) return undefined
  const won = desk.answer(questionId, { ...given, by: 'page' })
  const answer: AnswerBody = desk.answerTo(questionId) ?? { questionId, ...given, by: 'page' }
  return { won, answer }
}

/** Reads an answer from JSON; a text says what is wrong with it. */
export function readAnswer(value: unknown): GivenAnswer | string {
  if (typeof value !== 'object' || value === null)
    return 'Expected an object {"behavior": "allow" | "deny", "message"?: text}.'
  const { behavior, message } = value as Record<string, unknown>
  if (behavior !== 'allow' && behavior !== 'deny') return 'behavior must be "allow" or "deny".'
  if (message === undefined || message === '') return { behavior }
  if (typeof message !== 'string') return 'message must be a text.'
  if (message.length > longestMessage)
    return `message has ${message.length} characters; at most ${longestMessage} are taken.`
  return { behavior, message }
}
