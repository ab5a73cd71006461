import { describe, isRecord } from '../../protocol/schema/check.ts'
import type { ConfigReading, ReadingContext } from '../config-reading.ts'
import { defaultSettings, ReadingNotes } from '../reading-notes.ts'
import { kimiEvents } from './names.ts'
import { readOfficialHooks } from './read-official-hooks.ts'
import { readTables } from './read-tables.ts'

/**
 * Reads Kimi's configuration, the tables form (`[[hooks.before_tool]]`) and the official array form (`[[hooks]]`) alike;
 * the content says which it is. Only the `hooks` section is judged; a bare object of tables is understood too.
 * Collects all problems; with any, no hook is given. Never throws.
 */
export function readKimiConfig(value: unknown, context: ReadingContext): ConfigReading {
  const notes = new ReadingNotes(context)
  const hooks = readSection(value, notes)
  return notes.finish(hooks, defaultSettings())
}

function readSection(value: unknown, notes: ReadingNotes): ConfigReading['hooks'] {
  if (!isRecord(value)) {
    notes.refuseValue([], { found: describe(value), expected: 'an object' })
    return []
  }
  const isBare = !Object.hasOwn(value, 'hooks') && holdsTables(value)
  const section = isBare ? value : value['hooks']
  const base = isBare ? [] : ['hooks']
  if (section === undefined) return []
  if (Array.isArray(section)) return readOfficialHooks(section, { base, notes })
  if (isRecord(section)) return readTables(section, { base, notes })
  notes.refuseValue(base, { found: describe(section), expected: 'tables such as [[hooks.before_tool]], or a list' })
  return []
}

/** Whether an object has the names of Kimi's tables among its keys. */
export function holdsTables(value: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(value).some((key) => kimiEvents.has(key))
}
