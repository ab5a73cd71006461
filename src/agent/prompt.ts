import type { Usage } from '../models/model-types.ts'
import { createSession, type SessionPorts } from './create-session.ts'
import type { PromptInput, SessionConfig } from './session-options.ts'
import type { ResultSubtype } from './stream-messages.ts'

/** What a one-shot prompt came to. */
export interface PromptResult {
  result: string
  subtype: ResultSubtype
  reason?: string
  toolCalls: { id: string; name: string; input: Record<string, unknown>; output: unknown; isError: boolean }[]
  usage: Usage
  /** Milliseconds. */
  duration: number
  turnsCount: number
}

/** One prompt in a session of its own. Rejects when the model fails; a blocked or capped turn is a result. */
export async function prompt(
  text: PromptInput,
  config: SessionConfig = {},
  ports?: SessionPorts,
): Promise<PromptResult> {
  const started = performance.now()
  const session = await createSession(config, ports)
  let reason: 'user_exit' | 'error' | 'max_turns' = 'error'
  try {
    await session.send(text)
    const calls = new Map<string, PromptResult['toolCalls'][number]>()
    for await (const message of session.stream()) {
      if (message.type === 'tool_use') calls.set(message.id, { ...pick(message), output: undefined, isError: false })
      if (message.type === 'tool_result')
        Object.assign(calls.get(message.id) ?? {}, { output: message.output, isError: message.isError })
      if (message.type === 'error') throw new Error(message.message)
      if (message.type !== 'result') continue
      reason = message.subtype === 'max_turns' ? 'max_turns' : 'user_exit'
      return {
        result: message.content,
        subtype: message.subtype,
        ...(message.reason !== undefined && { reason: message.reason }),
        toolCalls: [...calls.values()],
        usage: session.usage,
        duration: performance.now() - started,
        turnsCount: session.turns,
      }
    }
    throw new Error('the stream ended without a result')
  } finally {
    await session.close(reason)
  }
}

function pick({ id, name, input }: { id: string; name: string; input: Record<string, unknown> }): {
  id: string
  name: string
  input: Record<string, unknown>
} {
  return { id, name, input }
}
