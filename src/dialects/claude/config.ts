import { compileMatcher } from '../../match/index.ts'
import { type EventName, eventDefinition } from '../../protocol/event-types.ts'
import type { Hook } from '../../protocol/hook.ts'
import type { Matcher } from '../../protocol/matcher.ts'
import { checkField, describe, isRecord, type Path } from '../../protocol/schema/check.ts'
import { listOf, objectOf } from '../../protocol/schema/field.ts'
import type { ConfigReading, ReadingContext } from '../config-reading.ts'
import { nearestEventName } from '../event-name-hint.ts'
import { isReadable } from '../is-readable.ts'
import { matchNativeName } from '../match-other-name.ts'
import { defaultSettings, ReadingNotes } from '../reading-notes.ts'
import { type ClaudeEntry, claudeGroup } from './entry-shape.ts'
import { claudeEvents, claudeOtherEvents, findClaudeEvent } from './names.ts'
import { readClaudeHook } from './read-hook.ts'

/**
 * Reads a settings file of Claude Code. Only its `hooks` section and `disableAllHooks` are judged; a file that is the
 * bare section is understood too. Collects all problems; with any, no hook is given. Never throws.
 */
export function readClaudeConfig(value: unknown, context: ReadingContext): ConfigReading {
  const notes = new ReadingNotes(context)
  if (!isRecord(value)) {
    notes.refuseValue([], { found: describe(value), expected: 'an object' })
    return notes.finish([], defaultSettings())
  }
  const enabled = readSwitch(value, notes)
  const { section, base } = findSection(value)
  const hooks = readSection(section, { base, enabled, notes })
  return notes.finish(hooks, { ...defaultSettings(), enabled })
}

function readSwitch(value: Record<string, unknown>, notes: ReadingNotes): boolean {
  const disabled = value['disableAllHooks']
  if (disabled === undefined || typeof disabled === 'boolean') return disabled !== true
  notes.refuseValue(['disableAllHooks'], { found: describe(disabled), expected: 'true or false' })
  return true
}

// A settings file without `hooks` has none; but a file that is nothing but the section must not lose its guards.
function findSection(value: Record<string, unknown>): { section: unknown; base: Path } {
  if (Object.hasOwn(value, 'hooks')) return { section: value['hooks'], base: ['hooks'] }
  const isBare = Object.keys(value).some((key) => findClaudeEvent(key) !== undefined || claudeOtherEvents.has(key))
  return { section: isBare ? value : {}, base: [] }
}

interface SectionReading {
  base: Path
  enabled: boolean
  notes: ReadingNotes
}

function readSection(section: unknown, reading: SectionReading): Hook[] {
  const { base, notes } = reading
  if (!isRecord(section)) {
    notes.refuseValue(base, { found: describe(section), expected: 'an object with event names as keys' })
    return []
  }
  return Object.entries(section).flatMap(([name, value]) => {
    const path = [...base, name]
    const event = findClaudeEvent(name)
    if (event !== undefined) return readEvent(value, { ...reading, path, event })
    if (claudeOtherEvents.has(name)) announceUnsupported(name, path, notes)
    else if (!isBareSwitch(name, base)) refuseEventName(name, path, notes)
    return []
  })
}

function isBareSwitch(name: string, base: Path): boolean {
  return base.length === 0 && (name === 'disableAllHooks' || name === '$schema')
}

function announceUnsupported(name: string, path: Path, notes: ReadingNotes): void {
  notes.unsupported.push({ name, source: notes.source(path) })
  notes.announce('EVENT_UNKNOWN', path, {
    message: `${name} is an event of Claude Code that Hookline does not host: its hooks never run.`,
    hint: 'Run `hookline events` for the events that are hosted.',
    aim: 'key',
  })
}

function refuseEventName(name: string, path: Path, notes: ReadingNotes): void {
  const nearest = nearestEventName(name, claudeEvents)
  notes.refuse('CONFIG_UNKNOWN_KEY', path, {
    message: `Unknown event "${name}"${nearest === undefined ? '' : `; the nearest valid name is "${nearest}"`}.`,
    hint: nearest === undefined ? `Valid here: ${[...claudeEvents.keys()].join(', ')}.` : `Did you mean "${nearest}"?`,
    aim: 'key',
  })
}

interface EventReading extends SectionReading {
  path: Path
  event: EventName
}

const groupList = listOf(objectOf(claudeGroup, 'A group.'), 'Groups.')

function readEvent(value: unknown, reading: EventReading): Hook[] {
  const { path, notes } = reading
  if (Array.isArray(value)) {
    const issues = checkField(groupList, value, path)
    notes.refuseIssues(issues)
    return readGroups(value, { ...reading, isSound: (path) => isReadable(path, issues) })
  }
  if (isRecord(value)) return readMap(value, reading)
  notes.refuseValue(path, {
    found: describe(value),
    expected: 'a list of groups, or an object of matchers and commands',
  })
  return []
}

function readGroups(groups: readonly unknown[], reading: EventReading & { isSound(path: Path): boolean }): Hook[] {
  return groups.flatMap((group, index) => {
    if (!isRecord(group) || !Array.isArray(group['hooks'])) return []
    const path = [...reading.path, index]
    const place = [...path, 'matcher']
    const matcher = reading.isSound(place)
      ? readMatcher(group['matcher'] as string | undefined, place, reading)
      : undefined
    return group['hooks'].flatMap((entry: ClaudeEntry, position) => {
      const entryPath = [...path, 'hooks', position]
      if (!reading.isSound(entryPath)) return []
      return readClaudeHook(entry, { ...reading, path: entryPath, matcher }) ?? []
    })
  })
}

// The oldest form: matchers as keys, command lines as values.
function readMap(map: Record<string, unknown>, reading: EventReading): Hook[] {
  const { notes } = reading
  return Object.entries(map).flatMap(([key, command]) => {
    const path = [...reading.path, key]
    if (typeof command !== 'string') {
      notes.refuseValue(path, { found: describe(command), expected: 'a command line' })
      return []
    }
    if (command.trim() === '') {
      notes.announce('CONFIG_INVALID_VALUE', path, { message: `"${key}" has an empty command and is left out.` })
      return []
    }
    const hook = readClaudeHook({ command }, { ...reading, path, matcher: readMatcher(key, path, reading) })
    return hook ? [hook] : []
  })
}

function readMatcher(text: string | undefined, path: Path, { event, notes }: EventReading): Matcher | undefined {
  const matcher = notes.attempt(path, () => compileMatcher(text, 'claude'))
  if (matcher && !matcher.all && eventDefinition(event).matches === null) {
    notes.announce('CONFIG_INVALID_VALUE', path, {
      message: `${event} has nothing that a matcher could test: the hooks run every time.`,
      hint: 'Remove the matcher.',
    })
  }
  return matcher && matchNativeName(matcher, event)
}
