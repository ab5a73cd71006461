import { HookError } from '../../base/errors.ts'
import { nearestName } from '../../base/names.ts'

/** A kind of sub-agent that a host defines. */
export interface AgentDefinition {
  /** When to use it; the model reads this. */
  description: string
  /** Its system prompt. */
  prompt: string
  /** Names of its tools; all tools of the agent that starts it when absent. */
  tools?: readonly string[]
  /** The session's model when absent. */
  model?: string
}

export type AgentKinds = ReadonlyMap<string, AgentDefinition>

/** Every kind of sub-agent of a session: the built-in ones and the host's own, which may take the place of a built-in one. */
export function readAgentKinds(
  defined: Readonly<Record<string, AgentDefinition>> = {},
  toolNames: readonly string[],
): AgentKinds {
  for (const [name, { tools = [] }] of Object.entries(defined)) {
    const unknown = tools.find((tool) => !toolNames.includes(tool) && !tool.startsWith('mcp__'))
    if (unknown !== undefined) throw unknownTool(unknown, name, toolNames)
  }
  return new Map([...Object.entries(builtinKinds), ...Object.entries(defined)])
}

function unknownTool(tool: string, agent: string, toolNames: readonly string[]): HookError {
  const nearest = nearestName(tool, toolNames)
  return new HookError('CONFIG_INVALID_VALUE', `the agent "${agent}" names a tool "${tool}" that does not exist`, {
    hint: nearest ? `Did you mean "${nearest}"?` : `There are ${toolNames.join(', ')}.`,
    place: { path: `agents.${agent}.tools` },
  })
}

const looking = ['Read', 'Glob', 'Grep', 'WebFetch']

const builtinKinds: Readonly<Record<string, AgentDefinition>> = {
  'general-purpose': {
    description: 'Any task that takes several steps. Has all tools.',
    prompt: 'You carry out one task for another agent, from beginning to end.',
  },
  Bash: {
    description: 'Runs shell commands and tells what came of them.',
    prompt: 'You run shell commands for another agent and tell what came of them.',
    tools: ['Bash', 'BashOutput', 'KillShell'],
  },
  Explore: {
    description: 'Finds things in the project: files, places in the code, how something works. Changes nothing.',
    prompt: 'You look for something in a project for another agent. You only read. Give paths and lines.',
    tools: looking,
  },
  Plan: {
    description: 'Works out how something is to be done, step by step. Changes nothing.',
    prompt: 'You plan work for another agent: you read what there is and give the steps, with the files they touch.',
    tools: [...looking, 'TodoWrite'],
  },
}
