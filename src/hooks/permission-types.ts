import type { ToolKind } from './tool-kind.ts'

/** The host's own word on a tool call. */
export type PermissionResult =
  | { behavior: 'allow'; updatedInput?: Record<string, unknown> }
  | { behavior: 'deny'; message?: string; interrupt?: boolean }
  | { behavior: 'ask' }

export interface CanUseToolOptions {
  signal: AbortSignal
  /** The same signal under its other name. */
  abortSignal: AbortSignal
  toolKind: ToolKind
  toolUseId: string
  affectedPaths: string[]
}

/** Asked for every call. It has no timeout, only the signal; a throw or a bad answer denies. */
export type CanUseTool = (
  toolName: string,
  // biome-ignore lint/suspicious/noExplicitAny: hosts look into inputs of tools they know
  input: Record<string, any>,
  options: CanUseToolOptions,
) => Promise<PermissionResult> | PermissionResult

/** A question for a person. */
export interface Question {
  toolName: string
  input: Readonly<Record<string, unknown>>
  toolUseId: string
  toolKind: ToolKind
  affectedPaths: string[]
  /** Why it is asked. */
  reason: string
  /** The hook or rule that wants it asked; null when the mode does. No allow rule answers what a hook or rule asks. */
  askedBy: string | null
  signal: AbortSignal
}

/** Puts a question to a person. Anything but a clear yes is a no. */
export type Ask = (question: Question) => Promise<PermissionResult | boolean> | PermissionResult | boolean
