import { type ServerStep, splitText, type Vendor } from './model-server.ts'

/** A step as events of the Responses API. */
export function listResponseEvents(step: ServerStep, model: string): ReturnType<Vendor['frames']> {
  const response = { id: 'resp_1', object: 'response', created_at: 1, model, output: [], service_tier: null }
  const items = listItems(step)
  return {
    content: [
      event('response.created', { response: { ...response, status: 'in_progress' } }),
      ...items.flatMap(({ open, closed, deltas }, output_index) => [
        event('response.output_item.added', { output_index, item: open }),
        ...deltas.map(({ type, ...fields }) => event(type, { output_index, item_id: open['id'], ...fields })),
        event('response.output_item.done', { output_index, item: closed }),
      ]),
    ],
    end: [
      event(step.finish ? 'response.incomplete' : 'response.completed', {
        response: {
          ...response,
          ...(step.finish
            ? { status: 'incomplete', incomplete_details: { reason: incompleteReasons[step.finish] } }
            : { status: 'completed' }),
          usage: {
            input_tokens: step.usage?.inputTokens ?? 0,
            output_tokens: step.usage?.outputTokens ?? 0,
            total_tokens: 0,
          },
        },
      }),
    ],
    error: event('error', {
      sequence_number: 9,
      code: 'server_error',
      message: 'The server had an error',
      param: null,
    }),
  }
}

const incompleteReasons = { length: 'max_output_tokens', contentFilter: 'content_filter' }

interface Item {
  open: Record<string, unknown>
  closed: Record<string, unknown>
  deltas: ({ type: string } & Record<string, unknown>)[]
}

function listItems(step: ServerStep): Item[] {
  const items: Item[] = []
  if (step.thinking !== undefined) {
    const open = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: null }
    const deltas = splitText(step.thinking, step.deltas)
    items.push({
      open,
      closed: { ...open, encrypted_content: step.signature ?? null },
      deltas: [
        { type: 'response.reasoning_summary_part.added', summary_index: 0 },
        ...deltas.map((delta) => ({ type: 'response.reasoning_summary_text.delta', summary_index: 0, delta })),
        { type: 'response.reasoning_summary_part.done', summary_index: 0 },
      ],
    })
  }
  if (step.text !== undefined) {
    const open = { type: 'message', id: 'item_text', role: 'assistant', status: 'in_progress', content: [] }
    const deltas = splitText(step.text, step.deltas)
    items.push({
      open,
      closed: { ...open, status: 'completed' },
      deltas: deltas.map((delta) => ({ type: 'response.output_text.delta', content_index: 0, delta })),
    })
  }
  for (const [index, call] of (step.toolCalls ?? []).entries()) {
    const text = step.rawArguments ?? JSON.stringify(call.input)
    const id = `fc_${index + 1}`
    const open = { type: 'function_call', id, call_id: call.id ?? `call_${index + 1}`, name: call.name, arguments: '' }
    items.push({
      open: { ...open, status: 'in_progress' },
      closed: { ...open, arguments: text, status: 'completed' },
      deltas: splitText(text, 3).map((delta) => ({ type: 'response.function_call_arguments.delta', delta })),
    })
  }
  return items
}

function event(type: string, fields: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
}
