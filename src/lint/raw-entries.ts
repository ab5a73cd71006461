import { formatPath } from '../base/json/format-path.ts'
import { bladeEvents } from '../dialects/blade/names.ts'
import { findClaudeEvent } from '../dialects/claude/names.ts'
import { kimiEvents, officialEvents } from '../dialects/kimi/names.ts'
import type { EventName } from '../protocol/event-types.ts'
import { isRecord, type Path } from '../protocol/schema/check.ts'
import type { LintedFile } from './linted-file.ts'

/** A hook as it stands in a document, whether the file can be used or not. */
export interface RawEntry {
  /** As written. */
  readonly eventName: string
  /** Undefined when the dialect has no such event. */
  readonly event: EventName | undefined
  /** The hook's own table; for the map form an object made of its command. */
  readonly entry: Readonly<Record<string, unknown>>
  readonly path: Path
  readonly matcher: unknown
  readonly matcherPath: Path
  /** Written as `{matcher: command}`. */
  readonly isMap: boolean
}

/** The hooks of a document as far as they have a shape at all, in order. Read once for each file. */
export function listRawEntries(file: LintedFile): readonly RawEntry[] {
  const known = remembered.get(file)
  if (known) return known
  const entries = readRawEntries(file)
  remembered.set(file, entries)
  return entries
}

const remembered = new WeakMap<LintedFile, RawEntry[]>()

/** What stands in the document for each hook of a file that could be read. */
export function indexRawEntries(file: LintedFile): ReadonlyMap<string, RawEntry> {
  let index = indexes.get(file)
  if (index === undefined) {
    index = new Map(listRawEntries(file).map((entry) => [formatPath(entry.path), entry]))
    indexes.set(file, index)
  }
  return index
}

const indexes = new WeakMap<LintedFile, Map<string, RawEntry>>()

function readRawEntries({ document, dialect }: LintedFile): RawEntry[] {
  if (!isRecord(document?.value)) return []
  const wrapped = Object.hasOwn(document.value, 'hooks')
  const section = wrapped ? document.value['hooks'] : document.value
  const base: Path = wrapped ? ['hooks'] : []
  if (Array.isArray(section)) return section.flatMap((entry, index) => readOfficial(entry, [...base, index]))
  if (!isRecord(section)) return []
  return Object.entries(section).flatMap(([eventName, value]) => {
    const path = [...base, eventName]
    if (dialect === 'kimi') return readTable(eventName, value, path)
    const event = dialect === 'claude' ? findClaudeEvent(eventName) : bladeEvents.get(eventName)
    return readGroups({ eventName, event }, value, path)
  })
}

function readOfficial(entry: unknown, path: Path): RawEntry[] {
  if (!isRecord(entry)) return []
  const eventName = String(entry['event'] ?? '')
  return [own({ eventName, event: officialEvents.get(eventName) }, entry, path)]
}

function readTable(eventName: string, value: unknown, path: Path): RawEntry[] {
  const event = kimiEvents.get(eventName)
  if (!Array.isArray(value)) return []
  return value.flatMap((entry, index) => (isRecord(entry) ? [own({ eventName, event }, entry, [...path, index])] : []))
}

type Names = Pick<RawEntry, 'eventName' | 'event'>

function own(names: Names, entry: Record<string, unknown>, path: Path): RawEntry {
  return { ...names, entry, path, matcher: entry['matcher'], matcherPath: [...path, 'matcher'], isMap: false }
}

function readGroups(names: Names, value: unknown, path: Path): RawEntry[] {
  if (isRecord(value)) return readMap(names, value, path)
  if (!Array.isArray(value)) return []
  return value.flatMap((group, index) => {
    if (!isRecord(group) || !Array.isArray(group['hooks'])) return []
    const matcherPath = [...path, index, 'matcher']
    return group['hooks'].flatMap((entry: unknown, position) => {
      if (!isRecord(entry)) return []
      const place = [...path, index, 'hooks', position]
      return [{ ...names, entry, path: place, matcher: group['matcher'], matcherPath, isMap: false }]
    })
  })
}

function readMap(names: Names, map: Record<string, unknown>, path: Path): RawEntry[] {
  if (names.event === undefined) return []
  return Object.entries(map).map(([matcher, command]) => {
    const place = [...path, matcher]
    return { ...names, entry: { command }, path: place, matcher, matcherPath: place, isMap: true }
  })
}
