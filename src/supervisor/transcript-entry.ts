/** One message of a transcript, as text. */
export interface TranscriptEntry {
  text: string
  /** A person wrote it. */
  isPrompt: boolean
  id?: string
}

const longestPart = 4000

/** What a line of a transcript says to a reader; undefined for bookkeeping and for the work of sub-agents. */
export function toEntry(line: unknown): TranscriptEntry | undefined {
  if (!isRecord(line) || line['isSidechain'] === true || !isRecord(line['message'])) return undefined
  const { type, uuid, isMeta, promptId } = line
  if (type !== 'user' && type !== 'assistant') return undefined
  const { content } = line['message']
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : []
  const lines = parts.flatMap((part) => renderPart(part, type))
  if (lines.length === 0) return undefined
  const id = typeof promptId === 'string' ? promptId : typeof uuid === 'string' ? uuid : undefined
  return {
    text: lines.join('\n'),
    isPrompt:
      type === 'user' && (isOurs(line) ? line['turn'] !== undefined : isMeta !== true && parts.every(isWritten)),
    ...(id !== undefined && { id }),
  }
}

// Sessions of our own number the prompts that people wrote; Claude Code's lines have a version that is text.
function isOurs(line: Record<string, unknown>): boolean {
  return typeof line['version'] === 'number'
}

// What hooks and commands add to a conversation looks like a message of the user but is none.
function isWritten(part: unknown): boolean {
  if (!isRecord(part) || part['type'] === 'tool_result') return false
  return !/^(?:Stop hook feedback|<local-command|<command-name|\[Request interrupted)/.test(String(part['text'] ?? ''))
}

function renderPart(part: unknown, speaker: 'user' | 'assistant'): string[] {
  if (!isRecord(part)) return []
  switch (part['type']) {
    case 'text':
      return [`[${speaker}] ${cut(String(part['text'] ?? ''))}`]
    case 'tool_use':
      return [`[call] ${String(part['name'])} ${cut(JSON.stringify(part['input'] ?? {}))}`]
    case 'tool_result':
      return [`[${part['is_error'] === true ? 'failed' : 'result'}] ${cut(resultText(part['content']))}`]
    case 'image':
      return [`[${speaker}] (an image)`]
    default:
      return []
  }
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => (isRecord(part) && part['type'] === 'text' ? String(part['text']) : '')).join('\n')
}

// The end of an output says how it went.
function cut(text: string): string {
  if (text.length <= longestPart) return text
  const half = longestPart / 2
  return `${text.slice(0, half)}\n(… ${text.length - longestPart} characters left out …)\n${text.slice(-half)}`
}

/**
 * Messages as one text of bounded length: the request, and as much of the end as there is room for. Empty when nothing of the
 * end is known: a request alone says nothing about what was done.
 */
export function renderEntries(parts: {
  first: readonly TranscriptEntry[]
  last: readonly TranscriptEntry[]
  isWhole: boolean
  limit: number
}): string {
  const { first, last, isWhole, limit } = parts
  const latest = last.at(-1)
  if (latest === undefined) return ''
  const request = (isWhole ? last : first).find((entry) => entry.isPrompt)
  const opening = request?.text.slice(0, limit / 4) ?? ''
  let room = limit - opening.length
  let from = last.length
  while (from > 0 && room - last[from - 1]!.text.length >= 0) room -= last[--from]!.text.length
  const shown = last.slice(from)
  const end = shown.length > 0 ? shown.map((entry) => entry.text) : [latest.text.slice(-room)]
  if (isWhole && from === 0) return end.join('\n\n')
  const isRepeated = request === undefined || shown.includes(request)
  return [...(isRepeated ? [] : [opening]), '(… earlier messages left out …)', ...end].join('\n\n')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
