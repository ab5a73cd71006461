import { compileMatcher, type KimiMatcher } from '../../match/index.ts'
import { type EventName, eventDefinition } from '../../protocol/event-types.ts'
import { type FailureClass, type FailurePolicy, failureClasses, failurePolicies } from '../../protocol/failure.ts'
import type { Hook } from '../../protocol/hook.ts'
import type { Matcher } from '../../protocol/matcher.ts'
import { checkField, describe, isRecord, type Path } from '../../protocol/schema/check.ts'
import { parseDuration } from '../../protocol/schema/duration.ts'
import { anything, either, flag, objectOf, oneOf, optional, text } from '../../protocol/schema/field.ts'
import { assembleHook } from '../assemble-hook.ts'
import { checkText } from '../check-text.ts'
import { nearestEventName } from '../event-name-hint.ts'
import { isFlawless, isReadable } from '../is-readable.ts'
import type { ReadingNotes } from '../reading-notes.ts'
import { resolveOnFailure } from '../resolve-on-failure.ts'
import { kimi } from './dialect.ts'
import { matchNever, matchOwnNames } from './match-own-names.ts'
import { kimiEvents } from './names.ts'
import { placeTemplates } from './place-templates.ts'

interface SectionReading {
  base: Path
  notes: ReadingNotes
}

/** Reads the tables form: a list of hooks for each event. */
export function readTables(section: Record<string, unknown>, { base, notes }: SectionReading): Hook[] {
  const names = new Set<string>()
  return Object.entries(section).flatMap(([name, entries]) => {
    const path = [...base, name]
    const event = kimiEvents.get(name)
    if (event === undefined) {
      refuseEventName(name, path, notes)
      return []
    }
    if (!Array.isArray(entries)) {
      notes.refuseValue(path, {
        found: describe(entries),
        expected: 'a list of hooks',
        hint: `Write [[hooks.${name}]] with two brackets.`,
      })
      return []
    }
    return entries.flatMap((entry, index) => {
      const hook = readEntry(entry, { path: [...path, index], event, fallback: `${name}_${index}`, names, notes })
      return hook ? [hook] : []
    })
  })
}

function refuseEventName(name: string, path: Path, notes: ReadingNotes): void {
  const nearest = nearestEventName(name, kimiEvents)
  notes.refuse('CONFIG_UNKNOWN_KEY', path, {
    message: `Unknown event "${name}"${nearest === undefined ? '' : `; the nearest valid name is "${nearest}"`}.`,
    hint: nearest === undefined ? `Valid here: ${[...kimiEvents.keys()].join(', ')}.` : `Did you mean "${nearest}"?`,
    aim: 'key',
  })
}

const policy = oneOf(failurePolicies, 'What a failure does to the call.')

const tableEntry = objectOf(
  {
    name: optional(text('Name of the hook.')),
    type: optional(oneOf(['command'], 'Kind of the handler.')),
    command: text('Command line for /bin/sh.'),
    timeout: optional(anything('Time limit in milliseconds.')),
    matcher: optional(
      objectOf(
        {
          tool: optional(text('A regular expression over the whole tool name.')),
          pattern: optional(text('Searched in the tool input.')),
        },
        'Which calls the hook is for.',
      ),
    ),
    async_: optional(flag('Never waited for, never counted.')),
    async: optional(flag('As async_.')),
    description: optional(text('What the hook is for.')),
    onFailure: optional(
      either(
        [policy, objectOf(Object.fromEntries(failureClasses.map((name) => [name, optional(policy)])), 'Per class.')],
        'What a failure does to the call.',
      ),
    ),
  },
  'A hook.',
)

interface TableEntry {
  name?: string
  command: string
  timeout?: unknown
  matcher?: KimiMatcher
  async_?: boolean
  async?: boolean
  description?: string
  onFailure?: FailurePolicy | Partial<Record<FailureClass, FailurePolicy>>
}

