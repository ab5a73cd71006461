import type { RecordQuery } from '../../protocol/records.ts'
import { toKey } from './write-records.ts'

/** A condition in SQL with its values. */
export interface Filter {
  where: string
  values: (string | number)[]
}

/** Which firings a query asks for; `f` is the table of firings. */
export function filterFirings(query: RecordQuery): Filter {
  return joinConditions([
    ...commonConditions(query, 'f'),
    ...firingConditions(query),
    listCondition('f.event', query.events),
    query.firing !== undefined && ['f.name = ?', query.firing],
    query.tool !== undefined && ['f.tool = ?', query.tool.toWellFormed()],
    query.hook !== undefined && [`f.id IN (SELECT firing FROM runs WHERE ${ofHook})`, ...hookNames(query.hook)],
    query.after !== undefined && ['f.last > ?', query.after],
  ])
}

/** Which records a query asks for; `r` is the table of records. What is asked of firings holds for all their records. */
export function filterRecords(query: RecordQuery): Filter {
  const firings = joinConditions(firingConditions(query))
  const refusals = query.denied && query.slowerThanMs === undefined && !query.failedOpen ? ' OR r.refused = 1' : ''
  return joinConditions([
    ...commonConditions(query, 'r'),
    listCondition('r.event', query.events),
    listCondition('r.kind', query.kinds),
    firings.where !== '1' && [
      `(r.firing IN (SELECT f.id FROM firings f WHERE ${firings.where})${refusals})`,
      ...firings.values,
    ],
    query.firing !== undefined && ['r.firing IN (SELECT id FROM firings WHERE name = ?)', query.firing],
    query.tool !== undefined && ['r.tool = ?', query.tool.toWellFormed()],
    query.hook !== undefined && [
      `r.firing IN (SELECT firing FROM runs WHERE ${ofHook})
        AND (r.kind <> 'run' OR r.id IN (SELECT id FROM runs WHERE ${ofHook}))`,
      ...hookNames(query.hook),
      ...hookNames(query.hook),
    ],
    query.after !== undefined && ['r.id > ?', query.after],
  ])
}

/** Which runs a query asks for; `u` is the table of runs. */
export function filterRuns(query: RecordQuery): Filter {
  const { hook, sessionId: _s, since: _i, until: _u, after, ...ofFirings } = query
  const firings = filterFirings(ofFirings)
  return joinConditions([
    ...commonConditions(query, 'u'),
    hook !== undefined && [`(${ofHook})`, ...hookNames(hook)],
    firings.where !== '1' && [`u.firing IN (SELECT f.id FROM firings f WHERE ${firings.where})`, ...firings.values],
    after !== undefined && ['u.id > ?', after],
  ])
}

type Condition = readonly [string, ...(string | number)[]] | false

function commonConditions(query: RecordQuery, table: string): Condition[] {
  const { sessionId, since, until } = query
  return [
    sessionId !== undefined && [`${table}.session = (SELECT number FROM sessions WHERE id = ?)`, toKey(sessionId)],
    since !== undefined && [`${table}.at >= ?`, since],
    until !== undefined && [`${table}.at < ?`, until],
  ]
}

function firingConditions({ denied, slowerThanMs, failedOpen }: RecordQuery): Condition[] {
  return [
    denied === true && [`f.decision = 'deny'`],
    slowerThanMs !== undefined && ['f.ms > ?', slowerThanMs],
    failedOpen === true && ['f.failed_open = 1'],
  ]
}

const ofHook = 'hook = ? OR name = ?'

function hookNames(hook: string): [string, string] {
  return [hook.toWellFormed(), hook.toWellFormed()]
}

function listCondition(column: string, values: readonly string[] | undefined): Condition {
  return values !== undefined && [`${column} IN (${values.map(() => '?').join(', ')})`, ...values]
}

function joinConditions(conditions: readonly Condition[]): Filter {
  const given = conditions.filter((condition) => condition !== false)
  return {
    where: given.map(([sql]) => sql).join(' AND ') || '1',
    values: given.flatMap(([, ...values]) => values),
  }
}
