import { findNodeAtLocation, type Node } from 'jsonc-parser'
import { blankComments, endOf, readTree } from './settings-tree.ts'

/**
 * Adds an entry at the end of the list at a path of a settings file, and makes what leads to it where that is missing. Every
 * byte that was there stays, and how the new ones are written tells `removeEntry` which parts were there before: what is made
 * has a blank or a line break behind its opening bracket, an entry put into something empty has none before it, and behind a
 * trailing comma comes an entry with one.
 */
export function insertEntry(text: string, list: readonly string[], entry: unknown): string {
  const root = readTree(text)
  let depth = list.length
  while (findNodeAtLocation(root, list.slice(0, depth)) === undefined) depth--
  const container = findNodeAtLocation(root, list.slice(0, depth))!
  const place: Place = { text, container, layout: readLayout(text), missing: list.slice(depth), entry }
  const last = container.children?.at(-1)
  if (last) return isOnOwnLine(text, last) ? addLine(place, last) : addBehind(place, last)
  return container === root ? addFirstLine(place) : addFirst(place)
}

interface Place {
  text: string
  /** The innermost part of the way that is there. */
  container: Node
  layout: Layout
  /** The keys of the way that are not. */
  missing: readonly string[]
  entry: unknown
}

interface Layout {
  unit: string
  eol: string
}

/** How a file is laid out, by its first indented line. */
function readLayout(text: string): Layout {
  return { unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ', eol: text.includes('\r\n') ? '\r\n' : '\n' }
}

function isOnOwnLine(text: string, { offset }: Node): boolean {
  return /\n[ \t]*$/.test(text.slice(0, offset))
}

function addLine(place: Place, last: Node): string {
  const { text, container, layout } = place
  const end = endOf(last)
  const rest = text.slice(end, endOf(container) - 1)
  const indent = indentAt(text, last.offset)
  const line = `${layout.eol}${indent}${writeLines(place, indent)}`
  const at = end + rest.replace(/[ \t\r\n]+$/, '').length
  return blankComments(rest).includes(',')
    ? `${text.slice(0, at)}${line},${text.slice(at)}`
    : `${text.slice(0, end)},${text.slice(end, at)}${line}${text.slice(at)}`
}

function addBehind(place: Place, last: Node): string {
  const { text, container } = place
  const isOneLine = !text.slice(container.offset, endOf(container)).includes('\n')
  const written = isOneLine ? writeOneLine(place) : writeLines(place, indentAt(text, last.offset))
  return `${text.slice(0, endOf(last))}, ${written}${text.slice(endOf(last))}`
}

function addFirstLine(place: Place): string {
  const { text, container, layout } = place
  const start = container.offset + 1
  const line = `${layout.eol}${layout.unit}${writeLines(place, layout.unit)}${layout.eol}`
  return `${text.slice(0, start)}${line}${text.slice(start)}`
}

function addFirst(place: Place): string {
  const { text, container } = place
  const start = container.offset + 1
  const isOneLine = !text.trim().includes('\n')
  const written = isOneLine ? writeOneLine(place) : writeLines(place, indentAt(text, container.offset))
  return `${text.slice(0, start)}${written}${text.slice(start)}`
}

function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))![0]
}

function writeLines({ missing: [key, ...inner], entry, layout }: Place, indent: string): string {
  const value = key === undefined ? entry : inner.reduceRight<unknown>((made, name) => ({ [name]: made }), [entry])
  const written = JSON.stringify(value, null, layout.unit).replaceAll('\n', `${layout.eol}${indent}`)
  return key === undefined ? written : `${JSON.stringify(key)}: ${written}`
}

function writeOneLine({ missing: [key, ...inner], entry }: Place): string {
  if (key === undefined) return JSON.stringify(entry)
  const list = `[ ${JSON.stringify(entry)} ]`
  const value = inner.reduceRight((made, name) => `{ ${JSON.stringify(name)}: ${made} }`, list)
  return `${JSON.stringify(key)}: ${value}`
}
