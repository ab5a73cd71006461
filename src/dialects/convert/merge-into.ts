import { isDeepStrictEqual } from 'node:util'
import { type DocumentFormat, parseDocument } from '../../base/document.ts'
import { HookError } from '../../base/errors.ts'
import type { DialectName } from '../../protocol/dialect.ts'
import { isRecord } from '../../protocol/schema/check.ts'
import { insertJson } from './edit-json.ts'
import type { TargetEntry } from './target-writer.ts'
import { groupEntries, writeKimiDocument, writeOfficialDocument } from './write-document.ts'

/** A file that is there already. */
export interface ExistingFile {
  text: string
  format?: DocumentFormat
  file?: string
}

/**
 * Adds entries to a file, behind what stands there; comments, order and layout of the rest stay. What the file holds
 * already is not added again. Throws `CONFIG_SYNTAX` or `CONFIG_INVALID_VALUE` when the file does not have the form.
 */
export function mergeInto(existing: ExistingFile, entries: readonly TargetEntry[], to: DialectName): string {
  return to === 'kimi' || to === 'kimi-official' ? mergeToml(existing, entries, to) : mergeJson(existing, entries)
}

function mergeJson(existing: ExistingFile, entries: readonly TargetEntry[]): string {
  const isBlank = existing.text.trim() === ''
  const { format = 'jsonc', file } = existing
  if (format === 'toml') throw refuse(existing, 'it is TOML, and entries are added to JSON only')
  const value = isBlank ? {} : parseDocument(existing.text, format, file).value
  if (!isRecord(value)) throw refuse(existing, 'it holds no object')
  // A native file may be the bare section.
  const isBare =
    !Object.hasOwn(value, 'hooks') && Object.keys(value).some((key) => entries.some(({ event }) => event === key))
  const base = isBare ? [] : ['hooks']
  const section = isBare ? value : (value['hooks'] ?? {})
  if (!isRecord(section)) throw refuse(existing, 'its hooks are no object')
  let { text } = isBlank ? { text: '{}\n' } : existing
  for (const [event, groups] of groupEntries(entries)) {
    const present = section[event] ?? []
    if (!Array.isArray(present)) throw refuse(existing, `its hooks of ${event} are no list of groups`)
    for (const group of groups) {
      if (present.some((known) => isDeepStrictEqual(known, group))) continue
      text = insertJson(text, [...base, event], group)
    }
  }
  return text
}

function mergeToml(existing: ExistingFile, entries: readonly TargetEntry[], to: 'kimi' | 'kimi-official'): string {
  const value = parseDocument(existing.text, 'toml', existing.file).value
  const hooks = isRecord(value) ? value['hooks'] : undefined
  const isArray = Array.isArray(hooks)
  if (hooks !== undefined && isArray !== (to === 'kimi-official')) {
    throw refuse(
      existing,
      `its hooks are written ${isArray ? 'as [[hooks]]' : 'as [[hooks.<event>]]'}, which cannot be mixed`,
    )
  }
  const known = (event: string): unknown[] => {
    const list = isArray ? hooks : isRecord(hooks) ? hooks[event] : undefined
    return Array.isArray(list) ? list : []
  }
  const added = entries.filter(({ event, hook }) => !known(event).some((entry) => isDeepStrictEqual(entry, hook)))
  if (added.length === 0) return existing.text
  const tables = to === 'kimi' ? writeKimiDocument(added) : writeOfficialDocument(added)
  const text = existing.text === '' || existing.text.endsWith('\n') ? existing.text : `${existing.text}\n`
  return text === '' ? tables : `${text}\n${tables}`
}

function refuse({ file }: ExistingFile, why: string): HookError {
  return new HookError('CONFIG_INVALID_VALUE', `The hooks cannot be added to the file: ${why}.`, {
    hint: 'Convert without --into and add the hooks by hand.',
    ...(file !== undefined && { place: { file } }),
  })
}