interface EntryReading {
  path: Path
  event: EventName
  /** What an unnamed hook is called. */
  fallback: string
  names: Set<string>
  notes: ReadingNotes
}

function readEntry(value: unknown, reading: EntryReading): Hook | undefined {
  const { path, event, notes } = reading
  const issues = checkField(tableEntry, value, path)
  notes.refuseIssues(issues)
  if (!isRecord(value)) return undefined
  const timeoutMs = readTimeout(value['timeout'], [...path, 'timeout'], notes)
  if (!isReadable(path, issues)) return undefined
  const entry = value as unknown as TableEntry
  const isSound = [checkCommand(entry.command, [...path, 'command'], notes), checkAsync(entry, path, notes)].every(
    Boolean,
  )
  const matcher = isFlawless([...path, 'matcher'], issues) ? readMatcher(entry.matcher, reading) : undefined
  if (!isSound || !matcher || timeoutMs === undefined) return undefined
  // Kimi takes a blank name, but nobody sees it.
  const name = entry.name?.trim() ? entry.name : reading.fallback
  return assembleHook({
    id: chooseId(name, reading),
    name,
    description: entry.description,
    event,
    dialect: kimi,
    source: notes.source(path),
    matcher,
    handler: { type: 'command', run: { shell: entry.command } },
    timeoutMs,
    async: entry.async_ ?? entry.async,
    onFailure: resolveOnFailure(entry.onFailure, {
      timeoutBehavior: 'ignore',
      failureBehavior: 'ignore',
      strict: false,
    }),
  })
}

const shortest = 100
const longest = 600_000

function readTimeout(value: unknown, path: Path, notes: ReadingNotes): number | undefined {
  if (value === undefined) return 30_000
  const isDuration = typeof value === 'number' || typeof value === 'string'
  const milliseconds = isDuration ? parseDuration(value, 'milliseconds') : undefined
  const exact = typeof value === 'number' ? value : milliseconds
  if (milliseconds !== undefined && exact! >= shortest && exact! <= longest) return milliseconds
  const looksLikeSeconds = typeof value === 'number' && value > 0 && value < shortest
  notes.refuseValue(path, {
    found: describe(value),
    expected: `milliseconds from ${shortest} to ${longest}`,
    hint: looksLikeSeconds
      ? `The unit is milliseconds: write ${value * 1000} for ${value} seconds.`
      : 'The unit is milliseconds; text such as "30s" has its own.',
  })
  return undefined
}

function checkCommand(command: string, path: Path, notes: ReadingNotes): boolean {
  if (!checkText(command, path, notes)) return false
  const { flaws } = placeTemplates(command)
  for (const { template, why, hint } of flaws) {
    notes.refuse('CONFIG_INVALID_VALUE', path, {
      message: `The template ${template} stands ${why}: its value cannot arrive there as data.`,
      hint,
    })
  }
  return flaws.length === 0
}

function checkAsync({ async_, async }: TableEntry, path: Path, notes: ReadingNotes): boolean {
  if (async_ === undefined || async === undefined || async_ === async) return true
  notes.refuseValue([...path, 'async'], {
    found: `async = ${async} beside async_ = ${async_}`,
    expected: 'one of them',
  })
  return false
}

function readMatcher(spec: KimiMatcher | undefined, { path, event, notes }: EntryReading): Matcher | undefined {
  const place = [...path, 'matcher']
  const matcher = notes.attempt(place, () => compileMatcher(spec, 'kimi'))
  if (!matcher || matcher.all || eventDefinition(event).matches === 'toolName') return matcher && matchOwnNames(matcher)
  notes.announce('CONFIG_INVALID_VALUE', place, {
    message: `${kimi.eventName(event)} has no tool that a matcher could test: the hook never runs.`,
    hint: 'Remove the matcher.',
  })
  return matchNever
}

function chooseId(name: string, { names }: EntryReading): string {
  let id = name
  for (let copy = 2; names.has(id); copy++) id = `${name}#${copy}`
  names.add(id)
  return id
}
