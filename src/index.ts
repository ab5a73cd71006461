export type {
  AgentDefinition,
  AgentTool,
  AuthorizeRequest,
  CompactionResult,
  ElicitAnswer,
  ElicitRequest,
  McpAuth,
  McpServerConfig,
  OnAuthorize,
  OnElicit,
  PromptInput,
  PromptPart,
  PromptResult,
  ResultSubtype,
  Session,
  SessionConfig,
  StreamMessage,
  SupervisorOptions,
  SupervisorReviewer,
  ToolContext,
} from './agent/index.ts'
export { type ErrorCode, HookError, type Place } from './base/errors.ts'
export { createHooks, createSession, forkSession, prompt, resumeSession } from './entry.ts'
export type { Approval } from './hooks/approval.ts'
export type { Hooks } from './hooks/create-hooks.ts'
export type { ExplainedHook, Explanation } from './hooks/explain.ts'
export type { HookSession } from './hooks/hook-session.ts'
export type { CreateHooksOptions, SessionOptions, SettingSource, TypedHook } from './hooks/hooks-types.ts'
export type { Ask, CanUseTool, CanUseToolOptions, PermissionResult, Question } from './hooks/permission-types.ts'
export type { ToolCallRequest, ToolOptions, ToolOutcome, ToolRun } from './hooks/tool-chain.ts'
export type { ToolKind } from './hooks/tool-kind.ts'
export type { ModelProvider, ProviderOptions, Script, ScriptStep } from './models/model-types.ts'
export type { PermissionMode } from './protocol/common-input.ts'
export type { Decision } from './protocol/decision.ts'
export { defineHooks } from './protocol/define-hooks.ts'
export type { Dialect, DialectName } from './protocol/dialect.ts'
export type { EventInput, EventName, EventOutput } from './protocol/event-types.ts'
export { HookEvent } from './protocol/events/names.ts'
export type { FailureClass, FailurePolicy } from './protocol/failure.ts'
export type { Hook } from './protocol/hook.ts'
export type { CallbackContext, HookCallback, HookInput, HookOutput } from './protocol/hook-callback.ts'
export type { HookEntry, HookGroup, HooksConfig } from './protocol/native-config.ts'
export type { Clock, Handler, Handlers, ObservedStep, Observer, RunRequest, StateStore } from './protocol/ports.ts'
export type { RawResult } from './protocol/raw-result.ts'
export type { Change, RunRow, RunStatus, Verdict } from './protocol/verdict.ts'
export type { ServedSession, ServedSessionConfig } from './server/served-session.ts'
