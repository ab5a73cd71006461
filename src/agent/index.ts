export type { CompactionResult } from './compaction/compactor.ts'
export { createSession, type SessionPorts } from './create-session.ts'
export type {
  AuthorizeRequest,
  ElicitAnswer,
  ElicitRequest,
  McpAuth,
  McpServerConfig,
  OnAuthorize,
  OnElicit,
} from './mcp/mcp-types.ts'
export { type PromptResult, prompt } from './prompt.ts'
export { forkSession, resumeSession } from './resume-session.ts'
export type { Session } from './session.ts'
export type { PromptInput, PromptPart, SessionConfig } from './session-options.ts'
export type { ResultSubtype, StreamMessage } from './stream-messages.ts'
export type { AgentDefinition } from './subagents/agent-kinds.ts'
export type { SupervisorOptions, SupervisorReviewer } from './supervisor/supervisor-port.ts'
export type { AgentTool, ToolContext } from './tools/tool-types.ts'
