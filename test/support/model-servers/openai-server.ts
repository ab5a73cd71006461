import {
  type ModelServer,
  type ServerScript,
  type ServerStep,
  splitText,
  startModelServer,
  type Vendor,
} from './model-server.ts'
import { listResponseEvents } from './openai-responses.ts'

/** Speaks the streaming chat completions of OpenAI on loopback and, at the path `responses`, its Responses API. */
export function startOpenAiServer(script: ServerScript): Promise<ModelServer> {
  return startModelServer(openAi, script)
}

const openAi: Vendor = {
  frames: (step, request) =>
    request.path.endsWith('/responses')
      ? listResponseEvents(step, request.body.model)
      : listChunks(step, request.body.model),
  errorBody: ({ status, message }) => ({
    error: {
      message,
      type: status >= 500 ? 'server_error' : 'invalid_request_error',
      param: null,
      code: codeOf(message),
    },
  }),
}

function codeOf(message: string): string | null {
  return /maximum context length/.test(message) ? 'context_length_exceeded' : null
}

function listChunks(step: ServerStep, model: string): ReturnType<Vendor['frames']> {
  const chunk = (fields: Record<string, unknown>): string =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, choices: [], ...fields })}\n\n`
  const delta = (value: Record<string, unknown>, finish_reason: string | null = null): string =>
    chunk({ choices: [{ index: 0, delta: value, finish_reason }] })
  const prompt_tokens = step.usage?.inputTokens ?? 0
  const completion_tokens = step.usage?.outputTokens ?? 0
  const usage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
  return {
    content: [
      delta({ role: 'assistant', content: null }),
      ...splitText(step.thinking ?? '', step.deltas).map((reasoning_content) => delta({ reasoning_content })),
      ...splitText(step.text ?? '', step.deltas).map((content) => delta({ content })),
      ...listCallDeltas(step).map((call) => delta({ tool_calls: [call] })),
    ],
    end: [delta({}, finishReason(step)), chunk({ usage }), 'data: [DONE]\n\n'],
    error: `data: ${JSON.stringify({ error: { message: 'The server had an error', type: 'server_error', code: null } })}\n\n`,
  }
}

function finishReason({ finish, toolCalls }: ServerStep): string {
  if (finish) return finish === 'length' ? 'length' : 'content_filter'
  return toolCalls?.length ? 'tool_calls' : 'stop'
}

function listCallDeltas(step: ServerStep): Record<string, unknown>[] {
  return (step.toolCalls ?? []).flatMap((call, index) => {
    const id = call.id ?? `call_${index + 1}`
    const pieces = splitText(step.rawArguments ?? JSON.stringify(call.input), 3)
    return [
      { index, id, type: 'function', function: { name: call.name, arguments: '' } },
      ...pieces.map((piece) => ({ index, function: { arguments: piece } })),
    ]
  })
}
