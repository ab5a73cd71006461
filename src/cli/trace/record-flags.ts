import { resolve } from 'node:path'
import { HookError } from '../../base/errors.ts'
import { nearestName } from '../../base/names.ts'
import { findEvent } from '../../dialects/index.ts'
import { nativeToolName } from '../../match/index.ts'
import { type EventName, eventNames } from '../../protocol/event-types.ts'
import { type RecordQuery, slowMs } from '../../protocol/records.ts'
import type { FlagValues } from '../parse-flags.ts'
import { readCount, readMilliseconds, readMoment } from './read-moment.ts'

/** The flags that choose records. */
export const recordFlags = {
  denied: { type: 'switch', about: 'Only events that were denied or blocked.' },
  slow: {
    type: 'text',
    value: 'MS',
    bare: String(slowMs),
    about: 'Only events that took longer than this; 10 s when no value is given.',
  },
  'failed-open': { type: 'switch', about: 'Only events in which a gate broke and let the call through.' },
  hook: { type: 'text', value: 'ID', about: 'Only events for which this hook ran.' },
  tool: { type: 'text', value: 'NAME', about: 'Only calls of this tool.' },
  'event-name': { type: 'text', value: 'EVENT', many: true, about: 'Only this kind of event, such as PreToolUse.' },
  since: { type: 'text', value: 'TIME', about: 'Only what is not older: 30m, 2h, 7d, or a date in ISO 8601.' },
  until: { type: 'text', value: 'TIME', about: 'Only what is older.' },
  project: { type: 'text', value: 'DIR', about: 'Only sessions of this project or a folder in it.' },
  limit: { type: 'text', value: 'N', about: 'At most so many, the newest.' },
  records: { type: 'text', value: 'FILE', about: 'Read these records instead of the user’s own.' },
} as const

export type RecordFlags = FlagValues<typeof recordFlags>

/** Which records were asked for. */
export interface RecordFilter {
  /** What events must fit, whatever their session. */
  readonly query: RecordQuery
  /** Whether anything in it leaves events of a session out. */
  readonly active: boolean
  readonly project?: string
  readonly limit?: number
}

/** Reads the flags that choose records. Throws a `HookError` for values that cannot be understood. */
export function readFilter(flags: RecordFlags, now: number): RecordFilter {
  const query: RecordQuery = {
    ...(flags.denied && { denied: true }),
    ...(flags.slow !== undefined && { slowerThanMs: readMilliseconds('slow', flags.slow) }),
    ...(flags['failed-open'] && { failedOpen: true }),
    ...(flags.hook !== undefined && { hook: flags.hook }),
    ...(flags.tool !== undefined && { tool: nativeToolName(flags.tool) }),
    ...(flags['event-name'].length > 0 && { events: flags['event-name'].map(readEventName) }),
    ...(flags.since !== undefined && { since: readMoment('since', flags.since, now) }),
    ...(flags.until !== undefined && { until: readMoment('until', flags.until, now) }),
  }
  return {
    query,
    active: Object.keys(query).length > 0,
    ...(flags.project !== undefined && { project: resolve(flags.project) }),
    ...(flags.limit !== undefined && { limit: readCount('limit', flags.limit) }),
  }
}

function readEventName(name: string): EventName {
  const event = findEvent(name)
  if (event !== undefined) return event
  const nearest = nearestName(name, eventNames)
  throw new HookError('EVENT_UNKNOWN', `--event-name does not know "${name}"`, {
    ...(nearest !== undefined && { hint: `Did you mean "${nearest}"? \`hookline events\` lists them all.` }),
  })
}
