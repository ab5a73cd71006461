import { type ConfigDocument, parseDocument } from '../base/document.ts'
import { HookError, type Place } from '../base/errors.ts'
import { formatPath } from '../base/json/format-path.ts'
import type { LoadedFile } from '../config/load-files.ts'
import { readFileText } from '../config/read-file-text.ts'
import { isRecord, type Path } from '../protocol/schema/check.ts'
import type { Layer } from '../protocol/source.ts'
import type { LintContext } from './lint-context.ts'
import { createLintedHook, type LintedHook } from './linted-hook.ts'

/** A configuration file with everything that checks look at. */
export interface LintedFile extends Omit<LoadedFile, 'layer'> {
  /** The layer the file stands in when it is found by its place; `config` for any other file. */
  readonly layer: Layer
  readonly context: LintContext
  /** Undefined for code and for files that are no valid document. */
  readonly document: ConfigDocument | undefined
  readonly hooks: readonly LintedHook[]
  /** Where a path stands in the document. */
  place(path: Path, options?: { key?: boolean }): Place
  /** The value at a path; undefined when there is none. */
  valueAt(path: Path): unknown
  /** The path whose text a reading wrote down. */
  findPath(text: string | undefined): Path | undefined
}

/** Prepares a file that was read for the checks. */
export function createLintedFile(loaded: LoadedFile, layer: Layer, context: LintContext): LintedFile {
  const document = readDocument(loaded)
  const paths = indexPaths(document?.value)
  const file: LintedFile = {
    ...loaded,
    layer,
    context,
    document,
    hooks: [],
    place: (path, options) => ({
      file: loaded.file,
      ...document?.locate(path, options),
      ...(path.length > 0 && { path: formatPath(path) }),
    }),
    valueAt: (path) => path.reduce<unknown>(step, document?.value),
    findPath: (text) => (text === undefined ? undefined : paths.get(text)),
  }
  return Object.assign(file, { hooks: loaded.reading.hooks.map((hook) => createLintedHook(hook, file)) })
}

// What the name of a file says of its format has been judged by reading it: here the text is known to be one of the two.
function readDocument({ file }: LoadedFile): ConfigDocument | undefined {
  if (/\.[mc]?[jt]s$/i.test(file)) return undefined
  try {
    const { text } = readFileText(file)
    try {
      return parseDocument(text, 'jsonc', file)
    } catch {
      return parseDocument(text, 'toml', file)
    }
  } catch (error) {
    if (error instanceof HookError) return undefined
    throw error
  }
}

function indexPaths(value: unknown): Map<string, Path> {
  const paths = new Map<string, Path>()
  const visit = (node: unknown, path: Path): void => {
    paths.set(formatPath(path), path)
    if (Array.isArray(node)) node.forEach((item, index) => void visit(item, [...path, index]))
    else if (isRecord(node)) for (const [key, item] of Object.entries(node)) visit(item, [...path, key])
  }
  visit(value, [])
  return paths
}

function step(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return (value as Record<string | number, unknown>)[key]
}
