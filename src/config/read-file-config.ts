import type { Stats } from 'node:fs'
import { extname } from 'node:path'
import { type DocumentFormat, parseDocument } from '../base/document.ts'
import { HookError } from '../base/errors.ts'
import { type ConfigReading, detectDialect, type ReadingContext, readConfig } from '../dialects/index.ts'
import { defaultSettings } from '../dialects/reading-notes.ts'
import type { DialectName } from '../protocol/dialect.ts'
import type { Layer } from '../protocol/source.ts'
import { isCode } from './is-code.ts'
import { readFileText } from './read-file-text.ts'
import { findLooseness, followLinks, type OwnerRule } from './trust/check-owner.ts'
import { findLooseParents } from './trust/loose-parents.ts'
import { isInside } from './trust/project-identity.ts'

/** A configuration file that shall be read. */
export interface ChosenFile {
  file: string
  layer: Layer
  /** False for files that a repository brings along. */
  trusted: boolean
  /** The dialect its owner gave; else it is told from the content. */
  dialect?: DialectName
  /** How the ids of its unnamed hooks call it, when its name alone is not enough. */
  label?: string
  /** Root of the project that brought it along, links followed. */
  root?: string
}

/** A configuration file that was found and read. */
export interface LoadedFile {
  file: string
  layer: Layer
  dialect: DialectName
  reading: ConfigReading
  /** Whether it is code. */
  isCode: boolean
  /** What stands in it, when it is data that could be parsed. */
  document?: unknown
  /** What the file was when it was read, when it is data. */
  stats?: Stats
  label?: string
}

/**
 * Reads one configuration file: JSON, JSONC and TOML as data, TypeScript and JavaScript as code. Never rejects: what is wrong
 * with it stands in the problems of its reading. Code of a file that is not trusted is not run; that is announced.
 */
export async function readFileConfig(chosen: ChosenFile): Promise<LoadedFile> {
  const { file, layer, trusted, label } = chosen
  const context: ReadingContext = { file, layer, trusted, ...(label !== undefined && { label }) }
  const base = { file, layer, isCode: isCode(file), ...(label !== undefined && { label }) }
  try {
    refuseLoose(chosen)
    if (base.isCode && !trusted) return { ...base, ...skipCode(file) }
    const { text, stats } = readFileText(file)
    if (base.isCode) return { ...base, ...(await readCode(chosen, context, stats)) }
    const format = chooseFormat(file, text)
    const { value, locate } = parseDocument(text, format, file)
    const dialect = chosen.dialect ?? detectDialect(value, { file, format })
    return { ...base, dialect, document: value, stats, reading: readConfig(dialect, value, { ...context, locate }) }
  } catch (error) {
    if (!(error instanceof HookError)) throw error
    return { ...base, dialect: chosen.dialect ?? 'blade', reading: { ...emptyReading(), problems: [error] } }
  }
}

type Read = Pick<LoadedFile, 'dialect' | 'reading'>

function skipCode(file: string): Read {
  const notice = new HookError('CONFIG_UNREADABLE', 'the file is code and a project brought it along: it was not run', {
    hint: 'Approve it with `hookline trust`, or name the file yourself with --config.',
    place: { file },
  })
  return { dialect: 'blade', reading: { ...emptyReading(), notices: [notice] } }
}

const managedRule: OwnerRule = { owner: 'system', privateGroup: false }
const ownRule: OwnerRule = { owner: 'user', privateGroup: true }

// Hooks are commands: where others may write them, others may run commands as this user. Naming a file is its owner's own act.
function refuseLoose({ file, layer, root }: ChosenFile): void {
  if (layer === 'config' || layer === 'code') return
  const real = followLinks(file)
  if (root !== undefined && !isInside(real, root))
    throw notRead(file, `it is a link that leads out of the project, to ${real}`, 'Put the file itself there.')
  const rule = layer === 'managed' ? managedRule : ownRule
  const loose = findLooseness(real, rule) ?? findLooseParents(real, root, rule)
  if (loose === undefined) return
  const where = loose.path === file ? '' : `${loose.path}: `
  throw notRead(file, `${where}${loose.why}`, loose.hint)
}

function notRead(file: string, why: string, hint: string): HookError {
  return new HookError('CONFIG_UNREADABLE', `the file was not read: ${why}`, { hint, place: { file } })
}

async function readCode(chosen: ChosenFile, context: ReadingContext, stats: Stats): Promise<Read> {
  const { file } = chosen
  const { readFileModule } = await import('./read-file-module.ts')
  const value = await readFileModule(file, stats)
  const dialect = chosen.dialect ?? detectDialect(value, { file })
  return { dialect, reading: readConfig(dialect, value, context) }
}

const formats: Readonly<Record<string, DocumentFormat>> = { '.json': 'json', '.jsonc': 'jsonc', '.toml': 'toml' }

// A file without a telling name: JSON begins with a brace or a comment, TOML with anything else.
function chooseFormat(file: string, text: string): DocumentFormat {
  return formats[extname(file).toLowerCase()] ?? (/^\ufeff?\s*(\{|\/\/|\/\*)/.test(text) ? 'jsonc' : 'toml')
}

/** A reading of nothing. */
export function emptyReading(): ConfigReading {
  return { hooks: [], settings: defaultSettings(), unsupported: [], problems: [], notices: [] }
}
