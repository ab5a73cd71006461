import type { Dialect } from './dialect.ts'
import type { EventName } from './event-types.ts'
import type { FailureClass, FailurePolicy } from './failure.ts'
import type { HookCallback } from './hook-callback.ts'
import type { Condition, Matcher } from './matcher.ts'
import type { Source } from './source.ts'

/** One configured reaction, whatever dialect it was written in. Made by a dialect, never changed afterwards. */
export interface Hook {
  /** Unique in a configuration: as written, or made of source, event and position. */
  readonly id: string
  /** The name its author gave it. */
  readonly name?: string
  readonly description?: string
  readonly event: EventName
  readonly dialect: Dialect
  readonly source: Source
  readonly matcher: Matcher
  readonly condition?: Condition
  readonly handler: HandlerSpec
  readonly timeoutMs: number
  readonly async: boolean
  readonly once: boolean
  /** Runs and is recorded, does not count. */
  readonly shadow: boolean
  /** Whether it runs again after siblings of its stage rewrote the input. */
  readonly recheck: boolean
  readonly onFailure: Readonly<Record<FailureClass, FailurePolicy>>
  /** How long a run may take before it is shown as slow; its answer counts all the same. */
  readonly budgetMs?: number
  readonly breaker?: Breaker
  /** What its author left to the settings of the configuration; settings of nearer layers decide about it. */
  readonly leftOpen?: { readonly timeout: boolean; readonly onFailure: readonly FailureClass[] }
  readonly statusMessage?: string
  /** Why it can never run, when it cannot: it still has a row in every verdict. */
  readonly idle?: { why: IdleReason; detail: string }
  readonly samples: { mustDeny: readonly Sample[]; mustAllow: readonly Sample[] }
}

/** When a hook that keeps failing is no longer tried, and for how long. */
export interface Breaker {
  /** So many failed runs or runs over budget in a row. */
  readonly failures: number
  readonly cooldownMs: number
}

export type IdleReason = 'disabled' | 'untrusted' | 'duplicate' | 'unsupported'

/** An input that a guard must deny or must let pass: for tools a command text or a tool call, else input fields. */
export type Sample = string | Readonly<Record<string, unknown>>

/** What runs. */
export type HandlerSpec =
  | CommandSpec
  | { readonly type: 'callback'; readonly callback: HookCallback }
  | { readonly type: 'prompt'; readonly prompt: string; readonly model?: string }
  | { readonly type: 'agent'; readonly prompt: string; readonly model?: string; readonly tools?: readonly string[] }
  | {
      readonly type: 'http'
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      readonly allowedEnvVars?: readonly string[]
      /** Hosts that may be reached without encryption and at private addresses; `*.d.com` stands for its sub-domains. */
      readonly allowedHosts?: readonly string[]
      /** How often a request that got no answer is sent again; 2 when absent. */
      readonly maxRetries?: number
      /** Whether status 204 means no opinion instead of a failure. */
      readonly allow204?: boolean
    }
  | { readonly type: 'unsupported'; readonly name: string }
  | ({ readonly type: 'worker'; readonly command: string } & ProcessOptions)

export type HandlerType = HandlerSpec['type']

export type CommandSpec = {
  readonly type: 'command'
  readonly run: { readonly shell: string } | { readonly exec: string; readonly args: readonly string[] }
} & ProcessOptions

/** What hooks that start a process may set. */
export interface ProcessOptions {
  /** Directory to run in; the project directory when absent. Relative to the project directory. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly passEnv?: readonly string[]
  readonly reap?: 'group' | 'all' | 'none'
}
