import type { Place } from '../../base/errors.ts'
import { formatPath } from '../../base/json/format-path.ts'
import { eventDefinition } from '../../protocol/event-types.ts'
import type { Hook } from '../../protocol/hook.ts'
import { isRecord, type Path } from '../../protocol/schema/check.ts'
import type { ConfigReading } from '../config-reading.ts'
import { type MatcherTest, readMatcherSpec } from './matcher-test.ts'

/** One hook of the source: as it was understood, and what only the text says. */
export interface SourceEntry {
  hook: Hook
  place: Place
  /** The event as the source calls it. */
  eventName: string
  matcher: MatcherTest
  /** Its `if`. */
  rule?: string
  /** The id and the name its author gave it. */
  id?: string
  name?: string
  /** Switched off by itself. */
  disabled: boolean
  /** Its matcher tests what Hookline does not look at. */
  blindMatcher: boolean
  /** Another hook of the same event was waited for before it. */
  follows: boolean
}

/** The hooks of a configuration that was read without problems, in its order, each with the text it was made of. */
export function listSourceEntries(value: unknown, reading: ConfigReading): SourceEntry[] {
  const hooks = new Map(reading.hooks.map((hook) => [hook.source.path ?? '', hook]))
  const waited = new Set<string>()
  const entries: SourceEntry[] = []
  for (const written of walkEntries(value)) {
    const hook = hooks.get(formatPath(written.path))
    if (!hook) continue
    const { file, line, column, path } = hook.source
    const { if: rule, id, name } = written.entry
    entries.push({
      hook,
      place: {
        ...(file !== undefined && { file }),
        ...(line !== undefined && { line }),
        ...(column !== undefined && { column }),
        ...(path !== undefined && { path }),
      },
      eventName: written.eventName,
      matcher: readMatcherSpec(written.matcher, { dialect: hook.dialect.name, event: hook.event }),
      ...(typeof rule === 'string' && rule.trim() !== '' && { rule }),
      ...(typeof id === 'string' && { id }),
      ...(typeof name === 'string' && { name }),
      disabled: written.entry['enabled'] === false,
      blindMatcher: isBlind(written.matcher, hook),
      follows: waited.has(hook.event),
    })
    if (!hook.async) waited.add(hook.event)
  }
  return entries
}

// The official Kimi program searches a prompt's text; everywhere else a matcher on such an event means nothing.
function isBlind(matcher: unknown, { dialect, event }: Hook): boolean {
  const isWritten = matcher !== undefined && matcher !== '' && matcher !== '*'
  return isWritten && dialect.name === 'kimi-official' && eventDefinition(event).matches === null
}

interface WrittenEntry {
  path: Path
  eventName: string
  matcher: unknown
  entry: Record<string, unknown>
}

function* walkEntries(value: unknown): Generator<WrittenEntry> {
  const isWrapped = isRecord(value) && Object.hasOwn(value, 'hooks')
  const section = isWrapped ? value['hooks'] : value
  const base: Path = isWrapped ? ['hooks'] : []
  if (Array.isArray(section)) {
    for (const [index, entry] of section.entries()) {
      if (isRecord(entry))
        yield { path: [...base, index], eventName: String(entry['event']), matcher: entry['matcher'], entry }
    }
  } else if (isRecord(section)) {
    for (const [eventName, list] of Object.entries(section)) yield* walkEvent(list, [...base, eventName], eventName)
  }
}

function* walkEvent(list: unknown, path: Path, eventName: string): Generator<WrittenEntry> {
  if (isRecord(list)) {
    for (const [matcher, command] of Object.entries(list))
      yield { path: [...path, matcher], eventName, matcher, entry: { command } }
  }
  if (!Array.isArray(list)) return
  for (const [index, group] of list.entries()) {
    const place = [...path, index]
    if (typeof group === 'function') yield { path: place, eventName, matcher: undefined, entry: {} }
    if (!isRecord(group)) continue
    if (!Array.isArray(group['hooks'])) {
      yield { path: place, eventName, matcher: group['matcher'], entry: group }
      continue
    }
    for (const [position, entry] of group['hooks'].entries()) {
      const options = isRecord(entry) ? entry : {}
      yield { path: [...place, 'hooks', position], eventName, matcher: group['matcher'], entry: options }
    }
  }
}
