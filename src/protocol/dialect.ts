import type { Power } from './define-event.ts'
import type { EventName } from './event-types.ts'
import type { FullInput } from './full-input.ts'

/** Every dialect of configurations and payloads. */
export const dialectNames = ['blade', 'claude', 'kimi', 'kimi-official'] as const

export type DialectName = (typeof dialectNames)[number]

/**
 * How one product spells things. The engine knows events only by their own names; a hook's dialect renders what the hook
 * sees and says how its answers are meant. Pure: no method reads a file, a clock or the environment.
 */
export interface Dialect {
  readonly name: DialectName
  /** Each hook is a stage of its own. */
  readonly sequential: boolean
  /** Whether a rewritten input is merged into the old one or replaces it. */
  readonly inputRewrite: 'merge' | 'replace'
  /** What a plain `decision: allow` means; `permissionDecision: allow` always approves. */
  readonly plainAllow: 'approves' | 'noOpinion'
  /** The environment a hook starts from: an allow-list of harmless names, or the host's without model credentials. */
  readonly baseEnv: 'allowList' | 'host'
  /** What hooks of this dialect may do at an event; undefined powers are those of the event table. */
  can(event: EventName, power: Power): boolean
  /** Whether plain text on stdout is context. */
  textIsContext(event: EventName): boolean
  /** The dialect's own name of an event, or undefined when it has none. */
  eventName(event: EventName): string | undefined
  /** The dialect's own name of a tool. */
  toolName(name: string): string
  /** A tool's arguments under the dialect's names. */
  toolInput(toolName: string, input: Readonly<Record<string, unknown>>): Record<string, unknown>
  /**
   * A rewritten input, back under our names. `seen` is what the hook saw (as made by `toolInput`), `rewritten` what it
   * returned. `conflicts` lists our names of keys that were changed under two names to different values.
   */
  readToolInput(change: {
    toolName: string
    seen: Readonly<Record<string, unknown>>
    rewritten: Readonly<Record<string, unknown>>
  }): { input: Record<string, unknown>; conflicts: string[] }
  /** The JSON text a command reads on stdin, without a trailing newline. */
  payload(input: FullInput): string
  /** Variables that tell a command about the event. */
  environment(input: FullInput, facts: EnvironmentFacts): Record<string, string>
  /** Fills templates in a command line; values become variables, never shell syntax. */
  fillTemplates?(command: string, input: FullInput): { command: string; env: Record<string, string> }
}

/** What only the host knows and a dialect's variables may mention. */
export interface EnvironmentFacts {
  /** Files to which SessionStart hooks may add lines; absent on other events where the dialect says so. */
  envFile?: string
}
