import type { DatabaseSync } from 'node:sqlite'
import type { HookStatistics, RecordQuery } from '../../protocol/records.ts'
import { filterRuns } from './record-filter.ts'

/** How every hook has done in the runs that a query asks for, the one with the most runs first. */
export function readStatistics(database: DatabaseSync, query: RecordQuery): HookStatistics[] {
  const { where, values } = filterRuns(query)
  const groups = database.prepare(`SELECT u.hook, max(u.id) AS newest, count(*) AS runs, sum(u.blocked) AS blocked,
    sum(u.failed) AS failed, sum(u.failed_open) AS failed_open FROM runs u WHERE ${where} GROUP BY u.hook
    ORDER BY runs DESC, u.hook LIMIT ?`)
  const nth = database.prepare(`SELECT u.ms FROM runs u WHERE u.hook = ? AND ${where} ORDER BY u.ms LIMIT 1 OFFSET ?`)
  const describe = database.prepare('SELECT source, handler FROM runs WHERE id = ?')
  return groups.all(...values, query.limit ?? -1).map((row) => {
    const [hook, runs] = [String(row['hook']), Number(row['runs'])]
    // The smallest duration that at least this share of the runs did not exceed.
    const atShare = (share: number): number =>
      Number(nth.get(hook, ...values, Math.max(0, Math.ceil(share * runs) - 1))?.['ms'])
    const newest = describe.get(Number(row['newest']))
    return {
      hook,
      source: String(newest?.['source']),
      handler: String(newest?.['handler']),
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
