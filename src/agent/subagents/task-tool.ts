import { nearestName } from '../../base/names.ts'
import { text } from '../../protocol/schema/field.ts'
import { defineBuiltin } from '../tools/define-builtin.ts'
import type { AgentTool, ToolContext } from '../tools/tool-types.ts'
import type { AgentKinds } from './agent-kinds.ts'

/** A task for a sub-agent, as the model gives it. */
export interface SubagentTask {
  description: string
  prompt: string
  subagent_type: string
}

/** What a sub-agent gives back. */
export interface TaskOutput {
  agentId: string
  agentType: string
  content: string
  steps: number
  /** What hooks still had against its end when they had kept it working as often as they may. */
  objection?: string
}

export type StartSubagent = (task: SubagentTask, context: ToolContext) => Promise<TaskOutput>

export const taskToolName = 'Task'

/**
 * The tool with which an agent starts others. It counts as one that reads, because everything a sub-agent does passes the
 * permission chain by itself; so neighbouring calls run side by side.
 */
export function createTaskTool(kinds: AgentKinds, start: StartSubagent): AgentTool {
  const list = [...kinds].map(([name, { description }]) => `- ${name}: ${description}`).join('\n')
  return defineBuiltin({
    name: taskToolName,
    description: `Gives a task to a sub-agent, which has a context of its own and knows only your prompt. Several calls in one step run side by side. Kinds:\n${list}`,
    kind: 'readonly',
    input: {
      description: text('The task in a few words.'),
      prompt: text('The task in full, with all the sub-agent must know.'),
      subagent_type: text(`The kind of sub-agent: ${[...kinds.keys()].join(', ')}.`),
    },
    refuse({ prompt, subagent_type }) {
      if (prompt.trim() === '') return 'prompt is empty'
      if (kinds.has(subagent_type)) return undefined
      const nearest = nearestName(subagent_type, kinds.keys())
      const hint = nearest ? `did you mean "${nearest}"?` : `there are ${[...kinds.keys()].join(', ')}`
      return `there is no sub-agent "${subagent_type}"; ${hint}`
    },
    run: (task, context) => start(task, context),
    toText({ content, objection }) {
      if (typeof content !== 'string') return undefined
      const said = content === '' ? '(The sub-agent said nothing.)' : content
      return typeof objection === 'string' ? `${said}\n\n(A hook still objected: ${objection})` : said
    },
  })
}
