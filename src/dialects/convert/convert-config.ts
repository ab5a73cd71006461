import { type ConfigDocument, type DocumentFormat, parseDocument } from '../../base/document.ts'
import { HookError } from '../../base/errors.ts'
import type { DialectName } from '../../protocol/dialect.ts'
import { bladeWriter } from '../blade/write-config.ts'
import { claudeWriter } from '../claude/write-config.ts'
import type { ConfigReading } from '../config-reading.ts'
import { dialects, readConfig } from '../index.ts'
import { kimiWriter } from '../kimi/write-config.ts'
import { officialWriter } from '../kimi/write-config-official.ts'
import { convertEntry } from './convert-entry.ts'
import { describeChange } from './describe-change.ts'
import type { FidelityEntry } from './fidelity.ts'
import { mergeInto } from './merge-into.ts'
import { reportSettings } from './report-settings.ts'
import { listSourceEntries } from './source-entry.ts'
import type { TargetEntry, TargetWriter } from './target-writer.ts'
import { writeBladeDocument, writeClaudeDocument, writeKimiDocument, writeOfficialDocument } from './write-document.ts'

export type { FidelityEntry } from './fidelity.ts'

export interface Conversion {
  /** The text of a configuration; or, where it is code, what it exports: then rows have no lines. */
  source: { text: string; format?: DocumentFormat } | { value: unknown }
  /** The file it came from, for places in the report. */
  file?: string
  from: DialectName
  to: DialectName
  /** A file of the target that the hooks are added to; what stands there stays as it is. */
  into?: { text: string; format?: DocumentFormat; file?: string }
}

export interface Converted {
  text: string
  /** One row for every entry of the source and every setting that is not taken along. */
  report: FidelityEntry[]
  /** What changes for all hooks. */
  notes: string[]
}

const writers: Readonly<Record<DialectName, TargetWriter>> = {
  blade: bladeWriter,
  claude: claudeWriter,
  kimi: kimiWriter,
  'kimi-official': officialWriter,
}

/**
 * Converts a configuration to another dialect and says of every entry whether it is honoured, weakened and how, or
 * impossible and why; impossible entries are left out. Pure. Throws a `HookError` when the source, or the file that it is
 * added to, cannot be understood.
 */
export function convertConfig(conversion: Conversion): Converted {
  const { source, file, from, to, into } = conversion
  if (from === to) throw new HookError('USAGE', `${from} to ${to} is no conversion`, { hint: 'Give two dialects.' })
  const document = 'text' in source ? parse({ ...source, ...(file !== undefined && { file }) }) : source
  const reading = read(from, document, file)
  const { entries, report } = convertEntries(document, reading, { writer: writers[to], file })
  const text = into ? mergeInto(into, entries, to) : writeNew(entries, to, reading.settings.enabled)
  read(to, parse({ text, ...(into?.format && { format: into.format }) }), into?.file)
  return { text, report, notes: describeChange(dialects[from], dialects[to]) }
}

/** A configuration as data, with the places of its parts where it is text. */
type SourceDocument = Pick<ConfigDocument, 'value'> & Partial<Pick<ConfigDocument, 'locate'>>

// JSON by its first brace or comment; comments are allowed whatever the file is called.
function parse({ text, format, file }: { text: string; format?: DocumentFormat; file?: string }): SourceDocument {
  const looksLikeJson = /^\s*(?:\{|\/[/*])/.test(text.replace(/^\ufeff/, ''))
  return parseDocument(text, format ?? (looksLikeJson ? 'jsonc' : 'toml'), file)
}

function read(dialect: DialectName, document: SourceDocument, file: string | undefined): ConfigReading {
  const reading = readConfig(dialect, document.value, {
    layer: 'config',
    trusted: true,
    ...(file !== undefined && { file }),
    ...(document.locate && { locate: document.locate }),
  })
  const [problem] = reading.problems
  if (problem) throw problem
  return reading
}

function convertEntries(
  document: SourceDocument,
  reading: ConfigReading,
  { writer, file }: { writer: TargetWriter; file: string | undefined },
): { entries: TargetEntry[]; report: FidelityEntry[] } {
  const isOff = !reading.settings.enabled && !writer.canDisable
  const converted = listSourceEntries(document.value, reading).map((entry) =>
    convertEntry(isOff ? { ...entry, disabled: true } : entry, writer),
  )
  const unhosted = reading.unsupported.map(
    ({ name, source: { layer: _layer, trusted: _trusted, ...place } }): FidelityEntry => ({
      place,
      event: name,
      fidelity: 'impossible',
      why: 'it is an event that Hookline does not host',
    }),
  )
  return {
    entries: converted.flatMap(({ targets }) => targets),
    report: [...converted.map(({ fidelity }) => fidelity), ...unhosted, ...reportSettings(document, writer, file)],
  }
}

function writeNew(entries: readonly TargetEntry[], to: DialectName, enabled: boolean): string {
  switch (to) {
    case 'blade':
      return writeBladeDocument(entries, { enabled })
    case 'claude':
      return writeClaudeDocument(entries, { enabled })
    case 'kimi':
      return writeKimiDocument(entries)
    case 'kimi-official':
      return writeOfficialDocument(entries)
  }
}
