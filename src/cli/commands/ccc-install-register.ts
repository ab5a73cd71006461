import { isDeepStrictEqual } from 'node:util'
import { isSupervisorCommand } from '../../agent/supervisor/supervisor-command.ts'
import { parseDocument } from '../../base/document.ts'
import { HookError } from '../../base/errors.ts'
import { groupEntries } from '../../dialects/convert/write-document.ts'
import { isRecord } from '../../protocol/schema/check.ts'
import { askEvent, stopEvent } from '../../supervisor/reviewed-event.ts'
import { checkHooks } from '../install/check-hooks.ts'
import { insertEntry } from '../install/insert-entry.ts'
import { removeEntry } from '../install/remove-entry.ts'

/** What became of a settings file. */
export interface Registered {
  text: string
  /** Events that got the hook, or lost it. */
  added: string[]
  removed: string[]
  /** All hooks of the file were switched off, and are not any more. */
  enabled: boolean
}

const longestSeconds = 600

/**
 * Puts the supervisor into the text of a settings file of Claude Code, or without a command takes it out. Everything that is
 * not ours stays byte for byte, and taking out what was put in gives the text as it was. Pure; throws a `HookError` for a text
 * that cannot be understood, or whose hooks Claude Code would not read.
 */
export function registerSupervisor(
  text: string | undefined,
  { file, command }: { file: string; command?: string },
): Registered {
  const before = text === undefined || text.trim() === '' ? undefined : text
  if (before === undefined && command === undefined) return { text: text ?? '', added: [], removed: [], enabled: false }
  const wanted = command === undefined ? [] : listEntries(command)
  const start = before ?? newFile
  if (command !== undefined) checkHooks({ text: start, file })
  const isWanted = ({ event, group, hook }: Found): boolean =>
    wanted.some(
      (entry) => entry.event === event && entry.matcher === group['matcher'] && isDeepStrictEqual(entry.hook, hook),
    )
  const found = findOurs(readSettings(start, file))
  const stale = found.filter((entry) => !isWanted(entry))
  const kept = found.filter(isWanted).map(({ event }) => event)
  const cleaned = stale.reduceRight((left, { path }) => removeEntry(left, path), start)
  const missing = wanted.filter(({ event }) => !kept.includes(event))
  const merged = [...groupEntries(missing)].reduce(
    (text, [event, groups]) => groups.reduce((left, group) => insertEntry(left, ['hooks', event], group), text),
    cleaned,
  )
  const enabled = command !== undefined && readSettings(merged, file)['disableAllHooks'] === true
  return {
    text: enabled ? enableHooks(merged, file) : merged,
    added: missing.map(({ event }) => event),
    removed: [...new Set(stale.map(({ event }) => event))].filter((event) =>
      wanted.every((one) => one.event !== event),
    ),
    enabled,
  }
}

const newFile = `${JSON.stringify({ disableAllHooks: false }, null, 2)}\n`

function listEntries(command: string): { event: string; matcher?: string; hook: Record<string, unknown> }[] {
  const hook = { type: 'command', command, timeout: longestSeconds }
  return [
    { event: stopEvent, hook },
    { event: askEvent, matcher: 'AskUserQuestion', hook },
  ]
}

function readSettings(text: string, file: string): Record<string, unknown> {
  const { value } = parseDocument(text, 'jsonc', file)
  if (isRecord(value)) return value
  throw new HookError('CONFIG_INVALID_VALUE', 'the settings are no object', { place: { file } })
}

type JsonPath = (string | number)[]

interface Found {
  event: string
  group: Record<string, unknown>
  hook: Record<string, unknown>
  path: JsonPath
}

function findOurs({ hooks }: Record<string, unknown>): Found[] {
  if (!isRecord(hooks)) return []
  return Object.entries(hooks).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).flatMap((group: unknown, at) => {
      if (!isRecord(group) || !Array.isArray(group['hooks'])) return []
      return group['hooks'].flatMap((hook: unknown, index): Found[] =>
        isRecord(hook) && typeof hook['command'] === 'string' && isSupervisorCommand(hook['command'])
          ? [{ event, group, hook, path: ['hooks', event, at, 'hooks', index] }]
          : [],
      )
    }),
  )
}

// The word may also stand in a comment or deeper inside: only an edit that changes this one setting counts.
function enableHooks(text: string, file: string): string {
  const expected = { ...readSettings(text, file), disableAllHooks: false }
  for (const match of text.matchAll(/"disableAllHooks"\s*:\s*true/g)) {
    const edited = `${text.slice(0, match.index)}${match[0].replace(/true$/, 'false')}${text.slice(match.index + match[0].length)}`
    if (isDeepStrictEqual(readSettings(edited, file), expected)) return edited
  }
  throw new HookError('CONFIG_INVALID_VALUE', 'disableAllHooks could not be set to false', { place: { file } })
}
