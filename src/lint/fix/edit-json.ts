import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'
import type { DocumentFix } from './apply-fixes.ts'

/** The text with one change made; comments, order and everything else stay. Undefined when there is nothing at the path. */
export function editJson(text: string, fix: DocumentFix): string | undefined {
  const start = text.startsWith('\ufeff') ? 1 : 0
  const body = text.slice(start)
  const edited = editBody(body, fix)
  return edited === undefined ? undefined : text.slice(0, start) + edited
}

function editBody(text: string, fix: DocumentFix): string | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true })
  const node = root && findNodeAtLocation(root, [...fix.path])
  const property = node?.parent
  if (!node || property?.type !== 'property') return undefined
  if (fix.kind === 'set') return splice(text, node, JSON.stringify(fix.value))
  if (fix.kind === 'rename') return splice(text, property.children![0]!, JSON.stringify(fix.name))
  return removeProperty(text, property)
}

function splice(text: string, { offset, length }: { offset: number; length: number }, put: string): string {
  return text.slice(0, offset) + put + text.slice(offset + length)
}

// The parser's own way to remove a property lays out what is around it anew and loses comments.
function removeProperty(text: string, property: Node): string {
  const end = property.offset + property.length
  const [comma] = /^\s*,/.exec(text.slice(end)) ?? []
  if (comma !== undefined) return cut(text, property.offset, end + comma.length)
  const siblings = property.parent!.children!
  const before = siblings[siblings.indexOf(property) - 1]
  const commaAt = before ? text.indexOf(',', before.offset + before.length) : -1
  const without = cut(text, property.offset, end)
  return commaAt === -1 ? without : without.slice(0, commaAt) + without.slice(commaAt + 1)
}

/** Cuts a stretch out, with the blanks behind it, and with its line if nothing else stands there. */
function cut(text: string, from: number, to: number): string {
  const end = to + (/^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0)
  const lineStart = text.lastIndexOf('\n', from - 1) + 1
  const [lineEnd] = /^\r?\n/.exec(text.slice(end)) ?? []
  const isAlone = lineEnd !== undefined && text.slice(lineStart, from).trim() === ''
  return isAlone ? text.slice(0, lineStart) + text.slice(end + lineEnd.length) : text.slice(0, from) + text.slice(end)
}
