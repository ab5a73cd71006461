import type { ModelMessage, ToolCallPart, ToolResultPart } from '../../models/model-types.ts'

const lost =
  'The session ended before this call gave a result. It may have run, in part or whole: look before you do it again.'

/**
 * Makes a conversation that a model accepts from messages as they were written: every step's results in one message, in the
 * order of the calls, and an error for each call whose result was never written.
 */
export function assembleMessages(written: readonly ModelMessage[]): ModelMessage[] {
  const messages: ModelMessage[] = []
  let open: OpenStep | null = null
  for (const message of written) {
    if (message.role === 'tool') {
      for (const result of message.content) open?.results.set(result.id, result)
      continue
    }
    close(open, messages)
    open = null
    messages.push(message)
    const calls = message.content.filter((part) => part.type === 'toolCall')
    if (calls.length > 0) open = { calls, results: new Map() }
  }
  close(open, messages)
  return messages
}

interface OpenStep {
  calls: ToolCallPart[]
  results: Map<string, ToolResultPart>
}

function close(step: OpenStep | null, messages: ModelMessage[]): void {
  if (!step) return
  const content = step.calls.map(({ id, name }): ToolResultPart => {
    const found = step.results.get(id)
    return found ? { ...found, name } : { type: 'toolResult', id, name, text: lost, isError: true }
  })
  messages.push({ role: 'tool', content })
}
