import type { DatabaseSync } from 'node:sqlite'
import type { ChainReport, RecordBody } from '../../protocol/records.ts'
import { deriveColumns, deriveFiring, deriveRun } from './derive-columns.ts'
import { firstHash, hashRecord, isSealed, readKey } from './seal.ts'
import { toKey } from './write-records.ts'

/**
 * Goes through the record of a session from its start: every hash, every number, what was derived from the texts, and the
 * sealed end. Finds every edit, removal and change of order that was made without the user's key.
 */
export function verifyChain(
  database: DatabaseSync,
  { sessionId, keyPath }: { sessionId: string; keyPath: string },
): ChainReport {
  database.exec('BEGIN')
  try {
    const session = database.prepare('SELECT * FROM sessions WHERE id = ?').get(toKey(sessionId))
    const key = readKey(keyPath)
    if (session === undefined) return reportAbsent(database, { sessionId, key })
    const { records, broken, sums } = walkRecords(database, sessionId, session)
    const problem = broken ?? checkEnd(sessionId, { session, records, key }) ?? sums()
    return { sessionId, records, ok: problem === undefined, ...(problem && { broken: problem }) }
  } finally {
    database.exec('COMMIT')
  }
}

type Row = Record<string, unknown>
type Problem = NonNullable<ChainReport['broken']>

function reportAbsent(
  database: DatabaseSync,
  { sessionId, key }: { sessionId: string; key: Buffer | undefined },
): ChainReport {
  const select = 'SELECT * FROM removed_sessions WHERE id = ? ORDER BY number DESC'
  const removed = database.prepare(select).get(toKey(sessionId))
  const absent = (problem: string): ChainReport => ({ sessionId, records: 0, ok: false, broken: { seq: 0, problem } })
  if (removed === undefined) return absent('there is no record of this session')
  const [count, head, seal] = [Number(removed['count']), String(removed['head']), String(removed['seal'])]
  if (!key || !isSealed(key, 'removed', { sessionId, count, head, seal }))
    return absent('this session was removed, and not by this program')
  const about = { at: Number(removed['removed_at']), records: count, why: String(removed['why']) }
  return { sessionId, records: 0, ok: true, removed: about }
}

interface Walk {
  records: number
  broken?: Problem
  /** Whether the sums are those of the records; asked when nothing else is wrong. */
  sums(): Problem | undefined
}

function walkRecords(database: DatabaseSync, sessionId: string, session: Row): Walk {
  const rows = database.prepare(`SELECT r.*, n.name AS firing_name FROM records r LEFT JOIN firings n ON n.id = r.firing
    WHERE r.session = ? ORDER BY r.seq`)
  const derived = createDerivedCheck(database, session)
  let records = 0
  const stop = (broken: Problem): Walk => ({ records, broken, sums: () => undefined })
  let hash = firstHash
  let id = 0
  for (const row of rows.iterate(Number(session['number']))) {
    const seq = Number(row['seq'])
    if (seq !== records + 1) {
      const missing = seq > records + 1 ? `record ${records + 1} is missing` : 'two records have one number'
      return stop({ seq: records + 1, problem: missing })
    }
    if (row['firing'] !== null && row['firing_name'] === null)
      return stop({ seq, problem: 'the firing that it belongs to is missing' })
    hash = hashRecord(hash, {
      sessionId,
      seq,
      at: Number(row['at']),
      firing: row['firing_name'] as string | null,
      kind: String(row['kind']),
      body: String(row['body']),
    })
    if (hash !== row['hash']) return stop({ seq, problem: 'it is not as it was written' })
    if (Number(row['id']) <= id) return stop({ seq, problem: 'it stands in another place than it was written' })
    id = Number(row['id'])
    records++
    const wrong = derived.take(row)
    if (wrong !== undefined) return stop({ seq, problem: wrong })
  }
  return { records, sums: () => toProblem(records, derived.end()) }
}

function toProblem(seq: number, problem: string | undefined): Problem | undefined {
  return problem === undefined ? undefined : { seq, problem }
}

