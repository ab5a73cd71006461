import type { DialectName } from '../protocol/dialect.ts'

/** Tools of the agents whose hooks are hosted, under our names. A matcher that takes none of them is suspicious. */
export const knownTools: readonly string[] = [
  'Bash',
  'BashOutput',
  'KillShell',
  'KillBash',
  'Read',
  'Write',
  'Edit',
  'MultiEdit',
  'NotebookEdit',
  'NotebookRead',
  'Glob',
  'Grep',
  'LS',
  'WebFetch',
  'WebSearch',
  'Task',
  'Agent',
  'TaskOutput',
  'TaskStop',
  'TaskCreate',
  'TaskUpdate',
  'TaskGet',
  'TaskList',
  'TodoWrite',
  'TodoRead',
  'AskUserQuestion',
  'EnterPlanMode',
  'ExitPlanMode',
  'EnterWorktree',
  'ExitWorktree',
  'Skill',
  'SlashCommand',
  'ToolSearch',
  'ListMcpResources',
  'ReadMcpResource',
  'Monitor',
  'LSP',
]

/** Further tools that only Kimi has. */
const kimiTools: readonly string[] = [
  'Shell',
  'ReadFile',
  'ReadMediaFile',
  'WriteFile',
  'StrReplaceFile',
  'SearchWeb',
  'FetchURL',
  'Think',
  'SetTodoList',
  'CreateSubagent',
  'SendDMail',
  'TaskInput',
]

/** The names under which tools are known to hooks of a dialect. */
export function listKnownTools(dialect: DialectName): readonly string[] {
  return dialect === 'kimi' || dialect === 'kimi-official' ? [...knownTools, ...kimiTools] : knownTools
}
