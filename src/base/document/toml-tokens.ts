import { parse } from 'smol-toml'

export interface TomlKeyPart {
  name: string
  at: number
}

/** Reads a bare, quoted or dotted key; `end` is the offset of what follows it: `=`, `]`, or anything in a broken text. */
export function readTomlKey(text: string, from: number): { parts: TomlKeyPart[]; end: number } {
  const parts: TomlKeyPart[] = []
  let at = skipBlanks(text, from)
  for (;;) {
    const end = text[at] === '"' || text[at] === "'" ? skipTomlString(text, at) : skipBareKey(text, at)
    if (end === at) return { parts, end }
    parts.push({ name: decodeKey(text.slice(at, end)), at })
    at = skipBlanks(text, end)
    if (text[at] !== '.') return { parts, end: at }
    at = skipBlanks(text, at + 1)
  }
}

/** The offset behind a string of any of the four kinds. */
export function skipTomlString(text: string, from: number): number {
  const quote = text[from]!
  const fence = text.startsWith(quote.repeat(3), from) ? quote.repeat(3) : quote
  let at = from + fence.length
  while (at < text.length && !text.startsWith(fence, at)) at += text[at] === '\\' && quote === '"' ? 2 : 1
  at += fence.length
  // Up to two quotes may stand directly before the closing three.
  if (fence.length === 3) for (let extra = 0; extra < 2 && text[at] === quote; extra++) at++
  return Math.min(at, text.length)
}

/** Skips blanks, line breaks and comments. */
export function skipTomlVoid(text: string, from: number): number {
  let at = from
  for (;;) {
    while (isTomlBlank(text.charCodeAt(at)) || text[at] === '\n' || text[at] === '\r') at++
    if (text[at] !== '#') return at
    const end = text.indexOf('\n', at)
    at = end === -1 ? text.length : end
  }
}

export function isTomlBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (isTomlBlank(text.charCodeAt(at))) at++
  return at
}

function skipBareKey(text: string, from: number): number {
  let at = from
  while (at < text.length && /[\w-]/.test(text[at]!)) at++
  return at
}

function decodeKey(written: string): string {
  if (written.startsWith("'")) return written.slice(1, -1)
  if (!written.startsWith('"')) return written
  if (!written.includes('\\')) return written.slice(1, -1)
  return Object.keys(parse(`${written} = 0`))[0]!
}
