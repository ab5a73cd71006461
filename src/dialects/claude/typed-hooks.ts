import { compileMatcher } from '../../match/index.ts'
import { checkField, describe, isRecord, type Path } from '../../protocol/schema/check.ts'
import { duration, flag, objectOf, optional, text } from '../../protocol/schema/field.ts'
import type { ConfigReading, ReadingContext } from '../config-reading.ts'
import { nearestEventName } from '../event-name-hint.ts'
import { matchNativeName } from '../match-other-name.ts'
import { defaultSettings, ReadingNotes } from '../reading-notes.ts'
import type { ClaudeEntry } from './entry-shape.ts'
import { claudeEvents, claudeOtherEvents, findClaudeEvent } from './names.ts'
import { readClaudeHook } from './read-hook.ts'

/** One hook given in code, in Claude's dialect. */
export interface TypedHook {
  event: string
  command: string
  matcher?: string
  async?: boolean
  once?: boolean
  /** Seconds, or text such as `"500ms"`; 600 s by default. */
  timeout?: number | string
  statusMessage?: string
}

const typedHook = objectOf(
  {
    event: text('Name of the event.'),
    command: text('Command line for /bin/sh.'),
    matcher: optional(text('Which calls the hook is for.')),
    async: optional(flag('Never waited for, never counted.')),
    once: optional(flag('Runs once per session.')),
    timeout: optional(duration('Time limit; a number is seconds.')),
    statusMessage: optional(text('Shown while the hook runs.')),
  },
  'A hook.',
)

/** Reads hooks given in code as a list. Collects all problems; with any, no hook is given. Never throws. */
export function readTypedHooks(list: unknown, context: ReadingContext): ConfigReading {
  const notes = new ReadingNotes(context)
  if (!Array.isArray(list)) {
    notes.refuseValue(['typedHooks'], { found: describe(list), expected: 'a list of hooks' })
    return notes.finish([], defaultSettings())
  }
  const hooks = list.flatMap((item, index) => readTypedHook(item, ['typedHooks', index], notes) ?? [])
  return notes.finish(hooks, defaultSettings())
}

function readTypedHook(item: unknown, path: Path, notes: ReadingNotes): ReturnType<typeof readClaudeHook> {
  const issues = checkField(typedHook, item, path)
  notes.refuseIssues(issues)
  if (issues.length > 0 || !isRecord(item)) return undefined
  const { event: name, matcher: pattern, ...entry } = item as unknown as TypedHook
  const event = findClaudeEvent(name)
  if (event === undefined) {
    const nearest = nearestEventName(name, claudeEvents)
    const known = claudeOtherEvents.has(name) ? 'an event that Hookline hosts' : 'the name of an event'
    notes.refuseValue([...path, 'event'], {
      found: describe(name),
      expected: known,
      ...(nearest !== undefined && { hint: `Did you mean "${nearest}"?` }),
    })
    return undefined
  }
  const matcher = notes.attempt([...path, 'matcher'], () => matchNativeName(compileMatcher(pattern, 'claude'), event))
  return readClaudeHook(entry as ClaudeEntry, { event, path, base: [], matcher, enabled: true, notes })
}
