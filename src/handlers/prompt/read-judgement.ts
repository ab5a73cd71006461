import { type JsonObject, readAnswer } from '../../base/json.ts'
import { interpret } from '../../engine/index.ts'
import { readAnswerObject } from '../../engine/read-answer.ts'
import type { RunRequest } from '../../protocol/ports.ts'
import type { ModelReply } from './hear-model.ts'

/** What a reply is: an answer to give to the engine, or the reason why it is none. */
export type Reading = { readonly value: JsonObject } | { readonly problem: string }

/**
 * Reads a reply, strictly: it must be complete, and one JSON object that fits the event, with nothing around it. Whoever
 * wants something looser has a model that can be asked again. Pure; never throws.
 */
export function readJudgement(reply: ModelReply, run: Pick<RunRequest, 'hook' | 'input'>): Reading {
  const unfinished = describeEnd(reply)
  if (unfinished !== undefined) return { problem: unfinished }
  const read = readObject(reply.text)
  if ('problem' in read) return read
  const answer = readOkWord(read.value)
  if ('problem' in answer) return answer
  const problem = describeMisfit(answer.value, run)
  return problem === undefined ? answer : { problem }
}

function describeEnd({ finish, calls }: ModelReply): string | undefined {
  if (finish === 'length') return 'it was cut off: it is too long'
  if (finish === 'contentFilter') return 'the model refused to answer'
  return calls > 0 ? 'it calls a tool instead of answering' : undefined
}

function readObject(text: string): Reading {
  const read = readAnswer(text)
  switch (read.kind) {
    case 'empty':
      return { problem: 'it is empty' }
    case 'text':
      return { problem: 'it is not a JSON object' }
    case 'broken':
      return { problem: `it is no complete JSON: ${read.message}` }
    case 'objects':
      return { problem: 'it holds more than one JSON object' }
    case 'object':
      if (read.noisy) return { problem: 'other text stands around the JSON object' }
      if (read.duplicateKeys.length > 0) return { problem: `it says ${read.duplicateKeys[0]} twice` }
      return { value: read.value }
  }
}

/** Prompts written for other agents ask for `{"ok": false, "reason": "…"}`: that blocks, and `ok: true` is no opinion. */
export function readOkWord(value: JsonObject): Reading {
  if (!Object.hasOwn(value, 'ok')) return { value }
  const { ok, ...others } = value
  if (typeof ok !== 'boolean') return { problem: 'ok must be true or false' }
  return { value: ok ? others : { ...others, decision: 'block' } }
}

function describeMisfit(value: JsonObject, { hook, input }: Pick<RunRequest, 'hook' | 'input'>): string | undefined {
  const outcome = interpret({ kind: 'value', value }, hook, input)
  if (outcome.status === 'failed') return outcome.failure ?? 'it does not fit the schema'
  const { decision, halt, action, unknown } = readAnswerObject(value, hook)
  // A judge that decides nothing in known words may have decided in others.
  const decides = decision !== null || halt !== null || action !== null
  return decides || unknown.length === 0 ? undefined : `it has fields that are not in the schema: ${unknown.join(', ')}`
}
