import { parse, TomlDate, TomlError } from 'smol-toml'
import type { ConfigDocument, DocumentPath } from '../document.ts'
import { formatPath } from '../json/format-path.ts'
import { tooDeepMessage } from '../json/parse-json.ts'
import { maxJsonDepth } from '../json/scan-json.ts'
import { describeFound } from '../json/text-position.ts'
import { type DocumentSource, makeDuplicateKeyError, makeSyntaxError } from './document-source.ts'
import { indexLines } from './line-index.ts'
import { findEarlierDefinition, findNearestToml, indexToml, type TomlNode } from './toml-index.ts'

/** Parses TOML with positions. Throws `CONFIG_SYNTAX`. */
export function parseTomlDocument(source: DocumentSource): ConfigDocument {
  const findNode = indexNodes(source.text)
  return {
    format: 'toml',
    value: toPlain(parseToml(source), [], source),
    locate: (path, options = {}) => findNode(path, options.key === true ? 'key' : 'value'),
  }
}

function parseToml(source: DocumentSource): unknown {
  try {
    return parse(source.text, { integersAsBigInt: 'asNeeded', maxDepth: maxJsonDepth })
  } catch (error) {
    throw error instanceof TomlError ? describeTomlError(source, error) : error
  }
}

function describeTomlError(source: DocumentSource, error: TomlError): Error {
  const { text } = source
  const offset = offsetAt(text, error.line, error.column)
  if (error.message.includes('excessively nested')) return makeSyntaxError(source, offset, tooDeepMessage)
  if (error.message.includes('redefine')) {
    const earlier = findEarlierDefinition(text, offset)
    if (earlier)
      return makeDuplicateKeyError(source, { path: formatPath(earlier.path), first: earlier.at, again: offset })
    return makeSyntaxError(
      source,
      offset,
      `expected every key once but found ${describeFound(text, offset)}, which was defined before`,
    )
  }
  const reason = error.message.split('\n', 1)[0]!.replace(/^Invalid TOML document: /, '')
  return makeSyntaxError(source, offset, `${reason}: found ${describeFound(text, offset)}`)
}

function offsetAt(text: string, line: number, column: number): number {
  let start = 0
  for (let current = 1; current < line; current++) start = text.indexOf('\n', start) + 1
  return start + column - 1
}

function toPlain(value: unknown, path: (string | number)[], source: DocumentSource): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof TomlDate) return value.toISOString()
  if (path.length >= maxJsonDepth) {
    throw makeSyntaxError(source, findNearestToml(indexToml(source.text), path).keyAt, tooDeepMessage)
  }
  if (Array.isArray(value)) return value.map((item, index) => toPlain(item, [...path, index], source))
  // Object.fromEntries defines properties, so that a key __proto__ is data like any other.
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, toPlain(member, [...path, key], source)]),
  )
}

function indexNodes(text: string) {
  let index: { root: TomlNode; positionOf: ReturnType<typeof indexLines> } | undefined
  return (path: DocumentPath, part: 'key' | 'value') => {
    index ??= { root: indexToml(text), positionOf: indexLines(text) }
    const node = findNearestToml(index.root, path)
    return index.positionOf(part === 'key' ? node.keyAt : node.at)
  }
}
