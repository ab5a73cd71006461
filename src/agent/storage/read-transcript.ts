import { addUsage } from '../../models/add-usage.ts'
import type { ModelMessage, Usage } from '../../models/model-types.ts'
import { isRecord } from '../../protocol/schema/check.ts'
import { readPrivate } from '../../store/private-file.ts'
import { assembleMessages } from './assemble-messages.ts'
import { readLineMessage } from './read-line-message.ts'
import { speechPath } from './transcript.ts'

/** A conversation as it was found on disk. */
export interface StoredConversation {
  messages: ModelMessage[]
  /** What the model was just saying when its process died. */
  unfinished: string
  turns: number
  usage: Usage
  /** The last line of the conversation. */
  last: string | null
}

/**
 * Reads a conversation from its transcript: what was said since it was last compacted or cleared. Lines that cannot be read,
 * such as one that was half written, are passed over. Null when there is no such file. Throws `STATE_UNSAFE` when
 * it is a link or others can write to it.
 */
export function readTranscript(path: string): StoredConversation | null {
  const lines = readLines(path)
  if (lines === null) return null
  const stored: StoredConversation = {
    messages: [],
    unfinished: '',
    turns: 0,
    usage: { inputTokens: 0, outputTokens: 0 },
    last: null,
  }
  let found: ModelMessage[] = []
  let compacted = false
  for (const line of lines) {
    addFacts(line, stored)
    if (line['isSidechain'] === true) continue
    if (typeof line['uuid'] === 'string') stored.last = line['uuid']
    if (line['type'] === 'system') {
      if (line['subtype'] === 'clear') {
        found = []
        stored.turns = 0
        stored.usage = { inputTokens: 0, outputTokens: 0 }
      }
      // Only the summary that follows takes the place of what came before.
      compacted = line['subtype'] === 'compact_boundary'
      continue
    }
    const message = readLineMessage(line)
    if (!message) continue
    if (compacted) found = []
    compacted = false
    found.push(message)
  }
  stored.messages = assembleMessages(found)
  stored.unfinished = readSpeech(path, stored.last)
  return stored
}

function readLines(path: string): Record<string, unknown>[] | null {
  try {
    return readPrivate(path).split('\n').flatMap(readLine)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function readLine(text: string): Record<string, unknown>[] {
  try {
    const line: unknown = JSON.parse(text)
    return isRecord(line) ? [line] : []
  } catch {
    return []
  }
}

function addFacts(line: Record<string, unknown>, stored: StoredConversation): void {
  if (typeof line['turn'] === 'number') stored.turns = line['turn']
  const usage = isRecord(line['message']) ? line['message']['usage'] : undefined
  if (!isRecord(usage)) return
  addUsage(stored.usage, {
    inputTokens: numberOf(usage['input_tokens']),
    outputTokens: numberOf(usage['output_tokens']),
    ...(typeof usage['cost'] === 'number' && { cost: usage['cost'] }),
  })
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

// Words that follow another line than the last one have become a message by now.
function readSpeech(path: string, last: string | null): string {
  const [first, ...deltas] = readLines(speechPath(path)) ?? []
  if (!first || first['after'] !== last) return ''
  return deltas.map(({ delta }) => (typeof delta === 'string' ? delta : '')).join('')
}
