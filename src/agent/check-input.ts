import type { InputCheck } from '../engine/merge.ts'
import type { ToolBox } from './tool-box.ts'

/** Checks inputs against the tools of a session: a rewrite that no longer fits its tool is refused. */
export function checkRewrittenInput(tools: ToolBox): InputCheck {
  return (toolName, input) => tools.get(toolName)?.check(input)
}
