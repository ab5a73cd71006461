import { hasPower } from '../../protocol/event-types.ts'
import type { FiringSummary, RecordReader, SessionRecord, SessionSummary } from '../../protocol/records.ts'
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

/** Loads the events of a session that fit the filter, the oldest first; of too many the newest. */
export function loadFirings(
  reader: RecordReader,
  session: SessionSummary,
  { filter, limit }: { filter: RecordFilter; limit: number },
): LoadedSession {
  const { sessionId, events: total } = session
  if (!filter.active) return loadNewest(reader, session, limit)
  const load = createFiringLoader(reader)
  const fitting = reader.firings({ ...filter.query, sessionId, order: 'oldest' })
  return { firings: fitting.slice(-limit).map(load), total, fitting: fitting.length, beside: [] }
}

// Neighbours are read at once, with what stands between them.
function loadNewest(reader: RecordReader, { sessionId, events: total }: SessionSummary, limit: number): LoadedSession {
  const shown = reader.firings({ sessionId, order: 'newest', limit }).reverse()
  const [first] = shown
  const isWhole = first === undefined || shown.length >= total
  const records = reader.records({ sessionId, order: 'oldest', ...(!isWhole && { after: first.id - 1 }) })
  const byFiring = Map.groupBy(records, ({ firing }) => firing)
  const beside = byFiring.get(null) ?? []
  const ofCalls = beside.filter(({ kind }) => callKinds.some((known) => known === kind))
  const firings = shown.map((summary, index) => {
    const own = byFiring.get(summary.firing) ?? []
    return assembleFiring(summary, total - shown.length + index + 1, { own, beside: ofCalls })
  })
  return { firings, total, fitting: total, beside }
}

/** Kinds of records that belong to a tool call and not to a firing. */
const callKinds = ['permission', 'question', 'answer'] as const
/** How many records after an event those of its call are looked for. */
const nearby = 500
/** Events of a session that are counted for the number of one. */
const mostCounted = 20_000

/** Makes what loads single events, of whatever session; the number is 0 for an event far down a very long one. */
export function createFiringLoader(reader: RecordReader): (summary: FiringSummary) => Firing {
  const known = new Map<string, Map<string, number>>()
  return (summary) => {
    const { sessionId, firing, id, event } = summary
    // Asked for by their names and numbers alone, records are found at once, however long their session is.
    const isOurs = (record: SessionRecord): boolean => record.sessionId === sessionId
    const own = reader.records({ firing, order: 'oldest' }).filter(isOurs)
    const after = hasPower(event, 'ask') ? reader.records({ after: id, order: 'oldest', limit: nearby }) : []
    const beside = after.filter((record) => isOurs(record) && record.firing === null)
    let numbers = known.get(sessionId)
    if (!numbers || (!numbers.has(firing) && numbers.size < mostCounted)) numbers = numberFirings(reader, sessionId)
    known.set(sessionId, numbers)
    return assembleFiring(summary, numbers.get(firing) ?? 0, { own, beside })
  }
}

function numberFirings(reader: RecordReader, sessionId: string): Map<string, number> {
  const firings = reader.firings({ sessionId, order: 'oldest', limit: mostCounted })
  return new Map(firings.map(({ firing }, index) => [firing, index + 1]))
}
