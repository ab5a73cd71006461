import { copyPlain } from '../../base/json.ts'
import { isRecord } from '../../protocol/schema/check.ts'
import { flag, listOf, objectOf, optional, text } from '../../protocol/schema/field.ts'
import { defineBuiltin } from './define-builtin.ts'
import type { AgentTool } from './tool-types.ts'

const mostQuestions = 4

/** Puts questions to the user. Fails when nobody can be asked, so that the model goes on by itself. */
export const askUserQuestionTool: AgentTool = defineBuiltin({
  name: 'AskUserQuestion',
  description:
    'Asks the user, when only they can decide. Give the answers to choose from; the user may also answer freely.',
  kind: 'readonly',
  input: {
    questions: listOf(
      objectOf(
        {
          question: text('The whole question.'),
          header: optional(text('A label of one or two words.')),
          options: optional(
            listOf(
              objectOf(
                { label: text('The answer.'), description: optional(text('What it would mean.')) },
                'One answer to choose.',
              ),
              'Answers to choose from.',
            ),
          ),
          multiSelect: optional(flag('Several answers may be chosen.')),
        },
        'One question.',
      ),
      'At most four questions.',
      1,
    ),
  },
  refuse({ questions }) {
    if (questions.length > mostQuestions)
      return `questions has ${questions.length} entries, at most ${mostQuestions} are asked at once`
    return questions.some(({ question }) => question.trim() === '') ? 'a question is empty' : undefined
  },
  async run({ questions }, { state, signal }) {
    if (!state.askUser)
      throw new Error('Nobody can be asked in this session. Decide by yourself, and say what you assumed.')
    const answers = await giveUpWith(signal, state.askUser(questions, signal))
    if (answers === undefined || answers === null) throw new Error('The user gave no answer.')
    return { questions, answers: copyPlain(answers) }
  },
  toText({ answers }) {
    if (typeof answers === 'string') return answers
    if (!isRecord(answers)) return undefined
    const lines = Object.entries(answers).map(([question, answer]) => `${question} → ${showAnswer(answer)}`)
    return lines.length === 0 ? undefined : lines.join('\n')
  },
})

/** Whoever asks may not look at the signal. */
function giveUpWith<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  const { promise: given, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  return Promise.race([answer, given]).finally(() => signal.removeEventListener('abort', giveUp))
}

function showAnswer(answer: unknown): string {
  if (typeof answer === 'string') return answer
  return Array.isArray(answer) ? answer.map(showAnswer).join(', ') : JSON.stringify(answer)
}
