import type { RecordQuery } from '../protocol/records.ts'

/** What stands in the query of a request; the last of several values counts. */
export type QueryText = Readonly<Record<string, string>>

/** A part of a list. */
export interface Portion {
  query: RecordQuery
  /** How many come before it. */
  offset: number
  limit: number
}

/** Reads which firings are wanted from the query of a request; a text says what is wrong with it. */
export function readFiringQuery(text: QueryText): Portion | string {
  const counts = { limit: readCount(text['limit']), offset: readCount(text['offset']) }
  const numbers = { after: readCount(text['after']), slowerThanMs: readCount(text['slower']) }
  for (const [name, value] of Object.entries({ ...counts, ...numbers })) {
    if (value === null)
      return `${name === 'slowerThanMs' ? 'slower' : name} must be a whole number that is not negative.`
  }
  const limit = Math.min(counts.limit ?? 500, 5_000)
  const offset = Math.min(counts.offset ?? 0, 10_000_000)
  const query: RecordQuery = {
    order: text['order'] === 'newest' ? 'newest' : 'oldest',
    // One more than wanted, to tell whether there is more.
    limit: offset + limit + 1,
    ...take('sessionId', text['session']),
    ...take('firing', text['firing']),
    ...take('tool', text['tool']),
    ...take('hook', text['hook']),
    ...take('after', numbers.after),
    ...take('slowerThanMs', numbers.slowerThanMs),
    ...(isSet(text['denied']) && { denied: true }),
    ...(isSet(text['failedOpen']) && { failedOpen: true }),
  }
  return { query, offset, limit }
}

/** A whole number that is not negative; null when the text is none, undefined when there is no text. */
export function readCount(text: string | undefined): number | null | undefined {
  if (text === undefined || text === '') return undefined
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

function take<Name extends keyof RecordQuery>(
  name: Name,
  value: RecordQuery[Name] | null | '' | undefined,
): RecordQuery {
  return value === undefined || value === null || value === '' ? {} : { [name]: value }
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== '0' && text !== 'false'
}
