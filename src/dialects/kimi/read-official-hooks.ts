import { formatPath } from '../../base/json/format-path.ts'
import { compileMatcher } from '../../match/index.ts'
import { type EventName, eventDefinition } from '../../protocol/event-types.ts'
import type { Hook } from '../../protocol/hook.ts'
import type { Matcher } from '../../protocol/matcher.ts'
import { checkField, describe, type Path } from '../../protocol/schema/check.ts'
import { parseDuration } from '../../protocol/schema/duration.ts'
import { duration, objectOf, oneOf, optional, text } from '../../protocol/schema/field.ts'
import { assembleHook, samePolicy } from '../assemble-hook.ts'
import { checkText } from '../check-text.ts'
import { nearestEventName } from '../event-name-hint.ts'
import { isReadable } from '../is-readable.ts'
import type { ReadingNotes } from '../reading-notes.ts'
import { matchOwnNames } from './match-own-names.ts'
import { officialEvents, officialOtherEvents } from './names.ts'
import { kimiOfficial } from './official-dialect.ts'

interface ListReading {
  base: Path
  notes: ReadingNotes
}

/** Reads the official array form: one list of hooks, each with its event. */
export function readOfficialHooks(list: readonly unknown[], { base, notes }: ListReading): Hook[] {
  return list.flatMap((entry, index) => {
    const hook = readEntry(entry, [...base, index], notes)
    return hook ? [hook] : []
  })
}

const officialEntry = objectOf(
  {
    event: text('Name of the event.'),
    command: text('Command line for /bin/sh.'),
    matcher: optional(text('A regular expression, searched in what the event matches on.')),
    timeout: optional(duration('Time limit; a number is seconds.')),
    fail_mode: optional(oneOf(['open', 'closed'], 'What a failure does to the call.')),
  },
  'A hook.',
)

interface OfficialEntry {
  event: string
  command: string
  matcher?: string
  timeout?: number | string
  fail_mode?: 'open' | 'closed'
}

function readEntry(value: unknown, path: Path, notes: ReadingNotes): Hook | undefined {
  const issues = checkField(officialEntry, value, path)
  notes.refuseIssues(issues)
  if (!isReadable(path, issues)) return undefined
  const entry = value as OfficialEntry
  const event = readEvent(entry.event, path, notes)
  const isSound = checkText(entry.command, [...path, 'command'], notes)
  const timeoutMs = readTimeout(entry.timeout, [...path, 'timeout'], notes)
  const matcher = readMatcher(entry.matcher, { event, path, notes })
  if (!isSound || !event || !matcher || timeoutMs === undefined) return undefined
  return assembleHook({
    id: `${notes.label()}#${formatPath(path)}`,
    event,
    dialect: kimiOfficial,
    source: notes.source(path),
    matcher,
    handler: { type: 'command', run: { shell: entry.command } },
    timeoutMs,
    onFailure: samePolicy(entry.fail_mode === 'closed' ? 'deny' : 'ignore'),
  })
}

function readEvent(name: string, path: Path, notes: ReadingNotes): EventName | undefined {
  const event = officialEvents.get(name)
  if (event) return event
  const place = [...path, 'event']
  if (officialOtherEvents.has(name)) {
    notes.unsupported.push({ name, source: notes.source(path) })
    notes.announce('EVENT_UNKNOWN', place, {
      message: `${name} is an event of Kimi that Hookline does not host: the hook never runs.`,
      hint: 'Run `hookline events` for the events that are hosted.',
    })
    return undefined
  }
  const nearest = nearestEventName(name, officialEvents)
  notes.refuseValue(place, {
    found: describe(name),
    expected: 'the name of an event',
    hint:
      nearest === undefined ? `Valid here: ${[...officialEvents.keys()].join(', ')}.` : `Did you mean "${nearest}"?`,
  })
  return undefined
}

function readTimeout(value: number | string | undefined, path: Path, notes: ReadingNotes): number | undefined {
  const milliseconds = parseDuration(value ?? 30, 'seconds')
  if (milliseconds !== undefined && milliseconds >= 1000 && milliseconds <= 600_000) return milliseconds
  notes.refuseValue(path, {
    found: describe(value),
    expected: 'seconds from 1 to 600',
    hint: 'The unit is seconds in [[hooks]]; only [[hooks.<event>]] tables count in milliseconds.',
  })
  return undefined
}

interface MatcherReading {
  event: EventName | undefined
  path: Path
  notes: ReadingNotes
}

function readMatcher(pattern: string | undefined, { event, path, notes }: MatcherReading): Matcher | undefined {
  const place = [...path, 'matcher']
  const matcher = notes.attempt(place, () => compileMatcher(pattern, 'kimi-official'))
  if (!matcher || !event || matcher.all) return matcher
  const field = eventDefinition(event).matches
  if (field === 'toolName') return matchOwnNames(matcher)
  if (field !== null) return matcher
  notes.announce('CONFIG_INVALID_VALUE', place, {
    message: `${event} has nothing that a matcher could test: the hook runs every time.`,
    hint: 'Remove the matcher.',
  })
  return compileMatcher(undefined, 'kimi-official')
}
