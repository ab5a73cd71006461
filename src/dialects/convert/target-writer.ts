import type { Dialect } from '../../protocol/dialect.ts'
import type { EventName } from '../../protocol/event-types.ts'
import type { Weaken } from './fidelity.ts'
import type { SourceEntry } from './source-entry.ts'

/** One entry as the target's file will hold it; `matcher` stands in its group or beside its other keys. */
export interface TargetEntry {
  event: string
  matcher?: unknown
  hook: Record<string, unknown>
}

/** Writes entries for one dialect. */
export interface TargetWriter {
  readonly dialect: Dialect
  /** What the product is called in reports. */
  readonly agent: string
  /** Whether hooks can be switched off in the file. */
  readonly canDisable: boolean
  /** Whether the product sets a variable of this kind for its hooks. */
  sets(variable: string): boolean
  /** Whether the product, and not only Hookline, lets a hook block the event. */
  blocks(event: EventName): boolean
  /** Writes an entry, as several where one will not do. Tells what gets weaker; throws `Impossible` when it cannot be held. */
  write(entry: SourceEntry, given: { event: string; weaken: Weaken }): TargetEntry[]
}
