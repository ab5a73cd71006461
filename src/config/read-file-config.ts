import type { Stats } from 'node:fs'
import { extname } from 'node:path'
import { type DocumentFormat, parseDocument } from '../base/document.ts'
import { HookError } from '../base/errors.ts'
import { type ConfigReading, detectDialect, type ReadingContext, readConfig } from '../dialects/index.ts'
import { defaultSettings } from '../dialects/reading-notes.ts'
import type { DialectName } from '../protocol/dialect.ts'
import type { Layer } from '../protocol/source.ts'
import { readFileText } from './read-file-text.ts'

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
}

/** A configuration file that was found and read. */
export interface LoadedFile {
  file: string
  layer: Layer
  dialect: DialectName
  reading: ConfigReading
}

/**
 * Reads one configuration file: JSON, JSONC and TOML as data, TypeScript and JavaScript as code. Never rejects: what is wrong
 * with it stands in the problems of its reading. Code of a file that is not trusted is not run; that is announced.
 */
export async function readFileConfig(chosen: ChosenFile): Promise<LoadedFile> {
  const { file, layer, trusted, label } = chosen
  const context: ReadingContext = { file, layer, trusted, ...(label !== undefined && { label }) }
  try {
    if (isCode(file) && !trusted) return skipCode(chosen)
    const { text, stats } = readFileText(file)
    refuseLoose(chosen, stats)
    if (isCode(file)) return await readCode(chosen, context, stats)
    const format = chooseFormat(file, text)
    const { value, locate } = parseDocument(text, format, file)
    const dialect = chosen.dialect ?? detectDialect(value, { file, format })
    return { file, layer, dialect, reading: readConfig(dialect, value, { ...context, locate }) }
  } catch (error) {
    if (!(error instanceof HookError)) throw error
    return { file, layer, dialect: chosen.dialect ?? 'blade', reading: { ...emptyReading(), problems: [error] } }
  }
}

const codeExtensions = new Set(['.ts', '.mts', '.js', '.mjs'])

function isCode(file: string): boolean {
  return codeExtensions.has(extname(file).toLowerCase())
}

function skipCode({ file, layer }: ChosenFile): LoadedFile {
  const notice = new HookError('CONFIG_UNREADABLE', 'the file is code and a project brought it along: it was not run', {
    hint: 'Write its hooks as JSON or TOML, or name the file yourself with --config.',
    place: { file },
  })
  return { file, layer, dialect: 'blade', reading: { ...emptyReading(), notices: [notice] } }
}

// Hooks are commands: where everyone may write them, everyone may run commands as this user. Naming a file is its owner's own act.
function refuseLoose({ file, layer }: ChosenFile, stats: Stats): void {
  if ((stats.mode & 0o002) === 0 || (layer !== 'user' && layer !== 'managed')) return
  throw new HookError('CONFIG_UNREADABLE', 'the file was not read: everyone may write to it', {
    hint: `Run: chmod o-w ${file}`,
    place: { file },
  })
}

async function readCode(chosen: ChosenFile, context: ReadingContext, stats: Stats): Promise<LoadedFile> {
  const { file, layer } = chosen
  const { readFileModule } = await import('./read-file-module.ts')
  const value = await readFileModule(file, stats)
  const dialect = chosen.dialect ?? detectDialect(value, { file })
  return { file, layer, dialect, reading: readConfig(dialect, value, context) }
}

const formats: Readonly<Record<string, DocumentFormat>> = { '.json': 'json', '.jsonc': 'jsonc', '.toml': 'toml' }

// A file without a telling name: JSON begins with a brace or a comment, TOML with anything else.
function chooseFormat(file: string, text: string): DocumentFormat {
  return formats[extname(file).toLowerCase()] ?? (/^\ufeff?\s*(\{|\/\/|\/\*)/.test(text) ? 'jsonc' : 'toml')
}

function emptyReading(): ConfigReading {
  return { hooks: [], settings: defaultSettings(), unsupported: [], problems: [], notices: [] }
}
