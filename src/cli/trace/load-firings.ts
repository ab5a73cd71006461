import type { FiringSummary, RecordReader, SessionRecord } from '../../protocol/records.ts'
import { assembleFiring, type Firing } from './assemble-firing.ts'
import type { RecordFilter } from './record-flags.ts'

/** Events of a session, and how many it has in all. */
export interface LoadedSession {
  firings: Firing[]
  /** Events of the session. */
  total: number
  /** How many of them fit the filter. */
  fitting: number
  /** Records that stand beside events. */
  beside: SessionRecord[]
}

/** More than any session has. */
export const everything = 1_000_000_000

/** Loads the events of a session that fit the filter, the oldest first; of too many the newest. */
export function loadFirings(
  reader: RecordReader,
  sessionId: string,
  filter: RecordFilter,
  limit: number,
): LoadedSession {
  const all = reader.firings({ sessionId, order: 'oldest', limit: everything })
  const numbers = new Map(all.map(({ firing }, index) => [firing, index + 1]))
  const fitting = filter.active
    ? reader.firings({ ...filter.query, sessionId, order: 'oldest', limit: everything })
    : all
  const shown = fitting.slice(-limit)
  const beside = reader
    .records({ sessionId, order: 'oldest', limit: everything, kinds: besideKinds })
    .filter(({ firing, kind }) => firing === null || kind !== 'delivery')
  const own = loadOwn(reader, shown, { isWhole: !filter.active })
  const firings = shown.map((summary) =>
    assembleFiring(summary, numbers.get(summary.firing) ?? 0, { own: own(summary), beside }),
  )
  return { firings, total: all.length, fitting: fitting.length, beside }
}

const besideKinds = ['session', 'permission', 'question', 'answer', 'notice', 'loss'] as const

/** Loads one event of a session. */
export function loadFiring(reader: RecordReader, summary: FiringSummary, number: number): Firing {
  const { sessionId, firing } = summary
  const own = reader.records({ sessionId, firing, order: 'oldest', limit: everything })
  const beside = reader.records({ sessionId, order: 'oldest', limit: everything, kinds: besideKinds })
  return assembleFiring(summary, number, { own, beside })
}

// Neighbours are read at once, scattered ones one by one.
function loadOwn(
  reader: RecordReader,
  shown: readonly FiringSummary[],
  { isWhole }: { isWhole: boolean },
): (summary: FiringSummary) => readonly SessionRecord[] {
  const [first] = shown
  if (!isWhole || first === undefined) {
    return ({ sessionId, firing }) => reader.records({ sessionId, firing, order: 'oldest', limit: everything })
  }
  const { sessionId } = first
  const records = reader.records({ sessionId, after: first.id - 1, order: 'oldest', limit: everything })
  const byFiring = Map.groupBy(records, ({ firing }) => firing)
  return ({ firing }) => byFiring.get(firing) ?? []
}
