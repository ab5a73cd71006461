import { statSync } from 'node:fs'
import type { FiringSummary, RecordReader, SessionRecord } from '../../protocol/records.ts'
import { openRecordReader } from '../../store/records/record-reader.ts'

/** What is new in a store. */
export interface News {
  reader: RecordReader
  /** Every new record, the oldest first. */
  records: SessionRecord[]
  /** Events that came to their end. */
  ended: FiringSummary[]
}

const pollMs = 200

/**
 * Tells what processes write to a store until the signal fires; the store may appear later, be emptied or be replaced by another
 * file. Begins after the record with the given id. Never throws for a store that cannot be read at the moment: it tries again.
 */
export async function followRecords(
  { path, after, signal }: { path: string; after: number; signal: AbortSignal },
  tell: (news: News) => void,
): Promise<void> {
  let last = after
  let file = fileOf(path)
  let reader = openRecordReader(path)
  while (!signal.aborted) {
    const now = fileOf(path)
    // Another file in its place has records and numbers of its own.
    if (now !== file) {
      reader.close()
      reader = openRecordReader(path)
      if (file !== null) last = 0
      file = now
    }
    const news = readNews(reader, last)
    if (news !== null && news.records.length > 0) {
      last = news.records.at(-1)!.id
      tell(news)
    }
    await pause(pollMs, signal)
  }
  reader.close()
}

function fileOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null
}

const mostAtOnce = 2000

function readNews(reader: RecordReader, last: number): News | null {
  try {
    const records = reader.records({ after: last, order: 'oldest', limit: mostAtOnce })
    return { reader, records, ended: listEnded(reader, records) }
  } catch {
    return null
  }
}

function listEnded(reader: RecordReader, records: readonly SessionRecord[]): FiringSummary[] {
  return records
    .filter(({ kind, firing }) => kind === 'verdict' && firing !== null)
    .flatMap(({ sessionId, firing }) => reader.firings({ sessionId, firing: firing! }))
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
