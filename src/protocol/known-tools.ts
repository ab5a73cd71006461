/** How a tool touches the world. */
export type ToolKind = 'readonly' | 'write' | 'execute' | 'mcp'

/** A tool of the agents whose hooks are hosted, under our name for it. */
export interface KnownTool {
  readonly name: string
  readonly kind: ToolKind
  /** Shown as an example of what a matcher takes. */
  readonly common?: true
}

/** The only list of tools that are known by name; everything else about a tool is what its host says. */
export const knownTools: readonly KnownTool[] = [
  { name: 'Bash', kind: 'execute', common: true },
  { name: 'BashOutput', kind: 'readonly' },
  { name: 'KillShell', kind: 'execute' },
  { name: 'KillBash', kind: 'execute' },
  { name: 'Read', kind: 'readonly', common: true },
  { name: 'Write', kind: 'write', common: true },
  { name: 'Edit', kind: 'write', common: true },
  { name: 'MultiEdit', kind: 'write' },
  { name: 'NotebookEdit', kind: 'write', common: true },
  { name: 'NotebookRead', kind: 'readonly' },
  { name: 'Glob', kind: 'readonly', common: true },
  { name: 'Grep', kind: 'readonly', common: true },
  { name: 'LS', kind: 'readonly' },
  { name: 'WebFetch', kind: 'execute', common: true },
  { name: 'WebSearch', kind: 'execute', common: true },
  // All that a sub-agent does passes the permission chain by itself.
  { name: 'Task', kind: 'readonly', common: true },
  { name: 'Agent', kind: 'readonly' },
  { name: 'TaskOutput', kind: 'readonly' },
  { name: 'TaskStop', kind: 'execute' },
  { name: 'TaskCreate', kind: 'readonly' },
  { name: 'TaskUpdate', kind: 'readonly' },
  { name: 'TaskGet', kind: 'readonly' },
  { name: 'TaskList', kind: 'readonly' },
  { name: 'TodoWrite', kind: 'readonly', common: true },
  { name: 'TodoRead', kind: 'readonly' },
  { name: 'AskUserQuestion', kind: 'readonly', common: true },
  { name: 'EnterPlanMode', kind: 'execute' },
  { name: 'ExitPlanMode', kind: 'execute' },
  { name: 'EnterWorktree', kind: 'execute' },
  { name: 'ExitWorktree', kind: 'execute' },
  { name: 'Skill', kind: 'execute' },
  { name: 'SlashCommand', kind: 'execute' },
  { name: 'ToolSearch', kind: 'readonly' },
  { name: 'ListMcpResources', kind: 'readonly' },
  { name: 'ReadMcpResource', kind: 'mcp' },
  { name: 'Monitor', kind: 'execute' },
  { name: 'LSP', kind: 'execute' },
]
