import type { HookError, Place } from '../base/errors.ts'
import type { FailurePolicy } from '../protocol/failure.ts'
import type { Hook } from '../protocol/hook.ts'
import type { HookOverride, PermissionLists, ProtectSetting } from '../protocol/native-config.ts'
import type { Path } from '../protocol/schema/check.ts'
import type { Layer, Source } from '../protocol/source.ts'

/** What a dialect needs to know of the place a configuration came from. */
export interface ReadingContext {
  layer: Layer
  trusted: boolean
  file?: string
  /** How the ids of unnamed hooks call this source; by default layer and file name, `code` for code. */
  label?: string
  /** Line and column of a path in the document; absent for configuration from code. */
  locate?(path: Path, options?: { key?: boolean }): { line: number; column: number }
}

/** A configuration, read. When `problems` is not empty nothing of it may be used. */
export interface ConfigReading {
  /** In configuration order. Unsupported entries are among them, idle. */
  hooks: Hook[]
  settings: ReadSettings
  /** Entries for events that Hookline does not host: never run, announced. */
  unsupported: { name: string; source: Source }[]
  problems: HookError[]
  /** What is worth telling but stops nothing: unsupported events, matchers on events without one. */
  notices: HookError[]
}

export interface ReadSettings {
  /** False switches off the file's own hooks; from user files and code, all but managed ones. */
  enabled: boolean
  maxConcurrentHooks?: number
  /** Settings for hooks that say nothing of their own, as far as they were given. */
  defaults?: HookDefaults
  overrides: Record<string, HookOverride>
  permissions: Required<PermissionLists>
  guards: { use: string; except: string[]; place: Place }[]
  /** Whether the built-in guard of hook files counts; absent when nothing was said. */
  protect?: ProtectSetting
}

/** What holds for hooks that say nothing of their own. */
export interface HookDefaults {
  timeoutMs?: number
  timeoutBehavior?: FailurePolicy
  failureBehavior?: FailurePolicy
  strict?: boolean
}
