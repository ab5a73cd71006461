import type { RecordReader, SessionRecord } from '../protocol/records.ts'
import { clipValue, shownLimits } from './clip-record.ts'
import type { Clip, FiringDetail } from './page-types.ts'

/** Records of one firing that are shown at most. */
const mostRecords = 2_000

/** Everything recorded about one firing, with long texts cut; undefined when there is nothing. */
export function readFiring(reader: RecordReader, sessionId: string, firing: string): FiringDetail | undefined {
  // By its name alone it is found at once, in sessions of any length; names are unique across processes.
  const found = reader.records({ firing, order: 'oldest', limit: mostRecords + 1 })
  const records = found.filter((record) => record.sessionId === sessionId)
  if (records.length === 0) return undefined
  const [summary] = reader.firings({ sessionId, firing, limit: 1 })
  return clipFiring({
    ...{ sessionId, firing, records: records.slice(0, mostRecords), more: found.length > mostRecords },
    interrupted: summary?.interrupted ?? false,
  })
}

/** Cuts the long texts of a firing. All its records together stay within the limit for one. */
export function clipFiring({ records, ...rest }: Omit<FiringDetail, 'clips'>): FiringDetail {
  const clips: Clip[] = []
  let left = shownLimits.total
  const shown = records.map((record): SessionRecord => {
    const clipped = clipValue(record.body, record.id, { text: shownLimits.text, total: Math.max(left, 2_048) })
    left -= clipped.characters
    for (const clip of clipped.clips) clips.push({ ...clip, path: ['body', ...clip.path] })
    return { ...record, body: clipped.value } as SessionRecord
  })
  return { ...rest, records: shown, clips }
}
