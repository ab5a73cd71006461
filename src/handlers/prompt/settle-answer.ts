import { readAnswer } from '../../base/json.ts'
import { interpret } from '../../engine/index.ts'
import type { RunRequest } from '../../protocol/ports.ts'
import type { BrokenResult, RawResult } from '../../protocol/raw-result.ts'
import type { ModelReply, Talk } from './hear-model.ts'
import { type Reading, readOkWord } from './read-judgement.ts'

/**
 * What a run comes to whose last reply reads like this. A deny is never lost: a model that denied in a reply that could not
 * be used, and then no longer does so when asked for a better one, has denied.
 */
export function settleAnswer(reading: Reading, { replies, usage }: Talk, run: RunRequest): RawResult {
  if ('problem' in reading)
    return { ...unusable(`the answer of the model cannot be used: ${reading.problem}`, replies), usage }
  const earlier = unusable(
    'the model denied and then took it back when it was asked to mend its answer',
    replies.slice(0, -1),
  )
  if (denies(earlier, run) && !denies({ kind: 'value', value: reading.value }, run)) return { ...earlier, usage }
  return { kind: 'value', value: reading.value, usage }
}

function unusable(message: string, replies: readonly ModelReply[]): BrokenResult {
  return { kind: 'broken', class: 'invalidOutput', message, ...keepSaid(replies) }
}

function denies(raw: RawResult, { hook, input }: RunRequest): boolean {
  const { decision, halt } = interpret(raw, hook, input)
  return decision === 'deny' || halt !== null
}

/** What may hold a deny: replies that are a JSON object and nothing else. What a model quotes in prose is no answer of its own. */
export function keepSaid(replies: readonly ModelReply[]): { said?: string } {
  const objects = replies.map(({ text }) => spellOut(stripFence(text))).filter((text) => text.startsWith('{'))
  return objects.length === 0 ? {} : { said: objects.join('\n') }
}

function stripFence(text: string): string {
  const trimmed = text.trim()
  return /^```\w*\s*\n(?<inside>[\s\S]*?)\n?```$/.exec(trimmed)?.groups?.['inside']?.trim() ?? trimmed
}

function spellOut(text: string): string {
  const read = readAnswer(text)
  if (read.kind !== 'object' || read.noisy || !Object.hasOwn(read.value, 'ok')) return text
  const answer = readOkWord(read.value)
  return 'value' in answer ? JSON.stringify(answer.value) : text
}
