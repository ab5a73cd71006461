import type { RecordQuery, RecordReader, SessionRecord } from '../protocol/records.ts'

/** Records are read in portions of about this many characters, whatever their size. */
const portion = 4_000_000

const mostAtOnce = 1_000

/**
 * Reads records from the oldest on, in batches that stay small even when records are large. Reading is synchronous: between
 * two batches the process gets to do something else. Ends when there is nothing more.
 */
export async function* readInSteps(
  reader: RecordReader,
  query: Omit<RecordQuery, 'order' | 'limit'>,
): AsyncGenerator<SessionRecord[]> {
  const stepper = new Stepper(reader, query)
  for (let batch = stepper.next(); batch.length > 0; batch = stepper.next()) {
    yield batch
    await new Promise(setImmediate)
  }
}

/** Reads on from where it is, one batch at a time; an empty batch means that there is nothing more for now. */
export class Stepper {
  readonly #reader: RecordReader
  readonly #query: RecordQuery
  #after: number
  #limit = 100

  constructor(reader: RecordReader, query: Omit<RecordQuery, 'order' | 'limit'>) {
    this.#reader = reader
    this.#query = query
    this.#after = query.after ?? 0
  }

  /** Id of the last record that was read. */
  get position(): number {
    return this.#after
  }

  next(): SessionRecord[] {
    const batch = this.#reader.records({
      ...this.#query,
      after: this.#after,
      order: 'oldest',
      limit: this.#limit,
    })
    const last = batch.at(-1)
    if (last === undefined) return []
    this.#after = last.id
    this.#adapt(batch)
    return batch
  }

  // The next batch is as large as this one would have had to be, but never more than four times as large.
  #adapt(batch: readonly SessionRecord[]): void {
    const characters = batch.reduce((sum, record) => sum + roughSize(record.body), 0)
    const fitting = Math.floor((portion * batch.length) / Math.max(1, characters))
    this.#limit = Math.max(1, Math.min(fitting, this.#limit * 4, mostAtOnce))
  }
}

/** Characters of all texts in a value, roughly; deep structures are not followed to their end. */
function roughSize(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null || depth > 6) return 8
  let sum = 0
  for (const part of Object.values(value)) sum += roughSize(part, depth + 1)
  return sum
}
