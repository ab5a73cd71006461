import { type Node, parseTree } from 'jsonc-parser'
import type { ConfigDocument } from '../document.ts'
import { findDuplicateKeys } from '../json/duplicate-keys.ts'
import { formatPath } from '../json/format-path.ts'
import { tooDeepMessage } from '../json/parse-json.ts'
import { endOfComment, type JsonSyntax, scanJson } from '../json/scan-json.ts'
import { describeFound } from '../json/text-position.ts'
import { type DocumentSource, makeDuplicateKeyError, makeSyntaxError } from './document-source.ts'
import { indexJson, type JsonSpot } from './json-index.ts'
import { indexLines } from './line-index.ts'

/** Parses JSON or JSONC with positions. Throws `CONFIG_SYNTAX`. */
export function parseJsonDocument(source: DocumentSource, syntax: JsonSyntax): ConfigDocument {
  checkSyntax(source, syntax)
  const findNode = indexNodes(source.text)
  return {
    format: syntax,
    value: syntax === 'json' ? JSON.parse(source.text) : toValue(readTree(source.text)),
    locate: (path, options = {}) => findNode(path, options.key === true ? 'key' : 'value'),
  }
}

/** The strict scan goes first: it words the faults, and it bounds the depth that the recursive parser behind it may meet. */
function checkSyntax(source: DocumentSource, syntax: JsonSyntax): void {
  const { text } = source
  const scan = scanJson(text, 0, syntax)
  if (!scan.ok) throw makeSyntaxError(source, scan.at, scan.message, hintAt(text, scan.at, syntax))
  const rest = skipBlanks(text, scan.end, syntax)
  if (rest < text.length) {
    const message = `expected the end of the file but found ${describeFound(text, rest)}`
    throw makeSyntaxError(source, rest, message, hintAt(text, rest, syntax))
  }
  if (scan.tooDeepAt !== undefined) throw makeSyntaxError(source, scan.tooDeepAt, tooDeepMessage)
  const [duplicate] = findDuplicateKeys(text, skipBlanks(text, 0, syntax))
  if (duplicate) throw makeDuplicateKeyError(source, { ...duplicate, path: formatPath(duplicate.path) })
}

function hintAt(text: string, at: number, syntax: JsonSyntax): string | undefined {
  if (syntax === 'jsonc') return undefined
  if (text.startsWith('//', at) || text.startsWith('/*', at)) {
    return 'JSON has no comments: remove it, or rename the file to end in .jsonc.'
  }
  if ((text[at] === '}' || text[at] === ']') && text.slice(0, at).trimEnd().endsWith(',')) {
    return 'JSON has no trailing commas: remove the comma before it, or rename the file to end in .jsonc.'
  }
  return undefined
}

function skipBlanks(text: string, from: number, syntax: JsonSyntax): number {
  let at = from
  for (;;) {
    while (' \n\r\t'.includes(text[at] ?? '?')) at++
    if (syntax === 'json' || text[at] !== '/') return at
    const end = endOfComment(text, at)
    if (end <= at) return at
    at = end
  }
}

function readTree(text: string): Node {
  const tree = parseTree(text, [], { allowTrailingComma: true })
  if (tree === undefined) throw new TypeError('a text that was scanned has no tree')
  return tree
}

function toValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(toValue)
  if (node.type !== 'object') return node.value
  // Object.fromEntries defines properties, so that a key __proto__ is data like any other.
  return Object.fromEntries(
    (node.children ?? []).map(({ children }) => [children![0]!.value as string, toValue(children![1]!)]),
  )
}

function indexNodes(text: string) {
  let index: { root: JsonSpot; positionOf: ReturnType<typeof indexLines> } | undefined
  return (path: readonly (string | number)[], part: 'key' | 'value') => {
    index ??= { root: indexJson(text), positionOf: indexLines(text) }
    return index.positionOf(findNearest(index.root, path)[part])
  }
}

function findNearest(root: JsonSpot, path: readonly (string | number)[]): JsonSpot {
  let spot = root
  for (const step of path) {
    const { members } = spot
    const child = Array.isArray(members) ? members[Number(step)] : members?.get(String(step))
    if (child === undefined) break
    spot = child
  }
  return spot
}
