import type { CommonInput, EventName, EventOutput, OwnInput } from './event-types.ts'

/** What a callback receives: frozen, camelCase, the same facts a command reads on stdin. */
export type HookInput<E extends EventName = EventName> = [EventName] extends [E] ? LooseInput : ExactInput<E>

/** A callback that serves several events sees the fields they may have. */
export interface LooseInput {
  event: EventName
  sessionId: string
  toolName?: string
  toolInput?: unknown
  toolOutput?: unknown
  error?: Error
  [field: string]: unknown
}

type ExactInput<E extends EventName> = { event: E } & CallbackFields<OwnInput<E>> &
  CommonInput<E> & { [field: string]: unknown }

/** A failure reaches a callback as an `Error`, although it is text on the wire. */
type CallbackFields<T> = { [K in keyof T]: K extends 'error' ? Error : T[K] }

/** What a callback may answer: the three actions, or any object a command may print. `undefined` means continue. */
export type HookOutput<E extends EventName = EventName> = ActionOutput | AnswerOutput<E>

export interface ActionOutput {
  action: 'continue' | 'skip' | 'abort'
  modifiedInput?: unknown
  modifiedOutput?: unknown
  reason?: string
}

export interface AnswerOutput<E extends EventName = EventName> {
  action?: undefined
  continue?: boolean
  stopReason?: string
  suppressOutput?: boolean
  systemMessage?: string
  decision?: unknown
  reason?: string
  hookSpecificOutput?: { hookEventName?: E } & EventOutput<E>
  [field: string]: unknown
}

/** What a callback is given beside the input. */
export interface CallbackContext {
  /** Aborted when the hook's time is over or the caller aborts. */
  signal: AbortSignal
}

/** A function as a hook. It may throw: the failure is recorded and follows `onFailure`. */
// biome-ignore lint/suspicious/noExplicitAny: a callback for one event must stand where any callback may
export type HookCallback<E extends EventName = any> = (
  input: HookInput<E>,
  context: CallbackContext,
  // biome-ignore lint/suspicious/noConfusingVoidType: a callback that only watches returns nothing
) => Promise<HookOutput<E> | undefined | void> | HookOutput<E> | undefined | void
