import type { HookStatistics, RecordReader, RunBody } from '../../protocol/records.ts'
import { listSessions } from './find-session.ts'
import type { RecordFilter } from './record-flags.ts'

/** How every hook has done in the sessions of a project, the one with the most runs first. */
export function readProjectStatistics(reader: RecordReader, filter: RecordFilter): HookStatistics[] {
  const { limit, ...sessionsOf } = filter
  const runs = listSessions(reader, sessionsOf).flatMap(({ sessionId }) =>
    reader
      .records({ ...filter.query, sessionId, kinds: ['run'] })
      .flatMap((record) => (record.kind === 'run' ? [record.body] : [])),
  )
  const rows = [...Map.groupBy(runs, ({ hook }) => hook).values()].map(summarize)
  return rows.sort((a, b) => b.runs - a.runs || (a.hook < b.hook ? -1 : 1)).slice(0, limit ?? rows.length)
}

function summarize(runs: readonly RunBody[]): HookStatistics {
  const { hook, source, handler } = runs.at(-1)!
  const times = runs.map(({ ms }) => ms).sort((a, b) => a - b)
  // The smallest duration that at least this share of the runs did not exceed.
  const atShare = (share: number): number => times[Math.max(0, Math.ceil(share * times.length) - 1)]!
  return {
    hook,
    source,
    handler,
    runs: runs.length,
    blocked: runs.filter(({ decision, status }) => status === 'blocked' || decision === 'deny').length,
    failed: runs.filter(({ class: kind, status }) => kind !== undefined || status === 'failed' || status === 'timeout')
      .length,
    failedOpen: runs.filter(({ failedOpen }) => failedOpen === true).length,
    p50: atShare(0.5),
    p95: atShare(0.95),
    max: atShare(1),
  }
}
