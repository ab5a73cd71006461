import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'
import type { FinishReason, ModelEvent, Usage } from './model-types.ts'
import { readToolInput } from './read-tool-input.ts'

/** The stream ended, in good order for HTTP, before the model had finished. */
export class CutStreamError extends Error {
  override readonly name = 'CutStreamError'
  constructor() {
    super('the stream ended before the answer was complete')
  }
}

/** What a stream says has gone wrong, as the provider package gives it. */
export class StreamedError extends Error {
  override readonly name = 'StreamedError'
  readonly reported: unknown
  constructor(reported: unknown) {
    super('the stream reported an error')
    this.reported = reported
  }
}

/**
 * Turns the stream of a provider package into events. Throws a `StreamedError` for an error in the stream, a `CutStreamError`
 * when it ends without the model having finished. Leaving the loop early closes the connection.
 */
export async function* readParts(stream: ReadableStream<LanguageModelV4StreamPart>): AsyncGenerator<ModelEvent> {
  const signatures = new Map<string, SharedV4ProviderMetadata>()
  let finished = false
  for await (const part of stream) {
    switch (part.type) {
      case 'text-delta':
        if (part.delta !== '') yield { type: 'text', delta: part.delta }
        break
      case 'reasoning-start':
        keepSignature(signatures, part)
        break
      case 'reasoning-delta':
        keepSignature(signatures, part)
        if (part.delta !== '') yield { type: 'thinking', delta: part.delta }
        break
      case 'reasoning-end': {
        // Given once, with the last piece, because it signs the block as a whole.
        keepSignature(signatures, part)
        const metadata = signatures.get(part.id)
        signatures.delete(part.id)
        if (metadata) yield { type: 'thinking', delta: '', metadata }
        break
      }
      case 'tool-call':
        yield {
          type: 'toolCall',
          id: part.toolCallId,
          name: part.toolName,
          ...readToolInput(part.input),
          ...(part.providerMetadata && { metadata: part.providerMetadata }),
        }
        break
      case 'error':
        throw new StreamedError(part.error)
      case 'finish':
        if (part.finishReason.unified === 'interrupted') throw new CutStreamError()
        finished = true
        yield { type: 'finish', reason: toFinishReason(part.finishReason), usage: toUsage(part.usage) }
        break
    }
  }
  if (!finished) throw new CutStreamError()
}

type Signed = { id: string; providerMetadata?: SharedV4ProviderMetadata }

function keepSignature(signatures: Map<string, SharedV4ProviderMetadata>, { id, providerMetadata }: Signed): void {
  if (!providerMetadata) return
  const merged = { ...signatures.get(id) }
  for (const [provider, values] of Object.entries(providerMetadata)) {
    merged[provider] = { ...merged[provider], ...values }
  }
  signatures.set(id, merged)
}

function toFinishReason({ unified }: LanguageModelV4FinishReason): FinishReason {
  switch (unified) {
    case 'stop':
    case 'length':
      return unified
    case 'tool-calls':
      return 'toolCalls'
    case 'content-filter':
      return 'contentFilter'
    default:
      return 'other'
  }
}

function toUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return { inputTokens: inputTokens.total ?? 0, outputTokens: outputTokens.total ?? 0 }
}
