import type { PendingWork } from '../agent/supervisor/supervisor-port.ts'
import type { HookInput } from './hook-input.ts'
import { askEvent } from './reviewed-event.ts'

const longestQuestion = 20_000

/** The moment in words: what the agent is about to do, and what it waits for. */
export function describeMoment({ event, fields }: HookInput, pending: readonly PendingWork[] = []): string {
  return [describeAct(event, fields), ...describePending(pending.length > 0 ? pending : listTasks(fields))].join('\n\n')
}

function describeAct(event: HookInput['event'], fields: HookInput['fields']): string {
  if (event !== askEvent) {
    const last = fields['last_assistant_message'] ?? fields['final_response']
    const said =
      typeof last === 'string' && last !== '' ? ` Its last message:\n\n${last.slice(0, longestQuestion)}` : ''
    return `The agent is about to stop and hand back to its user.${said}`
  }
  const tool = typeof fields['tool_name'] === 'string' ? fields['tool_name'] : 'a tool'
  const input = JSON.stringify(fields['tool_input'] ?? {}, null, 2).slice(0, longestQuestion)
  return `The agent is about to interrupt its user by calling ${tool}:\n\n${input}`
}

// An agent that is sent back to wait for them only burns rounds.
function describePending(pending: readonly PendingWork[]): string[] {
  if (pending.length === 0) return []
  const lines = pending.slice(0, mostTasks).map(({ id, command }) => `- ${id}: ${command.slice(0, longestCommand)}`)
  const rest = pending.length > mostTasks ? [`- and ${pending.length - mostTasks} more`] : []
  return [
    `Still running in the background:\n${[...lines, ...rest].join('\n')}\nThat these have not ended is no reason to send the agent back by itself: it cannot make them end sooner.`,
  ]
}

const mostTasks = 20
const longestCommand = 200

// Claude Code tells of them in the input.
function listTasks({ background_tasks: tasks }: HookInput['fields']): PendingWork[] {
  if (!Array.isArray(tasks)) return []
  return tasks.flatMap((task: unknown) => {
    if (typeof task !== 'object' || task === null) return []
    const { id, task_id: taskId, command, description } = task as Record<string, unknown>
    return [{ id: String(id ?? taskId ?? 'task'), command: String(command ?? description ?? '') }]
  })
}
