import { parseDocument } from '../../base/document.ts'
import { HookError } from '../../base/errors.ts'
import { isRegistration } from '../../dialects/calls-hookline.ts'
import { removeJson } from '../../dialects/convert/edit-json.ts'
import type { TargetEntry } from '../../dialects/convert/target-writer.ts'
import type { DialectName } from '../../protocol/dialect.ts'
import { isRecord, type Path } from '../../protocol/schema/check.ts'
import { addEntries } from './add-entries.ts'

/** What a settings file is to hold. */
export interface Registration {
  dialect: DialectName
  /** The file, for messages. */
  file: string
  /** One entry for every event; none takes Hookline out. */
  entries: readonly TargetEntry[]
}

export interface Registered {
  text: string
  added: string[]
  removed: string[]
  kept: string[]
  /** The file switches all its hooks off. */
  switchedOff: boolean
}

/**
 * Puts Hookline into the text of a settings file, or takes it out: entries of ours that are as wanted stay, others go, and
 * what is missing is added. Everything that is not ours stays byte for byte. Pure; throws a `HookError` for a text that
 * cannot be understood.
 */
export function register(text: string, wanted: Registration): Registered {
  const { entries, dialect, file } = wanted
  const isStale = ({ event, command }: Found): boolean =>
    !entries.some((entry) => entry.event === event && entry.hook['command'] === command)
  const found = findOurs(text, wanted)
  const stale = found.filter(isStale)
  const kept = found.filter((entry) => !isStale(entry)).map(({ event }) => event)
  const missing = entries.filter(({ event }) => !kept.includes(event))
  const cleaned = stale.reduceRight((left, entry) => remove(left, entry, wanted), text)
  return {
    text: missing.length === 0 ? cleaned : addEntries({ text: cleaned, file }, missing, dialect),
    added: missing.map(({ event }) => event),
    removed: [...new Set(stale.map(({ event }) => event))].filter(
      (event) => !entries.some((entry) => entry.event === event),
    ),
    kept: [...new Set(kept)],
    switchedOff: parse(text, wanted).value['disableAllHooks'] === true,
  }
}

interface Found {
  event: string
  command: string
  path: Path
}

function isToml({ dialect }: Registration): boolean {
  return dialect === 'kimi' || dialect === 'kimi-official'
}

function parse(
  text: string,
  wanted: Registration,
): { value: Record<string, unknown>; locate(path: Path): { line: number } } {
  if (!isToml(wanted) && text.trim() === '') return { value: {}, locate: () => ({ line: 1 }) }
  const { value, locate } = parseDocument(text, isToml(wanted) ? 'toml' : 'jsonc', wanted.file)
  if (isRecord(value)) return { value, locate }
  throw new HookError('CONFIG_INVALID_VALUE', 'the settings are no object', { place: { file: wanted.file } })
}

function findOurs(text: string, wanted: Registration): Found[] {
  const { hooks } = parse(text, wanted).value
  if (Array.isArray(hooks))
    return listOurs(hooks, ['hooks']).map((found) => ({ ...found, event: String(hooks[Number(found.path[1])]?.event) }))
  if (!isRecord(hooks)) return []
  return Object.entries(hooks).flatMap(([event, list]) => {
    if (!Array.isArray(list)) return []
    const path = ['hooks', event]
    const nested = list.flatMap((group, index) =>
      isRecord(group) && Array.isArray(group['hooks']) ? listOurs(group['hooks'], [...path, index, 'hooks']) : [],
    )
    return [...listOurs(list, path), ...nested].map((found) => ({ ...found, event }))
  })
}

function listOurs(list: readonly unknown[], path: Path): Omit<Found, 'event'>[] {
  return list.flatMap((entry, index) => {
    const command = isRecord(entry) ? entry['command'] : undefined
    return typeof command === 'string' && isRegistration(command) ? [{ command, path: [...path, index] }] : []
  })
}

function remove(text: string, { path }: Found, wanted: Registration): string {
  if (isToml(wanted)) return removeTable(text, parse(text, wanted).locate(path).line)
  return removeJson(text, [...findEmptied(parse(text, wanted).value, path)])
}

/** The outermost part that would be left empty: a group without hooks, an event without groups, hooks without events. */
function findEmptied(value: unknown, path: Path): Path {
  let emptied = path
  for (const [depth, at] of [
    [4, 3],
    [2, 2],
    [1, 1],
  ] as const) {
    if (path.length <= depth) continue
    const parent = path.slice(0, depth).reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], value)
    if (Object.keys(parent as object).length > 1) break
    emptied = path.slice(0, at)
  }
  return emptied
}

// Tables of ours have no blank line and no comment inside.
function removeTable(text: string, line: number): string {
  const lines = text.split('\n')
  const start = line - 1
  let end = start + 1
  while (end < lines.length && /^\s*[^\s#[]/.test(lines[end]!)) end++
  const from = start > 0 && lines[start - 1]!.trim() === '' ? start - 1 : start
  return [...lines.slice(0, from), ...lines.slice(end)].join('\n')
}
