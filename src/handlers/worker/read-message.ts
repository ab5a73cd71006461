import { isUtf8 } from 'node:buffer'
import { parseJson } from '../../base/json.ts'
import { answerSpellings, topLevelFields } from '../../protocol/answer-spellings.ts'
import { eventDefinition, eventNames } from '../../protocol/event-types.ts'
import type { FailureClass } from '../../protocol/failure.ts'
import type { RawResult } from '../../protocol/raw-result.ts'
import { isRecord } from '../../protocol/schema/check.ts'

/** What one line of a worker says. */
export type WorkerMessage =
  /** What a request came to. Without an id it can only be meant for the one request that is open. */
  | { kind: 'result'; id: number | null; result: RawResult }
  /** An answer as a command would print it, without the envelope; `misfit` is what it is from a worker that knows ids. */
  | { kind: 'plain'; answer: RawResult; misfit: WorkerMessage & { kind: 'result' }; deniesPlainly: boolean }
  | { kind: 'hello'; protocol: unknown; accepts: ReadonlySet<string> }
  | { kind: 'pong' }
  /** Something printed in between; nobody's answer. */
  | { kind: 'noise' }

/**
 * Reads one line of a worker. Never throws. A line that begins like an answer and is none fails the request it names: it is
 * never taken for silence, and a deny in it still counts.
 */
export function readMessage(line: Buffer, isCut: boolean): WorkerMessage {
  const text = line.toString().trim()
  if (!text.startsWith('{')) return { kind: 'noise' }
  if (isCut) return misfit(findId(text), 'the answer was truncated: its line is longer than 1 MiB', text)
  if (!isUtf8(line)) return misfit(findId(text), 'the answer is not valid UTF-8', text)
  try {
    const { value, duplicateKeys } = parseJson(text)
    return isRecord(value) ? readObject(value, duplicateKeys, text) : { kind: 'noise' }
  } catch (error) {
    return misfit(findId(text), `the answer is no JSON: ${(error as Error).message}`, text)
  }
}

function readObject(value: Record<string, unknown>, duplicateKeys: readonly string[], text: string): WorkerMessage {
  if (value['type'] === 'hello') return readHello(value)
  if (value['type'] === 'pong') return { kind: 'pong' }
  if (typeof value['type'] === 'string' && !Object.hasOwn(value, 'id')) return { kind: 'noise' }
  const id = readId(value['id'])
  if (id === null) return readPlain(value, duplicateKeys, text)
  const { answer } = value
  const said = isRecord(answer) ? JSON.stringify(answer) : undefined
  if (duplicateKeys.length > 0) return misfit(id, `${duplicateKeys[0]} is given twice`, said)
  if (Object.hasOwn(value, 'error')) return broken(id, { class: 'crash', message: describeError(value['error']), said })
  if (!Object.hasOwn(value, 'answer')) return misfit(id, 'the line has neither answer nor error', text)
  if (answer === null) return { kind: 'result', id, result: { kind: 'value', value: undefined } }
  if (!isRecord(answer)) return misfit(id, 'the answer is neither an object nor null', undefined)
  return { kind: 'result', id, result: { kind: 'value', value: answer } }
}

// Only what is plainly meant as an answer: a line of a log must not be taken for "no opinion".
function readPlain(value: Record<string, unknown>, duplicateKeys: readonly string[], text: string): WorkerMessage {
  const names = Object.keys(value)
  const noId = misfit(null, 'the line has no id of a request', text)
  if (names.includes('id') || !(names.length === 0 || names.some(isAnswerField))) return noId
  if (duplicateKeys.length > 0) return misfit(null, `${duplicateKeys[0]} is given twice`, text)
  return { kind: 'plain', answer: { kind: 'value', value }, misfit: noId, deniesPlainly: denial.test(text) }
}

const denial = /"(?:deny|block|skip|abort)"|"continue"\s*:\s*(?:true|false)|"block\w+"\s*:\s*true/

const switches = new Set(eventNames.flatMap((event) => Object.keys(eventDefinition(event).output)))

function isAnswerField(name: string): boolean {
  return (
    Object.hasOwn(answerSpellings, name) ||
    (topLevelFields as readonly string[]).includes(name) ||
    name === 'action' ||
    switches.has(name)
  )
}

function readHello(value: Record<string, unknown>): WorkerMessage {
  const accepts = Array.isArray(value['accepts']) ? value['accepts'].filter((name) => typeof name === 'string') : []
  return { kind: 'hello', protocol: value['protocol'], accepts: new Set(accepts) }
}

/** A shell finds it easier to print the id as text. */
function readId(id: unknown): number | null {
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : null
}

function findId(text: string): number | null {
  const found = /"id"\s*:\s*"?(\d{1,15})/.exec(text.slice(0, 200))
  return found ? Number(found[1]) : null
}

function describeError(error: unknown): string {
  if (typeof error === 'string' && error.trim() !== '') return error.slice(0, 2_000)
  if (isRecord(error) && typeof error['message'] === 'string') return error['message'].slice(0, 2_000)
  return 'the worker could not answer'
}

function misfit(id: number | null, message: string, said: string | undefined): WorkerMessage & { kind: 'result' } {
  return broken(id, { class: 'invalidOutput', message, said })
}

function broken(
  id: number | null,
  { class: failure, message, said }: { class: FailureClass; message: string; said: string | undefined },
): WorkerMessage & { kind: 'result' } {
  const result: RawResult = { kind: 'broken', class: failure, message, ...(said !== undefined && { said }) }
  return { kind: 'result', id, result }
}
