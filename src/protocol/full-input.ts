import type { PermissionMode } from './common-input.ts'
import type { EventName } from './event-types.ts'

/** The input of an event with its common fields filled in, loosely typed: for code that treats all events alike. */
export interface FullInput {
  event: EventName
  sessionId: string
  hookExecutionId: string
  timestamp: string
  projectDir: string
  permissionMode: PermissionMode
  cwd: string
  toolName?: string
  toolUseId?: string
  toolInput?: Readonly<Record<string, unknown>>
  toolOutput?: unknown
  userPrompt?: string
  [field: string]: unknown
}

/** The field of the input that each kind of rewrite changes. */
export const rewriteFields = { input: 'toolInput', output: 'toolOutput', prompt: 'userPrompt' } as const

export type RewriteKind = keyof typeof rewriteFields
