import { expect, it } from 'vitest'
import { openTools } from '../../../test/support/open-tools.ts'
import { askUserQuestionTool } from './ask-user-question-tool.ts'

const questions = [
  { question: 'Which one?', header: 'Choice', options: [{ label: 'A' }, { label: 'B' }], multiSelect: false },
]

it('gives the questions and the answers', async () => {
  const tools = openTools({ askUser: async (asked) => ({ [(asked[0] as { question: string }).question]: ['A', 'B'] }) })
  const output = await tools.call(askUserQuestionTool, { questions })
  expect(output).toEqual({ questions, answers: { 'Which one?': ['A', 'B'] } })
  expect(askUserQuestionTool.toText(output)).toBe('Which one? → A, B')
})

it('fails when nobody can be asked, or nobody answers', async () => {
  await expect(openTools().call(askUserQuestionTool, { questions })).rejects.toThrow('Nobody can be asked')
  const silent = openTools({ askUser: async () => undefined })
  await expect(silent.call(askUserQuestionTool, { questions })).rejects.toThrow('The user gave no answer.')
})

it('stops waiting when the caller gives up', async () => {
  const abort = new AbortController()
  const tools = openTools({ askUser: () => new Promise(() => undefined) })
  const call = tools.call(askUserQuestionTool, { questions }, { signal: abort.signal })
  setTimeout(() => abort.abort(), 20)
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
})

it.each([
  [{ questions: [] }, 'questions must be at least 1 entry, not a list of 0'],
  [{ questions: [{ question: '' }] }, 'a question is empty'],
  [{ questions: Array(5).fill({ question: 'a' }) }, 'questions has 5 entries, at most 4 are asked at once'],
  [{ questions: [{ question: 'a', options: ['x'] }] }, 'questions[0].options[0] must be an object, not "x"'],
])('refuses %j', (input, problem) => {
  expect(askUserQuestionTool.check(input)).toBe(problem)
})
