import type { HookIndex } from '../engine/hook-index.ts'
import type { InputCheck } from '../engine/judge-input.ts'
import type { PermissionLists } from '../protocol/native-config.ts'
import type { Clock, Handlers, Observer, StateStore } from '../protocol/ports.ts'
import type { QuestionDesk, RecordLog } from '../protocol/records.ts'
import type { HookSession } from './hook-session.ts'
import type { Protection } from './protect/create-protection.ts'

/** What the sessions of one `createHooks()` share. */
export interface Engine {
  index(): HookIndex
  maxConcurrentHooks(): number
  permissions(): Required<PermissionLists>
  /** The guard of what hooks are made of; undefined when it does not count. */
  protection(): Protection | undefined
  readonly handlers: Handlers
  readonly clock: Clock
  /** Sees every step; undefined when the host gave none. */
  readonly observer: Observer | undefined
  /** Hears of gates that failed open, in any case. */
  readonly alarm: Observer
  readonly store: StateStore
  /** Where decisions are recorded; undefined when they are not. */
  readonly records: { readonly log: RecordLog; readonly audit: 'required' | 'best-effort' } | undefined
  /** Where questions lie for other processes to answer. */
  readonly desk: QuestionDesk | undefined
  readonly validateInput: InputCheck | undefined
  /** Distinguishes the runs of this engine from those of others with the same session id. */
  readonly runId: string
  /** Names the next firing of an event. */
  nextFiring(): string
  timestamp(): string
  attach(session: HookSession): void
  detach(session: HookSession): void
}
