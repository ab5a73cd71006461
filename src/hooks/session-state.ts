import type { HookIndex } from '../engine/hook-index.ts'
import type { PermissionRules } from '../match/index.ts'
import type { PermissionMode } from '../protocol/common-input.ts'
import type { PermissionLists } from '../protocol/native-config.ts'
import type { SessionFacts } from '../protocol/ports.ts'
import type { Engine } from './engine-parts.ts'
import type { HookSession } from './hook-session.ts'
import type { SessionOptions } from './hooks-types.ts'
import type { Protection } from './protect/create-protection.ts'
import { joinPermissions } from './session-permissions.ts'

/** What a session and its sub-agents have in common: what one of them changes, all see. */
export interface SharedState {
  readonly pending: Set<Promise<unknown>>
  readonly disabled: Set<string>
  index: HookIndex
  lists: Required<PermissionLists>
  /** Rules of the session itself. */
  own: PermissionLists
  permissions: PermissionRules
  env: Record<string, string>
  facts: SessionFacts
  mode: PermissionMode
  guard: Protection | undefined
  runs: number
  /** The session itself: it lives, and hears of reloads, as long as one of its sub-agents is in use. */
  owner: HookSession | null
}

/** The state of a session that begins. */
export function openState(engine: Engine, options: SessionOptions): SharedState {
  const lists = engine.permissions()
  const env = { ...options.env }
  return {
    pending: new Set(),
    disabled: new Set(),
    index: engine.index(),
    lists,
    own: { ...options.permissions },
    permissions: joinPermissions(lists, options.permissions),
    env,
    facts: makeFacts(options, env),
    mode: options.permissionMode ?? 'default',
    guard: engine.protection(),
    runs: 0,
    owner: null,
  }
}

/** What handlers may know of a session with these variables. */
export function makeFacts(options: SessionOptions, sessionEnv: Record<string, string>): SessionFacts {
  const projectDir = options.projectDir ?? options.cwd ?? process.cwd()
  const { id, hostEnv = process.env, modelSecrets } = options
  return { id, projectDir, hostEnv, sessionEnv, ...(modelSecrets && { modelSecrets }) }
}
