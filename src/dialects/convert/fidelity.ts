import type { Place } from '../../base/errors.ts'

/** What a conversion made of one entry. */
export interface FidelityEntry {
  /** Where the entry stands in the source. */
  place: Place
  /** The event, or the setting, as the source calls it. */
  event: string
  /** What the entry runs, shortened. */
  runs?: string
  fidelity: 'honoured' | 'weakened' | 'impossible'
  /** In which respects it is weaker or otherwise different. */
  how?: string[]
  /** Why it was left out. */
  why?: string
}

/** Thrown by writers for an entry that the target cannot hold; becomes its `why`. */
export class Impossible extends Error {}

/** Collects in which respects an entry changes. */
export type Weaken = (how: string) => void
