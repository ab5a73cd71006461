import type {
  ImagePart,
  ModelMessage,
  TextPart,
  ThinkingPart,
  ToolCallPart,
  ToolResultPart,
} from '../../models/model-types.ts'
import { isRecord } from '../../protocol/schema/check.ts'

type Part = ModelMessage['content'][number]

/** The message of one line of a transcript; undefined when the line holds none. */
export function readLineMessage(line: Readonly<Record<string, unknown>>): ModelMessage | undefined {
  const { message } = line
  if (!isRecord(message)) return undefined
  const parts = partsOf(message['content']).flatMap(readPart)
  if (parts.length === 0) return undefined
  if (line['type'] === 'assistant')
    return {
      role: 'assistant',
      content: parts.filter(
        (part): part is TextPart | ThinkingPart | ToolCallPart => part.type !== 'image' && part.type !== 'toolResult',
      ),
    }
  const results = parts.filter((part): part is ToolResultPart => part.type === 'toolResult')
  if (results.length > 0) return { role: 'tool', content: results }
  return {
    role: 'user',
    content: parts.filter((part): part is TextPart | ImagePart => part.type === 'text' || part.type === 'image'),
  }
}

function partsOf(content: unknown): unknown[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content : []
}

function readPart(part: unknown): Part[] {
  if (!isRecord(part)) return []
  switch (part['type']) {
    case 'text':
      return typeof part['text'] === 'string' ? [{ type: 'text', text: part['text'] }] : []
    case 'thinking':
      return typeof part['thinking'] === 'string'
        ? [{ type: 'thinking', text: part['thinking'], ...metadataOf(part) }]
        : []
    case 'image':
      return readImage(part['source'])
    case 'tool_use':
      return readCall(part)
    case 'tool_result':
      return readResult(part)
    default:
      return []
  }
}

function readImage(source: unknown): Part[] {
  if (!isRecord(source)) return []
  const { data, media_type: mediaType } = source
  return typeof data === 'string' && typeof mediaType === 'string' ? [{ type: 'image', data, mediaType }] : []
}

function readCall(part: Record<string, unknown>): Part[] {
  const { id, name, input } = part
  if (typeof id !== 'string' || typeof name !== 'string' || !isRecord(input)) return []
  return [{ type: 'toolCall', id, name, input, ...metadataOf(part) }]
}

// The name stands with the call.
function readResult(part: Record<string, unknown>): Part[] {
  const { tool_use_id: id, content } = part
  if (typeof id !== 'string') return []
  const text = partsOf(content)
    .map((item) => (isRecord(item) && typeof item['text'] === 'string' ? item['text'] : ''))
    .join('\n')
  return [{ type: 'toolResult', id, name: '', text, isError: part['is_error'] === true }]
}

function metadataOf(part: Record<string, unknown>): { metadata?: unknown } {
  return part['metadata'] === undefined ? {} : { metadata: part['metadata'] }
}
