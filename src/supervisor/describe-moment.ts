import type { HookInput } from './hook-input.ts'
import { askEvent } from './reviewed-event.ts'

const longestQuestion = 20_000

/** The moment in words: what the agent is about to do. */
export function describeMoment({ event, fields }: HookInput): string {
  if (event !== askEvent) {
    const last = fields['last_assistant_message']
    const said =
      typeof last === 'string' && last !== '' ? ` Its last message:\n\n${last.slice(0, longestQuestion)}` : ''
    return `The agent is about to stop and hand back to its user.${said}`
  }
  const tool = typeof fields['tool_name'] === 'string' ? fields['tool_name'] : 'a tool'
  const input = JSON.stringify(fields['tool_input'] ?? {}, null, 2).slice(0, longestQuestion)
  return `The agent is about to interrupt its user by calling ${tool}:\n\n${input}`
}
