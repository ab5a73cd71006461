import { bashOutputTool } from './bash/bash-output-tool.ts'
import { bashTool } from './bash/bash-tool.ts'
import { killShellTool } from './bash/kill-shell-tool.ts'
import { editTool } from './files/edit-tool.ts'
import { readTool } from './files/read-tool.ts'
import { writeTool } from './files/write-tool.ts'
import { globTool } from './search/glob-tool.ts'
import { grepTool } from './search/grep-tool.ts'
import type { AgentTool } from './tool-types.ts'

/** The tools every agent has. They hold no state of their own: each session keeps it for them. */
export function builtinTools(): AgentTool[] {
  return [bashTool, bashOutputTool, killShellTool, readTool, writeTool, editTool, globTool, grepTool]
}
