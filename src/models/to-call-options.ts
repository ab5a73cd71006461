import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import type { ImagePart, ModelMessage, ModelRequest, TextPart, ThinkingPart, ToolCallPart } from './model-types.ts'

/** Puts a request into the words of the provider packages. */
export function toCallOptions(request: ModelRequest): LanguageModelV4CallOptions {
  const { system, messages, tools, signal, maxOutputTokens, temperature, answerSchema } = request
  return {
    prompt: [...(system === '' ? [] : [{ role: 'system' as const, content: system }]), ...toPrompt(messages)],
    ...(tools.length > 0 && {
      tools: tools.map((tool): LanguageModelV4FunctionTool => ({ type: 'function', ...tool })),
    }),
    ...(signal && { abortSignal: signal }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(answerSchema && { responseFormat: { type: 'json', schema: answerSchema } }),
  }
}

// APIs refuse messages and texts that are empty; a model that said nothing leaves such messages behind.
function toPrompt(messages: readonly ModelMessage[]): LanguageModelV4Prompt {
  return messages.map(toMessage).filter(({ content }) => content.length > 0)
}

function toMessage(message: ModelMessage): LanguageModelV4Message {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.content.filter(saysSomething).map(toUserPart) }
    case 'assistant':
      return { role: 'assistant', content: message.content.filter(saysSomething).map(toAssistantPart) }
    case 'tool':
      return {
        role: 'tool',
        content: message.content.map(({ id, name, text, isError }) => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: name,
          output: { type: isError ? 'error-text' : 'text', value: text },
        })),
      }
  }
}

function saysSomething(part: { type: string; text?: string }): boolean {
  return part.type !== 'text' || part.text !== ''
}

function toUserPart(part: TextPart | ImagePart) {
  if (part.type === 'text') return { type: 'text' as const, text: part.text }
  return { type: 'file' as const, data: { type: 'data' as const, data: part.data }, mediaType: part.mediaType }
}

function toAssistantPart(part: TextPart | ThinkingPart | ToolCallPart) {
  switch (part.type) {
    case 'text':
      return { type: 'text' as const, text: part.text }
    case 'thinking':
      return { type: 'reasoning' as const, text: part.text, ...returnMetadata(part.metadata) }
    case 'toolCall':
      return {
        type: 'tool-call' as const,
        toolCallId: part.id,
        toolName: part.name,
        input: part.input,
        ...returnMetadata(part.metadata),
      }
  }
}

// It came from a provider package as it stands; a package passes over what another one has signed.
function returnMetadata(metadata: unknown): { providerOptions?: SharedV4ProviderOptions } {
  if (typeof metadata !== 'object' || metadata === null) return {}
  return { providerOptions: metadata as SharedV4ProviderOptions }
}
