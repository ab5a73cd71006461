import type { Decision } from './decision.ts'
import type { EventName } from './event-types.ts'
import type { FailureClass } from './failure.ts'
import type { FullInput } from './full-input.ts'
import type { HandlerType, Hook } from './hook.ts'
import type { CallbackContext, HookInput } from './hook-callback.ts'
import type { RawResult } from './raw-result.ts'
import type { DeliveryBody } from './records.ts'
import type { RunStatus, Verdict } from './verdict.ts'

/** Runs hooks of one handler type. It never throws or rejects: whatever happens is a RawResult. */
export interface Handler {
  run(request: RunRequest): RawResult | Promise<RawResult>
  /** Tells at load what would keep the hook from answering; null when nothing is known. */
  preflight?(hook: Hook, session: SessionFacts): Promise<{ message: string; hint?: string } | null>
  close?(): Promise<void>
}

/** Calls hooks that live in this process. It may throw; the engine keeps the deadline. */
export interface DirectHandler {
  /** What the hook of one run sees of an input. */
  view(input: FullInput, executionId: string): HookInput
  /** The answer, or a promise of it. */
  call(hook: Hook, view: HookInput, context: CallbackContext): unknown
}

export type Handlers = { readonly [type in Exclude<HandlerType, 'callback'>]?: Handler } & {
  readonly callback?: DirectHandler
}

/** One run of one hook. */
export interface RunRequest {
  readonly hook: Hook
  /** Frozen; made for this run. */
  readonly input: FullInput
  readonly timeoutMs: number
  /** The caller's signal, if any; a handler must stop within 2 s after it fires. */
  readonly signal: AbortSignal | undefined
  readonly session: SessionFacts
  /** The firing it belongs to, as in `ObservedStep`. */
  readonly firing?: string
}

/** What handlers may know of the session a hook runs in. */
export interface SessionFacts {
  readonly id: string
  readonly projectDir: string
  /** The host's environment: hooks see what their dialect lets through. */
  readonly hostEnv: Readonly<Record<string, string | undefined>>
  /** Keys of models that the host was given otherwise than by a variable of theirs: no hook finds them in its environment. */
  readonly modelSecrets?: readonly string[]
  /** Variables that hooks of this session have set. */
  readonly sessionEnv: Readonly<Record<string, string>>
  /** While a session starts: the file to which its hooks may add variables. */
  readonly envFile?: string
  /** Inside an agent that a hook has started: which hooks stand above it. */
  readonly lineage?: Lineage
}

/** The hooks that have started agents around an event, the outermost first. */
export interface Lineage {
  readonly hooks: readonly string[]
  /** Counts all agents that were started below the outermost one, itself included. */
  readonly family: { size: number }
  /** The firing with which it began, when that was in this process. */
  readonly root?: string
  /** What of it other processes brought along. */
  readonly above?: Ancestry
}

/** The hooks of other processes below which this one was started, the outermost first. */
export interface Ancestry {
  /** The firing with which it began. */
  readonly root: string
  readonly hooks: readonly { readonly id: string; readonly file: string }[]
  /** Why nothing more may be started below it; absent as long as something may. */
  readonly refusal?: string
}

/** Sees every step with timings. It may not throw; if it does, the step goes on. */
export type Observer = (step: ObservedStep) => void

/** `firing` names one firing of an event, unique across processes: many may be under way in one session. */
export type ObservedStep =
  | { type: 'toolStart'; sessionId: string; toolName: string; toolUseId: string; agentId?: string }
  | {
      /** The end of the whole chain around a tool call, hooks after it included. */
      type: 'toolEnd'
      sessionId: string
      toolName: string
      toolUseId: string
      agentId?: string
      status: 'ok' | 'denied' | 'failed'
      decidedBy: string | null
      ms: number
    }
  | { type: 'eventStart'; event: EventName; sessionId: string; firing: string; input: FullInput }
  | {
      type: 'hookStart'
      event: EventName
      sessionId: string
      firing: string
      hook: Hook
      input: FullInput
      statusMessage?: string
      recheck: boolean
    }
  | {
      type: 'hookEnd'
      event: EventName
      sessionId: string
      firing: string
      hook: Hook
      status: RunStatus
      ms: number
      decision: Decision | null
      reason: string | null
      class?: FailureClass
      /** What the hook has to say to the user; absent when that is nothing. */
      messages?: readonly string[]
      raw: RawResult
      recheck: boolean
    }
  | { type: 'hookIdle'; sessionId: string; hook: Hook; why: string }
  | {
      type: 'failedOpen'
      event: EventName
      sessionId: string
      firing: string
      hook: Hook
      class: FailureClass
      message: string
    }
  | { type: 'eventEnd'; event: EventName; sessionId: string; firing: string; verdict: Verdict; ms: number }
  /** Told when a request carried the text of hooks, or when none ever will. */
  | ({ type: 'delivery'; sessionId: string; firing?: string } & DeliveryBody)
  | { type: 'notice'; code: string; message: string; hint?: string; sessionId?: string }

/** Time as a port: `now` is wall time, `monotonic` never jumps; both in milliseconds. */
export interface Clock {
  now(): number
  monotonic(): number
  /** Does the work after so many milliseconds, however many; the result calls it off. */
  after(ms: number, work: () => void): () => void
}

/** What outlives one event: which once-hooks ran. Claims are atomic, across processes where the store is shared. */
export interface StateStore {
  /** True for the first claim of a key, false ever after. */
  claim(key: string): boolean | Promise<boolean>
  /** Whether a key has been claimed. */
  isClaimed(key: string): boolean | Promise<boolean>
}
