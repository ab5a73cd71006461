import { HookError } from '../../base/errors.ts'
import { nearestName } from '../../base/names.ts'
import type { FiringSummary, RecordReader, SessionSummary } from '../../protocol/records.ts'
import type { RecordFilter } from './record-flags.ts'

/** The sessions that were asked for, the newest first. */
export function listSessions(reader: RecordReader, { query, project, limit }: RecordFilter): SessionSummary[] {
  const { since, until } = query
  const found = reader
    .sessions({
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
      ...(limit !== undefined && project === undefined && { limit }),
    })
    .filter(({ projectDir }) => project === undefined || projectDir === project || projectDir.startsWith(`${project}/`))
  return limit === undefined ? found : found.slice(0, limit)
}

/**
 * The session with this id, the only one whose id begins with it, or with `last` the newest of those that fit. Throws
 * `RECORD_NOT_FOUND` when there is none, and `USAGE` when there are several.
 */
export function findSession(reader: RecordReader, name: string, filter: RecordFilter): SessionSummary {
  const sessions = listSessions(reader, {
    query: {},
    active: false,
    ...(filter.project !== undefined && { project: filter.project }),
  })
  if (name === 'last' && sessions[0]) return sessions[0]
  const exact = sessions.find(({ sessionId }) => sessionId === name)
  if (exact) return exact
  const beginning = sessions.filter(({ sessionId }) => sessionId.startsWith(name))
  if (beginning.length === 1) return beginning[0]!
  if (beginning.length > 1) {
    const some = beginning
      .slice(0, 4)
      .map(({ sessionId }) => sessionId)
      .join(', ')
    throw new HookError(
      'USAGE',
      `${beginning.length} sessions begin with "${name}": ${some}${beginning.length > 4 ? ', …' : ''}`,
      {
        hint: 'Write more of the id.',
      },
    )
  }
  const nearest = nearestName(
    name,
    sessions.map(({ sessionId }) => sessionId),
  )
  throw new HookError('RECORD_NOT_FOUND', `there is no record of a session "${name}"`, {
    ...(nearest !== undefined && { hint: `Did you mean "${nearest}"? \`hookline trace\` lists the sessions.` }),
  })
}

/**
 * Takes `SESSION/EVENT` apart; a session whose id holds a slash is found as a whole first. Gives no event where none was named.
 */
export function splitAddress(
  reader: RecordReader,
  address: string,
  filter: RecordFilter,
): { session: SessionSummary; event?: string } {
  const slash = address.lastIndexOf('/')
  if (
    slash <= 0 ||
    slash === address.length - 1 ||
    reader.sessions().some(({ sessionId }) => sessionId.startsWith(address))
  ) {
    return { session: findSession(reader, address, filter) }
  }
  return { session: findSession(reader, address.slice(0, slash), filter), event: address.slice(slash + 1) }
}

/** The event of a session with this number, or the only one whose firing is named so or begins so. Throws `RECORD_NOT_FOUND`. */
export function findFiring(
  reader: RecordReader,
  sessionId: string,
  name: string,
): { summary: FiringSummary; number?: number } {
  const index = /^[1-9]\d{0,8}$/.test(name) ? Number(name) - 1 : -1
  const named =
    index >= 0 ? undefined : reader.firings({ firing: name }).find((firing) => firing.sessionId === sessionId)
  if (named) return { summary: named }
  const firings = reader.firings({ sessionId, order: 'oldest', ...(index >= 0 && { limit: index + 1 }) })
  const summary = index >= 0 ? firings[index] : firings[chooseFiring(firings, name)]
  if (summary) return { summary, ...(index >= 0 && { number: index + 1 }) }
  throw new HookError('RECORD_NOT_FOUND', `the session has no event "${name}"; it has ${firings.length}`, {
    hint: `Write a number from 1 to ${firings.length}, as \`hookline trace ${sessionId}\` shows it, or the name of a firing.`,
  })
}

function chooseFiring(firings: readonly FiringSummary[], name: string): number {
  const beginning = firings.filter(({ firing }) => firing.startsWith(name))
  return beginning.length === 1 ? firings.indexOf(beginning[0]!) : -1
}
