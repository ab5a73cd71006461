import { HookError } from '../../base/errors.ts'
import { nearestName } from '../../base/names.ts'
import { taskToolName } from '../subagents/task-tool.ts'
import type { ToolBox } from '../tool-box.ts'
import { builtinTools } from '../tools/index.ts'

/** What an agent hook may use when it names nothing: tools that only look. */
const usualTools: readonly string[] = ['Read', 'Glob', 'Grep']

/**
 * The tools of an agent hook: those it names, of the session's and the built-in ones. Throws a `HookError` for a name that
 * nobody knows; starting further sub-agents is not offered, because they would escape the hook's bounds.
 */
export function chooseHookTools(names: readonly string[] = usualTools, session: ToolBox): ToolBox {
  const known = new Map([...builtinTools().map((tool) => [tool.name, tool] as const), ...session])
  known.delete(taskToolName)
  return new Map(
    names.map((name) => {
      const tool = known.get(name)
      if (!tool) throw unknownTool(name, [...known.keys()])
      return [name, tool] as const
    }),
  )
}

function unknownTool(name: string, names: readonly string[]): HookError {
  const nearest = nearestName(name, names)
  return new HookError('CONFIG_INVALID_VALUE', `there is no tool "${name}" for an agent hook`, {
    hint: nearest ? `Did you mean "${nearest}"?` : `There are ${names.join(', ')}.`,
  })
}
