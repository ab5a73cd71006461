import { HookError } from '../base/errors.ts'
import { nearestName } from '../base/names.ts'
import type { DialectName } from '../protocol/dialect.ts'
import { type EventName, eventNames } from '../protocol/event-types.ts'
import { describe, isRecord } from '../protocol/schema/check.ts'
import { claudeEvents, claudeOtherEvents } from './claude/names.ts'
import { findEvent } from './event-name-hint.ts'
import { geminiEvents, geminiOtherEvents } from './gemini/names.ts'
import { kimiEvents, officialEvents, officialOtherEvents } from './kimi/names.ts'
import { identifySender, nearestDialect, type Sender } from './wire-in/identify-sender.ts'
import { readWireInput } from './wire-in/read-wire-input.ts'
import { eventNameFields } from './wire-in/wire-reading.ts'

/** An event as it came over the wire, under our own names. */
export type WireEvent =
  | {
      hosted: true
      event: EventName
      dialect: DialectName
      /** Who speaks like this: the name under which `writeReply` answers in kind. */
      sender: Sender
      /** What the sender calls the event. */
      name: string
      /** The event's own fields and the common ones, camelCase; fields nobody knows are kept. */
      input: Record<string, unknown>
      /** Keys of `input.toolInput` that the sender spells otherwise, with its own spellings. */
      toolKeys: Readonly<Record<string, readonly string[]>>
      warnings: string[]
    }
  | {
      hosted: false
      name: string
      dialect: DialectName
      sender: Sender
      sessionId?: string
      cwd?: string
      warnings: string[]
    }

/**
 * Reads an event in any wire format: ours in snake_case or camelCase, Claude Code's, both of Kimi's, and as far as their
 * events are ours Codex's and Gemini CLI's. Events of their catalogues that Hookline does not host come back as such.
 * Throws `EVENT_INVALID_INPUT` for what is no event or has fields of the wrong type, `EVENT_UNKNOWN` for a name that no
 * catalogue has. Missing fields are no error: an unknown value never disarms a guard.
 */
export function readWireEvent(json: unknown, options: { dialect?: DialectName } = {}): WireEvent {
  if (!isRecord(json)) {
    throw new HookError('EVENT_INVALID_INPUT', `An event is a JSON object, found ${describe(json)}.`, {
      hint: nameHint,
    })
  }
  const name = readEventName(json)
  const sender = options.dialect ?? identifySender(name, json)
  const dialect = nearestDialect(sender)
  const event = findEvent(name) ?? geminiEvents.get(name)
  if (event) return { hosted: true, dialect, sender, name, ...readWireInput(json, { event, sender }) }
  if (!isOfOtherCatalogue(name)) throw refuseName(name, sender)
  return { hosted: false, name, dialect, sender, ...readSession(json), warnings: [notHosted(name)] }
}

const nameHint = 'Give the name of the event under hook_event_name, such as "PreToolUse", and its fields beside it.'

function readEventName(json: Readonly<Record<string, unknown>>): string {
  const field = eventNameFields.find((candidate) => Object.hasOwn(json, candidate))
  if (field === undefined) {
    throw new HookError('EVENT_INVALID_INPUT', 'The event has no name: hook_event_name is missing.', { hint: nameHint })
  }
  const name = json[field]
  if (typeof name === 'string' && name !== '') return name
  throw new HookError('EVENT_INVALID_INPUT', `${field} is ${describe(name)}, expected the name of an event.`, {
    hint: nameHint,
  })
}

function isOfOtherCatalogue(name: string): boolean {
  return [claudeOtherEvents, officialOtherEvents, geminiOtherEvents].some((catalogue) => catalogue.has(name))
}

function refuseName(name: string, sender: Sender): HookError {
  const names = listNames()
  const nearest = nearestName(name, names[sender]) ?? nearestName(name, Object.values(names).flat())
  return new HookError('EVENT_UNKNOWN', `There is no event ${describe(name)}.`, {
    ...(nearest !== undefined && { hint: suggest(nearest) }),
  })
}

function listNames(): Record<Sender, readonly string[]> {
  return {
    blade: eventNames,
    claude: [...claudeEvents.keys(), ...claudeOtherEvents],
    codex: [...claudeEvents.keys()],
    kimi: [...kimiEvents.keys()],
    'kimi-official': [...officialEvents.keys(), ...officialOtherEvents],
    gemini: [...geminiEvents.keys(), ...claudeEvents.keys(), ...geminiOtherEvents],
  }
}

function suggest(nearest: string): string {
  if ((eventNames as readonly string[]).includes(nearest))
    return `Did you mean "${nearest}"? \`hookline events\` lists them all.`
  const event = findEvent(nearest) ?? geminiEvents.get(nearest)
  return `Did you mean "${nearest}"?${event === undefined ? '' : ` It is what \`hookline events\` lists as ${event}.`}`
}

function notHosted(name: string): string {
  return `${name} is an event that Hookline does not host: no hook ran.`
}

function readSession(json: Readonly<Record<string, unknown>>): { sessionId?: string; cwd?: string } {
  const sessionId = json['session_id'] ?? json['sessionId']
  const cwd = json['cwd'] ?? json['work_dir']
  return { ...(typeof sessionId === 'string' && { sessionId }), ...(typeof cwd === 'string' && { cwd }) }
}
