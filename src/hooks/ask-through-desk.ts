import { createId } from '../base/ids.ts'
import type { AnswerBody, QuestionDesk } from '../protocol/records.ts'
import { readPermissionResult } from './permission-answer.ts'
import type { Ask, PermissionResult, Question } from './permission-types.ts'

/** Milliseconds between two looks at the desk. */
const lookEveryMs = 150

/**
 * Lays every question on the desk too, so that it can be answered from another process. The first answer counts; the host's own
 * prompt hears by its signal that it is no longer needed. Without a host's `ask` it waits for the desk alone. A
 * desk that fails leaves the question to the host.
 */
export function askThroughDesk(desk: QuestionDesk, ask: Ask | undefined, sessionId: string): Ask {
  return async (question) => {
    const questionId = createId()
    if (!tryPut(desk, { ...question, questionId, sessionId })) {
      if (ask) return ask(question)
      throw new Error('the desk for questions cannot be used')
    }
    const over = new AbortController()
    const host = ask ? askHost(desk, ask, { question, questionId, over }) : new Promise<never>(() => {})
    try {
      return await Promise.race([host, watchDesk(desk, questionId, over.signal), whenAborted(question.signal)])
    } catch (error) {
      tryAnswer(desk, questionId, { behavior: 'deny', by: 'aborted' })
      throw error
    } finally {
      over.abort()
    }
  }
}

function tryPut(
  desk: QuestionDesk,
  { questionId, sessionId, toolName, toolUseId, input, reason }: Question & { questionId: string; sessionId: string },
): boolean {
  try {
    desk.put({ questionId, sessionId, toolName, toolUseId, input, reason, askedAt: Date.now() })
    return true
  } catch {
    return false
  }
}

interface Asked {
  question: Question
  questionId: string
  over: AbortController
}

async function askHost(desk: QuestionDesk, ask: Ask, { question, questionId, over }: Asked): Promise<PermissionResult> {
  const signal = AbortSignal.any([question.signal, over.signal])
  const answer = await ask({ ...question, signal })
  const result: PermissionResult =
    typeof answer === 'boolean'
      ? { behavior: answer ? 'allow' : 'deny' }
      : (readPermissionResult(answer) ?? { behavior: 'deny' })
  const behavior = result.behavior === 'allow' ? 'allow' : 'deny'
  const message = result.behavior === 'deny' && result.message !== undefined ? { message: result.message } : {}
  const other = tryAnswer(desk, questionId, { behavior, ...message, by: 'host' })
  return other ? toResult(other) : result
}

/** The answer that was there before, if there was one. */
function tryAnswer(
  desk: QuestionDesk,
  questionId: string,
  answer: Omit<AnswerBody, 'questionId'>,
): AnswerBody | undefined {
  try {
    return desk.answer(questionId, answer) ? undefined : desk.answerTo(questionId)
  } catch {
    return undefined
  }
}

function watchDesk(desk: QuestionDesk, questionId: string, over: AbortSignal): Promise<PermissionResult> {
  return new Promise((resolve) => {
    const look = (): void => {
      try {
        const answer = desk.answerTo(questionId)
        if (answer) resolve(toResult(answer))
      } catch {
        // the next look may succeed, and the host can still answer
      }
    }
    const timer = setInterval(look, lookEveryMs)
    over.addEventListener('abort', () => clearInterval(timer), { once: true })
  })
}

function toResult({ behavior, message }: AnswerBody): PermissionResult {
  return behavior === 'allow' ? { behavior } : { behavior, ...(message !== undefined && { message }) }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => reject(new Error('aborted by the caller'))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
