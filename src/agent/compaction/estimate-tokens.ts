import type { ModelMessage } from '../../models/model-types.ts'

const charactersPerToken = 4
const tokensPerImage = 1_500
const tokensPerMessage = 4

/** Roughly how many tokens messages take: enough to tell when a context fills up between two counts of the provider. */
export function estimateTokens(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, { content }) => sum + tokensPerMessage + content.reduce(addPart, 0), 0)
}

function addPart(sum: number, part: ModelMessage['content'][number]): number {
  switch (part.type) {
    case 'image':
      return sum + tokensPerImage
    case 'toolCall':
      return sum + tokensOf(part.name) + tokensOf(JSON.stringify(part.input))
    default:
      return sum + tokensOf(part.text)
  }
}

// Outside of ASCII a token is about one character.
function tokensOf(text: string): number {
  const wide = text.match(/[^\u0000-\u007f]/g)?.length ?? 0
  return Math.ceil((text.length - wide) / charactersPerToken) + wide
}
