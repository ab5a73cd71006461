import { askUserQuestionTool } from './ask-user-question-tool.ts'
import { bashOutputTool } from './bash/bash-output-tool.ts'
import { bashTool } from './bash/bash-tool.ts'
import { killShellTool } from './bash/kill-shell-tool.ts'
import { editTool } from './files/edit-tool.ts'
import { readTool } from './files/read-tool.ts'
import { writeTool } from './files/write-tool.ts'
import { globTool } from './search/glob-tool.ts'
import { grepTool } from './search/grep-tool.ts'
import { taskCreateTool, taskListTool, taskUpdateTool } from './tasks/task-tools.ts'
import { todoWriteTool } from './tasks/todo-write-tool.ts'
import type { AgentTool } from './tool-types.ts'
import { createWebFetchTool, type WebFetchOptions } from './web/web-fetch-tool.ts'

export { defineTool, type InputSchema, type ToolDefinition, type UserToolContext } from './user/define-tool.ts'
export type { StandardSchema } from './user/standard-schema.ts'
export type { WebFetchOptions } from './web/web-fetch-tool.ts'

/** What can be set for the built-in tools. */
export interface BuiltinToolOptions {
  webFetch?: WebFetchOptions
}

/** The tools every agent has. They hold no state of their own: each session keeps it for them. */
export function builtinTools(options: BuiltinToolOptions = {}): AgentTool[] {
  return [
    bashTool,
    bashOutputTool,
    killShellTool,
    readTool,
    writeTool,
    editTool,
    globTool,
    grepTool,
    createWebFetchTool(options.webFetch),
    taskCreateTool,
    taskUpdateTool,
    taskListTool,
    todoWriteTool,
    askUserQuestionTool,
  ]
}
