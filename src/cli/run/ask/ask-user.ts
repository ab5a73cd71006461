import { isRecord } from '../../../protocol/schema/check.ts'
import { showLines } from '../../show-lines.ts'
import type { Choice, Menu } from './menu.ts'

type AskedQuestion = Readonly<Record<string, unknown>>

/** Puts the questions of a model, one after the other. The answers by question, or null when one is not answered. */
export async function askUser(
  questions: readonly AskedQuestion[],
  menu: Menu,
  signal: AbortSignal,
): Promise<Record<string, string | string[]> | null> {
  const answers: Record<string, string | string[]> = {}
  for (const question of questions) {
    const answer = await askOne(question, menu, signal)
    if (answer === undefined) return null
    answers[String(question['question'])] = answer
  }
  return answers
}

// No label of the model can be the same: they are numbered.
const ownWords = 'own'

async function askOne(asked: AskedQuestion, menu: Menu, signal: AbortSignal): Promise<string | string[] | undefined> {
  const { question, header, options, multiSelect } = asked
  const label = typeof header === 'string' && header !== '' ? `${header}: ` : ''
  const message = showLines(`${label}${question}`, '  ')
  const offered = Array.isArray(options) ? options.filter(isRecord) : []
  if (offered.length === 0) return menu.ask(message, { signal })
  const choices = offered.map(
    ({ label: text, description }, at): Choice => ({
      value: String(at),
      label: showLines(String(text)),
      ...(typeof description === 'string' && description !== '' && { hint: showLines(description) }),
    }),
  )
  const labelOf = (value: string): string => String(offered[Number(value)]!['label'])
  if (multiSelect === true) return (await menu.chooseMany(message, choices, signal))?.map(labelOf)
  const answer = await menu.choose(message, [...choices, { value: ownWords, label: 'Something else' }], signal)
  if (answer === undefined) return undefined
  return answer === ownWords ? menu.ask('Your answer', { signal }) : labelOf(answer)
}
