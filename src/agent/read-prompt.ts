import { describe, isRecord } from '../protocol/schema/check.ts'
import type { PromptInput, PromptPart } from './session-options.ts'

/** The parts of a prompt, copied. Throws a `TypeError` that names the part which is neither text nor an image. */
export function readPrompt(prompt: PromptInput): PromptPart[] {
  if (typeof prompt === 'string') return [{ type: 'text', text: prompt }]
  if (!Array.isArray(prompt)) throw new TypeError(`a prompt is text or a list of parts, not ${describe(prompt)}`)
  if (prompt.length === 0) throw new TypeError('a prompt needs at least one part')
  return prompt.map(readPart)
}

function readPart(part: unknown, position: number): PromptPart {
  const fail = (why: string): never => {
    throw new TypeError(`part ${position} of the prompt ${why}`)
  }
  if (!isRecord(part)) return fail(`is ${describe(part)}`)
  const { type, text, data, mediaType } = part
  if (type === 'text') return typeof text === 'string' ? { type, text } : fail('has no text')
  if (type !== 'image') return fail(`is of type ${describe(type)}, expected text or image`)
  if (typeof mediaType !== 'string' || !mediaType.startsWith('image/')) return fail('has no mediaType of an image')
  if (typeof data !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return fail('has no data in base64')
  return { type, data, mediaType }
}
