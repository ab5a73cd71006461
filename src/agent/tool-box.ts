import { HookError } from '../base/errors.ts'
import { nearestName } from '../base/names.ts'
import type { SessionConfig } from './session-options.ts'
import type { AgentTool } from './tools/tool-types.ts'

/** The tools of a session, by name. */
export type ToolBox = ReadonlyMap<string, AgentTool>

/** Puts together the tools a session offers: those asked for, less those that are bare names on the deny list. */
export function createToolBox(config: SessionConfig, builtin: readonly AgentTool[]): ToolBox {
  const byName = new Map(builtin.map((tool) => [tool.name, tool]))
  const chosen = (config.tools ?? [...byName.keys()]).map((tool) =>
    typeof tool === 'string' ? findTool(tool, byName) : tool,
  )
  const hidden = new Set(config.disallowedTools ?? [])
  return new Map(chosen.filter((tool) => !hidden.has(tool.name)).map((tool) => [tool.name, tool]))
}

function findTool(name: string, byName: Map<string, AgentTool>): AgentTool {
  const tool = byName.get(name)
  if (tool) return tool
  const nearest = nearestName(name, byName.keys())
  throw new HookError('CONFIG_INVALID_VALUE', `there is no tool "${name}"`, {
    hint: nearest ? `Did you mean "${nearest}"?` : `There are ${[...byName.keys()].join(', ')}.`,
  })
}
