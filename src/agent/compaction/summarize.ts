import type { ModelMessage } from '../../models/model-types.ts'
import { hookTag } from '../hook-texts.ts'
import { runModelStep } from '../model-step.ts'
import type { CompactionScope } from './compactor.ts'
import { renderHistory } from './render-history.ts'

const system = [
  'You write the summary with which a coding agent goes on after its conversation has become too long.',
  'It will know nothing but your summary. Keep: what the user wants and has forbidden, decisions and their reasons, files',
  'read and changed with their paths, commands and their outcomes, errors and what mended them, what is left to do.',
  'Leave out what no longer matters. Write plain text and nothing else.',
].join(' ')

/** Characters of history that a model of unknown size is given. */
const usualLength = 400_000
const charactersPerToken = 3
/** The share of the context that the history may take: the summary and the instructions need room, too. */
const share = 0.6

/** Has the model write what stands for the history. Throws when it fails or has nothing to say. */
export async function summarize(
  wanted: { messages: readonly ModelMessage[]; instructions?: string | undefined; window?: number | undefined },
  { provider, model, signal, addUsage }: Pick<CompactionScope, 'provider' | 'model' | 'signal' | 'addUsage'>,
): Promise<ModelMessage> {
  const { messages, instructions, window } = wanted
  const length = window === undefined ? usualLength : Math.floor(window * share * charactersPerToken)
  const request = [
    'Summarize this conversation.',
    ...(instructions ? [`Above all: ${instructions}`] : []),
    `<conversation>\n${renderHistory(messages, length)}\n</conversation>`,
  ].join('\n\n')
  const step = await runModelStep(
    provider,
    {
      model: model(),
      system,
      messages: [{ role: 'user', content: [{ type: 'text', text: request }] }],
      tools: [],
      signal,
    },
    () => {},
  )
  addUsage(step.usage)
  if (step.text.trim() === '') throw new Error('the model gave no summary')
  return { role: 'user', content: [{ type: 'text', text: describeSummary(step.text, messages) }] }
}

function describeSummary(summary: string, messages: readonly ModelMessage[]): string {
  const prompt = lastPrompt(messages)
  return [
    'The conversation so far was compacted. This summary stands for it:',
    `<summary>\n${summary.trim()}\n</summary>`,
    ...(prompt === '' ? [] : [`The last words of the user in it were:\n<prompt>\n${prompt}\n</prompt>`]),
    'Go on from there.',
  ].join('\n\n')
}

// Words that were hooks' or came from an earlier summary are not the user's.
function lastPrompt(messages: readonly ModelMessage[]): string {
  const texts = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content.flatMap((part) => (part.type === 'text' && isPrompt(part.text) ? [part.text] : [])))
    .filter((found) => found.length > 0)
  const text = texts.at(-1)?.join('\n') ?? ''
  return text.length > longestPrompt ? `${text.slice(0, longestPrompt)} […]` : text
}

const longestPrompt = 4_000

function isPrompt(text: string): boolean {
  return !text.startsWith(`<${hookTag} `) && !text.startsWith('The conversation so far was compacted.')
}
