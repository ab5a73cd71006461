import type {
  FinishReason,
  ModelMessage,
  ModelProvider,
  ModelRequest,
  ThinkingPart,
  ToolCallPart,
  Usage,
} from '../models/model-types.ts'
import type { StreamBody } from './stream-messages.ts'

/** What one call of the model came to. */
export interface StepResult {
  message: ModelMessage & { role: 'assistant' }
  text: string
  calls: StepCall[]
  finish: FinishReason
  usage: Usage
}

export interface StepCall {
  id: string
  name: string
  input: Record<string, unknown>
  /** The provider's own, returned to it unchanged. */
  metadata?: unknown
  /** The model's arguments were no JSON object: the call must not run. */
  problem?: string
}

/** Asks the model for one step and passes on what it says while it says it. Throws a `ModelError`. */
export async function runModelStep(
  provider: ModelProvider,
  request: ModelRequest,
  emit: (body: StreamBody) => void,
): Promise<StepResult> {
  let text = ''
  let finish: FinishReason = 'other'
  let usage: Usage = { inputTokens: 0, outputTokens: 0 }
  const thinking: ThinkingPart[] = []
  const calls: StepCall[] = []
  for await (const event of provider.stream(request)) {
    switch (event.type) {
      case 'text':
        text += event.delta
        emit({ type: 'content', delta: event.delta })
        break
      case 'thinking':
        takeThinking(thinking, event)
        if (event.delta !== '') emit({ type: 'thinking', delta: event.delta })
        break
      case 'toolCall':
        calls.push({
          id: event.id,
          name: event.name,
          input: event.input,
          ...(event.metadata !== undefined && { metadata: event.metadata }),
          ...(event.problem !== undefined && { problem: event.problem }),
        })
        break
      case 'finish':
        finish = event.reason
        usage = event.usage
        break
    }
  }
  emit({ type: 'usage', ...usage })
  const parts = calls.map(({ problem: _, ...call }): ToolCallPart => ({ type: 'toolCall', ...call }))
  const said = text === '' ? [] : [{ type: 'text' as const, text }]
  return { message: { role: 'assistant', content: [...thinking, ...said, ...parts] }, text, calls, finish, usage }
}

// A part of the thinking ends when the provider signs it.
function takeThinking(parts: ThinkingPart[], event: { delta: string; metadata?: unknown }): void {
  const last = parts.at(-1)
  if (last && last.metadata === undefined) {
    last.text += event.delta
    if (event.metadata !== undefined) last.metadata = event.metadata
  } else
    parts.push({
      type: 'thinking',
      text: event.delta,
      ...(event.metadata !== undefined && { metadata: event.metadata }),
    })
}
