import type { ModelMessage } from '../../models/model-types.ts'
import { shortenText } from '../tools/shorten-text.ts'

const longestResult = 4_000

/** A conversation as text of at most so many characters, for a model that is to read about it, not to go on with it. */
export function renderHistory(messages: readonly ModelMessage[], length: number): string {
  const whole = messages.flatMap(({ role, content }) => content.map((part) => renderPart(role, part))).join('\n\n')
  return shortenText(whole, length)
}

function renderPart(role: ModelMessage['role'], part: ModelMessage['content'][number]): string {
  switch (part.type) {
    case 'text':
      return `${role === 'user' ? 'User' : 'Agent'}: ${part.text}`
    case 'thinking':
      return `Agent (thinking): ${shortenText(part.text, longestResult)}`
    case 'image':
      return `User: [an image, ${part.mediaType}]`
    case 'toolCall':
      return `Agent calls ${part.name}: ${shortenText(JSON.stringify(part.input), longestResult)}`
    case 'toolResult':
      return `${part.name} ${part.isError ? 'failed' : 'gave'}: ${shortenText(part.text, longestResult)}`
  }
}
