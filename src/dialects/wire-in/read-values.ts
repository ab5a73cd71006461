import { eventDefinition } from '../../protocol/event-types.ts'
import { isRecord } from '../../protocol/schema/check.ts'
import { geminiReasons } from '../gemini/names.ts'
import type { WireReading } from './wire-reading.ts'

type Fields = Record<string, unknown>

/** A prompt that came as a list of parts becomes its text; images are counted. */
export function readPrompt(input: Fields): void {
  const prompt = input['userPrompt']
  if (!Array.isArray(prompt)) return
  input['userPrompt'] = joinTexts(prompt)
  const images = prompt.filter((part) => isRecord(part) && String(part['type']).includes('image')).length
  input['hasImages'] ??= images > 0
  input['imageCount'] ??= images
}

/** An error that came as an object becomes its message; its code is the kind of the error. */
export function readError(input: Fields): void {
  const error = input['error'] ?? readGeminiError(input)
  if (typeof error === 'string') input['error'] = error
  if (!isRecord(error)) return
  const { message, code, type } = error
  input['error'] = typeof message === 'string' ? message : JSON.stringify(error)
  const kind = code ?? type
  if (typeof kind === 'string') input['errorType'] ??= kind
}

function readGeminiError(input: Fields): unknown {
  const response = input['toolResponse']
  return isRecord(response) ? response['error'] : undefined
}

/** The last message, where it came whole, holds the last answer too. */
export function readFinalMessage(input: Fields, { event }: WireReading): void {
  const message = input['finalMessage']
  if (!isRecord(message) || !Object.hasOwn(eventDefinition(event).input, 'finalResponse')) return
  const { content } = message
  const text = Array.isArray(content) ? joinTexts(content) : content
  if (typeof text === 'string') input['finalResponse'] ??= text
}

/** A time that came as milliseconds becomes ISO 8601. */
export function readTimestamp(input: Fields): void {
  const time = input['timestamp']
  if (typeof time !== 'number') return
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) delete input['timestamp']
  else input['timestamp'] = date.toISOString()
}

/** Gemini's words for the end of a session become ours; it has no configuration here whose matchers would look for them. */
export function readReason(input: Fields, { event, sender }: WireReading): void {
  const { reason } = input
  if (sender !== 'gemini' || typeof reason !== 'string') return
  if (eventDefinition(event).matches === 'reason') input['reason'] = geminiReasons.get(reason) ?? reason
}

function joinTexts(parts: readonly unknown[]): string {
  const texts = parts.map((part) => (isRecord(part) ? part['text'] : part))
  return texts.filter((text) => typeof text === 'string').join('\n')
}
