import { parseJsonDocument } from './document/json-document.ts'
import { parseTomlDocument } from './document/toml-document.ts'

export { formatPath } from './json/format-path.ts'

export type DocumentFormat = 'json' | 'jsonc' | 'toml'

/** A step of the way into a document: the key of a table or object, or the index of an array. */
export type DocumentPath = readonly (string | number)[]

/** A configuration file as plain data that still knows where each part of it was written. */
export interface ConfigDocument {
  format: DocumentFormat
  /** Plain data of its own. TOML dates are ISO 8601 text; integers past 2^53 lose digits, as in JSON. */
  value: unknown
  /**
   * The place of the value at a path, or with `key` of the key that names it; of the nearest existing ancestor if there is
   * no such value. Lines and columns count from 1, columns in UTF-16 units. The first call builds an index, later ones are cheap.
   */
  locate(path: DocumentPath, options?: { key?: boolean }): { line: number; column: number }
}

/**
 * Parses a configuration file. JSON is strict; JSONC may hold comments and trailing commas. A byte order mark is skipped, and a
 * key `__proto__` is an ordinary key. Throws a HookError `CONFIG_SYNTAX` with the place of the fault for anything that
 * is not valid, for a key that occurs twice, and for data nested deeper than 64 levels; nothing of such a file is returned.
 */
export function parseDocument(text: string, format: DocumentFormat, file?: string): ConfigDocument {
  const source = { text: text.startsWith('\ufeff') ? text.slice(1) : text, ...(file !== undefined && { file }) }
  return format === 'toml' ? parseTomlDocument(source) : parseJsonDocument(source, format)
}