function checkEnd(
  sessionId: string,
  { session, records, key }: { session: Row; records: number; key: Buffer | undefined },
): Problem | undefined {
  const [count, head, seal] = [Number(session['count']), String(session['head']), String(session['seal'])]
  if (count > records)
    return { seq: records + 1, problem: `the end is missing: ${count} records were written, ${records} are there` }
  if (count < records) return { seq: count + 1, problem: `only ${count} records were written, ${records} are there` }
  if (key === undefined) return { seq: records, problem: 'the key that sealed the end is missing' }
  if (!isSealed(key, 'head', { sessionId, count, head, seal }))
    return { seq: records, problem: 'the end was not sealed with the key of this user' }
  return undefined
}

/** What searches go by must say what the texts say, or an edit there would hide a record without changing it. */
function createDerivedCheck(
  database: DatabaseSync,
  session: Row,
): { take(row: Row): string | undefined; end(): string | undefined } {
  const findRun = database.prepare('SELECT * FROM runs WHERE id = ?')
  const findFiring = database.prepare('SELECT * FROM firings WHERE id = ?')
  const firings = new Map<number, Row>()
  const sums = { events: 0, runs: 0, denied: 0, failed_open: 0 }
  return {
    take(row) {
      const record = { kind: row['kind'], body: JSON.parse(String(row['body'])) } as RecordBody
      const wanted = takeFiring(firings, row, record)
      const own = deriveColumns(record)
      const tool = own.tool ?? (wanted?.['tool'] as string | null | undefined) ?? null
      if (differs(row, { event: own.event, tool, refused: Number(own.refused) })) return searchDiffers
      if (record.kind === 'event' && wanted) sums.events++
      if (record.kind !== 'run') return undefined
      sums.runs++
      const { failedOpen, blocked, failed, ...run } = deriveRun(record)
      const flags = { blocked: Number(blocked), failed: Number(failed), failed_open: Number(failedOpen) }
      const place = { session: row['session'], firing: row['firing'], at: row['at'] }
      return differs(findRun.get(Number(row['id'])), { ...run, ...flags, ...place }) ? searchDiffers : undefined
    },
    end() {
      for (const [id, { denied, ...wanted }] of firings) {
        if (differs(findFiring.get(id), wanted))
          return `what is said of the firing ${String(wanted['name'])} is not what its records say`
        sums.denied += Number(denied)
        sums.failed_open += Number(wanted['failed_open'])
      }
      return differs(session, sums) ? 'the counts of the session are not those of its records' : undefined
    },
  }
}

const searchDiffers = 'what it is found by is not what it says'

function takeFiring(firings: Map<number, Row>, row: Row, record: RecordBody): Row | undefined {
  if (row['firing'] === null) return undefined
  const id = Number(row['firing'])
  const own = deriveColumns(record)
  const firing = firings.get(id) ?? {
    ...{ id, session: row['session'], name: row['firing_name'], at: row['at'], event: own.event, tool: own.tool },
    ...{ agent: null, ms: null, decision: null, reason: null, decided_by: null, failed_open: 0, ended: 0, runs: 0 },
    denied: 0,
  }
  firings.set(id, firing)
  const said = deriveFiring(record)
  firing['last'] = row['id']
  if (said.failedOpen) firing['failed_open'] = 1
  if (record.kind === 'run') firing['runs'] = Number(firing['runs']) + 1
  if (record.kind === 'event') Object.assign(firing, { agent: said.agent ?? null, tool: own.tool })
  if (said.ended && firing['ended'] === 0) {
    const { ms = null, decision = null, reason = null, decidedBy = null } = said
    Object.assign(firing, {
      ended: 1,
      ms,
      decision,
      reason,
      decided_by: decidedBy,
      denied: Number(decision === 'deny'),
    })
  }
  return firing
}

function differs(found: Row | undefined, wanted: Row): boolean {
  return found === undefined || Object.entries(wanted).some(([column, value]) => found[column] !== value)
}
