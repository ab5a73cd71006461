import type { DatabaseSync } from 'node:sqlite'
import type { HookStatistics, RecordQuery } from '../../protocol/records.ts'
import { filterRuns } from './record-filter.ts'

/** How every hook has done in the runs that a query asks for, the one with the most runs first. */
export function readStatistics(database: DatabaseSync, query: RecordQuery): HookStatistics[] {
  const { where, values } = filterRuns(query)
  // Beside a single max() the other columns are those of its row: the newest source and handler.
  const groups =
    database.prepare(`SELECT u.hook, u.source, u.handler, max(u.id), count(*) AS runs, sum(u.blocked) AS blocked,
    sum(u.failed) AS failed, sum(u.failed_open) AS failed_open FROM runs u WHERE ${where} GROUP BY u.hook
    ORDER BY runs DESC, u.hook LIMIT ?`)
  const nth = database.prepare(`SELECT u.ms FROM runs u WHERE u.hook = ? AND ${where} ORDER BY u.ms LIMIT 1 OFFSET ?`)
  return groups.all(...values, query.limit ?? -1).map((row) => {
    const [hook, runs] = [String(row['hook']), Number(row['runs'])]
    // The smallest duration that at least this share of the runs did not exceed.
    const atShare = (share: number): number =>
      Number(nth.get(hook, ...values, Math.max(0, Math.ceil(share * runs) - 1))?.['ms'])
    return {
      hook,
      source: String(row['source']),
      handler: String(row['handler']),
      runs,
      blocked: Number(row['blocked']),
      failed: Number(row['failed']),
      failedOpen: Number(row['failed_open']),
      p50: atShare(0.5),
      p95: atShare(0.95),
      max: atShare(1),
    }
  })
}
