import type { CreateHooksOptions, SettingSource, TypedHook } from '../hooks/hooks-types.ts'
import type { Ask, CanUseTool } from '../hooks/permission-types.ts'
import type { ProviderOptions } from '../models/model-types.ts'
import type { PermissionMode } from '../protocol/common-input.ts'
import type { HooksConfig, PermissionLists } from '../protocol/native-config.ts'
import type { McpServerConfig, OnAuthorize, OnElicit } from './mcp/mcp-types.ts'
import type { StreamMessage } from './stream-messages.ts'
import type { AgentDefinition } from './subagents/agent-kinds.ts'
import type { SupervisorOptions } from './supervisor/supervisor-port.ts'
import type { AgentTool } from './tools/tool-types.ts'

/** What an agent session is made of. Everything has a default but, without a key in the environment, the provider. */
export interface SessionConfig {
  provider?: ProviderOptions
  /** The provider's documented default when absent. */
  model?: string
  hooks?: HooksConfig
  typedHooks?: readonly TypedHook[]
  canUseTool?: CanUseTool
  cwd?: string
  sessionId?: string
  /** Replaces the built-in system prompt. */
  systemPrompt?: string
  /** Built-in tools by name, and tools of the host's own. All built-in ones by default. */
  tools?: readonly (string | AgentTool)[]
  /** Permission rules that need no question. */
  allowedTools?: readonly string[]
  /** Permission rules that never run; a bare name also hides the tool from the model. */
  disallowedTools?: readonly string[]
  permissionMode?: PermissionMode
  permissions?: PermissionLists
  onAsk?: Ask
  /** Answers AskUserQuestion. */
  onQuestion?: (questions: readonly unknown[], signal: AbortSignal) => Promise<unknown>
  /** Kinds of sub-agents beside the built-in ones, by name. */
  agents?: Readonly<Record<string, AgentDefinition>>
  /** MCP servers by name; their tools are called `mcp__<server>__<tool>`. */
  mcpServers?: Readonly<Record<string, McpServerConfig>>
  /** Answers what an MCP server asks in the middle of a call; without it such questions are declined. */
  onElicit?: OnElicit
  /** Shows where to log in at an MCP server with `auth`; without it only logins of before are used. */
  onAuthorize?: OnAuthorize
  /** Tokens the model can hold, where the provider does not know or another limit is wanted. */
  contextWindow?: number
  /** Model steps of one turn. */
  maxTurns?: number
  /** Which configuration files to look for: none by default. */
  settingSources?: readonly SettingSource[]
  /** Configuration files named by their owner. */
  configFiles?: CreateHooksOptions['files']
  /** Digests (`sha256:…`) of project hooks that may run though nobody approved them on this machine. */
  trustedHooks?: readonly string[]
  observer?: CreateHooksOptions['observer']
  /** Spans and measures for OpenTelemetry; nothing is loaded without it. */
  telemetry?: CreateHooksOptions['telemetry']
  /** Sees every message of the stream at the moment it comes, also those between and after turns. What it throws is ignored. */
  onMessage?: (message: StreamMessage) => void
  storage?: { dir: string } | false
  /**
   * Where all that hooks do and decide is recorded: by default the user's own records, in `XDG_STATE_HOME`. `false` for nowhere, as
   * with `storage: false`. A log that is given stays open.
   */
  records?: Exclude<CreateHooksOptions['records'], true>
  /** `'required'`: no tool runs before the record of its permission is on disk. `'best-effort'` by default. */
  audit?: CreateHooksOptions['audit']
  /** Where questions are laid for other processes to answer; with `onAsk` and records that is the store of the records. */
  desk?: CreateHooksOptions['desk']
  /** What records say runs the session; `sdk` by default. */
  program?: string
  /** The host's environment; `process.env` by default. */
  env?: Readonly<Record<string, string | undefined>>
  /**
   * Variables that the Bash tool finds although they are credentials of models. All others of the host's it finds anyway, these
   * never unless they are named: whatever it prints, the model reads.
   */
  passEnv?: readonly string[]
  /** Characters of one text of a hook that the model is shown; the rest is kept in a file. 10,000 by default. */
  hookTextLimit?: number
  /**
   * Has a reviewer decide whether the agent may stop, or ask its user. `true` for what `ccc.json` says. It counts its reviews
   * itself: they are no part of `stopCap`.
   */
  supervisor?: SupervisorOptions | boolean
  /** How often in a row Stop hooks may keep the agent working. */
  stopCap?: number
  /** Milliseconds without input after which an `idle_prompt` notification is sent, and after which the session ends. */
  idleNoticeMs?: number
  idleTimeoutMs?: number
}

/** A prompt: text, or text and images. */
export type PromptInput = string | readonly PromptPart[]

export type PromptPart = { type: 'text'; text: string } | { type: 'image'; data: string; mediaType: string }
