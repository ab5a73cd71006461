import {
  type ModelServer,
  type ServerScript,
  type ServerStep,
  splitText,
  startModelServer,
  type Vendor,
} from './model-server.ts'

/** Speaks the streaming Messages API of Anthropic on loopback. */
export function startAnthropicServer(script: ServerScript): Promise<ModelServer> {
  return startModelServer(anthropic, script)
}

const anthropic: Vendor = {
  frames(step, { body }) {
    const usage = { input_tokens: step.usage?.inputTokens ?? 0, output_tokens: 0 }
    const start = { id: 'msg_1', type: 'message', role: 'assistant', model: body.model, content: [], usage }
    const stop = step.finish ? stopReasons[step.finish] : step.toolCalls?.length ? 'tool_use' : 'end_turn'
    return {
      content: [
        frame('message_start', { message: { ...start, stop_reason: null, stop_sequence: null } }),
        frame('ping', {}),
        ...listBlocks(step).flatMap(({ block, deltas }, index) => [
          frame('content_block_start', { index, content_block: block }),
          ...deltas.map((delta) => frame('content_block_delta', { index, delta })),
          frame('content_block_stop', { index }),
        ]),
      ],
      end: [
        frame('message_delta', {
          delta: { stop_reason: stop, stop_sequence: null },
          usage: { output_tokens: step.usage?.outputTokens ?? 0 },
        }),
        frame('message_stop', {}),
      ],
      error: frame('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
    }
  },
  errorBody: ({ status, message }) => ({ type: 'error', error: { type: errorTypes[status] ?? 'api_error', message } }),
}

const stopReasons = { length: 'max_tokens', contentFilter: 'refusal' }

interface Block {
  block: Record<string, unknown>
  deltas: Record<string, unknown>[]
}

function listBlocks(step: ServerStep): Block[] {
  const blocks: Block[] = []
  if (step.thinking !== undefined) {
    const signed = step.signature === undefined ? [] : [{ type: 'signature_delta', signature: step.signature }]
    const deltas = splitText(step.thinking, step.deltas).map((thinking) => ({ type: 'thinking_delta', thinking }))
    blocks.push({ block: { type: 'thinking', thinking: '' }, deltas: [...deltas, ...signed] })
  }
  if (step.text !== undefined) {
    const deltas = splitText(step.text, step.deltas).map((text) => ({ type: 'text_delta', text }))
    blocks.push({ block: { type: 'text', text: '' }, deltas })
  }
  for (const [index, call] of (step.toolCalls ?? []).entries()) {
    const block = { type: 'tool_use', id: call.id ?? `toolu_${index + 1}`, name: call.name, input: {} }
    const pieces = splitText(step.rawArguments ?? JSON.stringify(call.input), 3)
    blocks.push({ block, deltas: pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })) })
  }
  return blocks
}

function frame(type: string, data: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
}

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}
