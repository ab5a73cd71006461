import type { EventBody } from '../../protocol/records.ts'

/** Fields in which an event says what it is about, the most telling first. */
const telling = ['command', 'file_path', 'path', 'pattern', 'url', 'query', 'description', 'prompt'] as const

/** In a few words what an event is about: the command, the file, the prompt, the reason. Foreign text; empty when it says nothing. */
export function describeCall(event: EventBody | null): string {
  if (event === null) return ''
  const { input } = event
  const call = input['toolInput']
  if (typeof call === 'object' && call !== null) {
    const field = telling.find((name) => typeof Reflect.get(call, name) === 'string')
    return field === undefined ? JSON.stringify(call).slice(0, 400) : String(Reflect.get(call, field))
  }
  const fields = ['userPrompt', 'message', 'agentType', 'taskDescription', 'source', 'trigger', 'stopReason', 'reason']
  const said = fields.map((name) => input[name]).find((value) => typeof value === 'string' && value !== '')
  return said === undefined ? '' : String(said)
}
