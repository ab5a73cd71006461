import type { EventName } from './event-types.ts'
import type { FailureClass, FailurePolicy } from './failure.ts'
import type { Sample } from './hook.ts'
import type { HookCallback } from './hook-callback.ts'

/** The native configuration: the same object in code, JSON, JSONC, TOML and TypeScript files. */
export type HooksConfig = ConfigSettings & { [E in EventName]?: (HookGroup<E> | HookCallback<E>)[] }

/** Everything of a configuration but the hooks themselves. */
export interface ConfigSettings {
  $schema?: string
  version?: 1
  enabled?: boolean
  defaultTimeout?: number | string
  timeoutBehavior?: FailurePolicy
  failureBehavior?: FailurePolicy
  maxConcurrentHooks?: number
  strict?: boolean
  overrides?: Record<string, HookOverride>
  permissions?: PermissionLists
  guards?: (string | GuardUse)[]
  protect?: ProtectSetting
}

export interface HookOverride {
  enabled?: boolean
  shadow?: boolean
  timeout?: number | string
}

export interface PermissionLists {
  allow?: string[]
  ask?: string[]
  deny?: string[]
}

/** A built-in guard pack, less the rules its user does not want. */
export interface GuardUse {
  use: string
  except?: string[]
}

/** Whether tool calls are kept from changing what hooks are made of, and which paths are left to them, as globs. */
export type ProtectSetting = boolean | { except?: string[] }

/** A matcher with its hooks. */
export interface HookGroup<E extends EventName = EventName> {
  matcher?: string | ObjectMatcher
  hooks: (HookEntry<E> | HookCallback<E>)[]
}

export interface ObjectMatcher {
  tools?: string | string[]
  paths?: string | string[]
  commands?: string | string[]
}

/** One hook as written. */
export type HookEntry<E extends EventName = EventName> = HookOptions &
  (
    | ({ type?: 'command'; command: string } & ProcessEntry & WatchEntry)
    | ({ type?: 'command'; exec: string; args?: string[] } & ProcessEntry & WatchEntry)
    | { type: 'callback'; callback: HookCallback<E> }
    | ({ type: 'prompt'; prompt: string; model?: string } & WatchEntry)
    | ({ type: 'agent'; prompt: string; model?: string; tools?: string[] } & WatchEntry)
    | (HttpEntry & WatchEntry)
    | ({ type: 'worker'; command: string } & ProcessEntry & WatchEntry)
  )

export interface HttpEntry {
  type: 'http'
  url: string
  headers?: Record<string, string>
  allowedEnvVars?: string[]
  allowedHosts?: string[]
  maxRetries?: number
  allow204?: boolean
}

/** What hooks that run outside this process may set. */
export interface WatchEntry {
  budget?: number | string
  breaker?: { failures?: number; cooldown?: number | string }
}

export interface HookOptions {
  id?: string
  name?: string
  description?: string
  if?: string
  timeout?: number | string
  statusMessage?: string
  async?: boolean
  once?: boolean
  onFailure?: FailurePolicy | Partial<Record<FailureClass, FailurePolicy>>
  shadow?: boolean
  recheck?: boolean
  enabled?: boolean
  mustDeny?: Sample[]
  mustAllow?: Sample[]
}

export interface ProcessEntry {
  env?: Record<string, string>
  passEnv?: string[]
  cwd?: string
  reap?: 'group' | 'all' | 'none'
}
