import { parseDocument } from '../../base/document.ts'
import type { DocumentFix } from './apply-fixes.ts'

/**
 * The text with one change made; comments, order and everything else stay. Undefined when the place is written in a way that a
 * small change cannot mend.
 */
export function editToml(text: string, fix: DocumentFix): string | undefined {
  const start = text.startsWith('\ufeff') ? 1 : 0
  const edited = editBody(text.slice(start), fix)
  return edited === undefined ? undefined : text.slice(0, start) + edited
}

function editBody(text: string, fix: DocumentFix): string | undefined {
  const { locate } = parseDocument(text, 'toml')
  const keyAt = offsetOf(text, locate(fix.path, { key: true }))
  const valueAt = offsetOf(text, locate(fix.path))
  if (fix.kind === 'rename') return renameKey(text, keyAt, fix)
  const end = endOfValue(text, valueAt)
  if (end === undefined || text[keyAt] === '[' || valueAt <= keyAt) return undefined
  if (fix.kind === 'set') return text.slice(0, valueAt) + JSON.stringify(fix.value) + text.slice(end)
  return removeLine(text, keyAt, end)
}

function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  let start = 0
  for (let current = 1; current < line; current++) start = text.indexOf('\n', start) + 1
  return start + column - 1
}

const keyShape = /^(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')/

// An array of tables repeats its name in every header.
function renameKey(text: string, keyAt: number, { path, name }: DocumentFix & { kind: 'rename' }): string | undefined {
  const old = String(path.at(-1))
  const header = path.length === 2 ? headerOf(String(path[0]), old) : undefined
  if (header?.test(text)) return text.replace(header, `$<before>${name}$<after>`)
  const [key] = keyShape.exec(text.slice(keyAt)) ?? []
  if (key === undefined || key.replace(/^["']|["']$/g, '') !== old) return undefined
  return text.slice(0, keyAt) + name + text.slice(keyAt + key.length)
}

function headerOf(table: string, key: string): RegExp | undefined {
  if (!/^[\w-]+$/.test(table) || !/^[\w-]+$/.test(key)) return undefined
  return new RegExp(`^(?<before>[ \\t]*\\[\\[?[ \\t]*${table}[ \\t]*\\.[ \\t]*)${key}(?<after>[ \\t]*[\\].])`, 'gm')
}

// Values on one line: a number or word, a text in quotes, an inline table or list.
function endOfValue(text: string, at: number): number | undefined {
  if (/[{[]/.test(text[at] ?? '')) return endOfBracket(text, at)
  const [value] = /^(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[^\s,}\]#"']+)/.exec(text.slice(at)) ?? []
  return value === undefined ? undefined : at + value.length
}

function endOfBracket(text: string, at: number): number | undefined {
  let depth = 0
  const token = /"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[{}[\]\n]/g
  token.lastIndex = at
  for (let found = token.exec(text); found; found = token.exec(text)) {
    if (found[0] === '\n') return undefined
    if (/^[{[]$/.test(found[0])) depth++
    if (/^[}\]]$/.test(found[0]) && --depth === 0) return token.lastIndex
  }
  return undefined
}

function removeLine(text: string, from: number, to: number): string | undefined {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1
  const lineEnd = text.indexOf('\n', to)
  const next = lineEnd === -1 ? text.length : lineEnd + 1
  if (text.slice(lineStart, from).trim() !== '') return undefined
  const rest = text.slice(to, next)
  return text.slice(0, lineStart) + (rest.trim() === '' ? '' : rest.trimStart()) + text.slice(next)
}
