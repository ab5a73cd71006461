import { describeFound } from './text-position.ts'

/** How deep objects and arrays may be nested before a text is refused. */
export const maxJsonDepth = 64

/** How many keys one value may hold in all: above some three million JSON.parse takes gigabytes and can end the process. */
export const maxJsonKeys = 2_000_000

export type JsonSyntax = 'json' | 'jsonc'

export type JsonScan = ScannedValue | ScanFault

/** One complete value stands at [from, end). */
export interface ScannedValue {
  ok: true
  end: number
  keys: number
  /** Offset of the first bracket that opens a level too many. */
  tooDeepAt: number | undefined
  /** How many levels are open at the deepest place. */
  depth: number
}

/** No complete value stands there. */
export interface ScanFault {
  ok: false
  /** The offset at which the text stops being JSON. */
  at: number
  message: string
  /** Where the last token before the fault starts. */
  lastToken: number
  /** How many members got as far as the first character of a value. */
  members: number
}

/**
 * Checks that one JSON value starts at `from` and finds its end, by one pass without recursion: no depth and no length
 * overflows the stack. With `jsonc`, comments and trailing commas are allowed. Never throws.
 */
export function scanJson(text: string, from: number, syntax: JsonSyntax = 'json'): JsonScan {
  const open: number[] = []
  let state: number = State.value
  let at = from
  let keys = 0
  let members = 0
  let lastToken = from
  let tooDeepAt: number | undefined
  let depth = 0

  const fault = (offset: number, message: string): ScanFault => ({ ok: false, at: offset, message, lastToken, members })
  const expected = (what: string): ScanFault => fault(at, `expected ${what} but found ${describeFound(text, at)}`)

  for (;;) {
    let code = text.charCodeAt(at)
    while (code === 32 || code === 10 || code === 13 || code === 9) code = text.charCodeAt(++at)
    if (code === slash && syntax === 'jsonc') {
      const end = endOfComment(text, at)
      if (end === at) return expected('a comment, starting // or /*,')
      if (end === -1) return fault(at, 'a comment that starts here never ends')
      at = end
      continue
    }
    switch (state) {
      case State.firstKey:
      case State.key: {
        if (code === closeBrace && (state === State.firstKey || syntax === 'jsonc')) {
          at++
          break
        }
        if (code !== quote)
          return expected(state === State.key ? 'a key in double quotes' : `a key in double quotes or '}'`)
        lastToken = at
        const end = endOfString(text, at)
        if (end < 0) return fault(~end, describeStringFault(text, at, ~end))
        if (++keys > maxJsonKeys) return fault(at, `expected at most ${maxJsonKeys} keys but found more`)
        at = end
        state = State.colon
        continue
      }
      case State.colon:
        if (code !== colon) return expected(`':' after the key`)
        at++
        state = State.value
        continue
      case State.after: {
        const inObject = open.at(-1) === openBrace
        if (code === comma) {
          at++
          state = inObject ? State.key : State.item
          continue
        }
        if (code !== (inObject ? closeBrace : closeBracket)) return expected(inObject ? `',' or '}'` : `',' or ']'`)
        lastToken = at++
        break
      }
      default: {
        if (code === closeBracket && (state === State.firstItem || (state === State.item && syntax === 'jsonc'))) {
          at++
          break
        }
        if (code === openBrace || code === openBracket) {
          if (open.length > 0) members++
          lastToken = at++
          open.push(code)
          if (open.length > depth) depth = open.length
          if (open.length > maxJsonDepth) tooDeepAt ??= at - 1
          state = code === openBrace ? State.firstKey : State.firstItem
          continue
        }
        if (code === quote) {
          if (open.length > 0) members++
          lastToken = at
          const end = endOfString(text, at)
          if (end < 0) return fault(~end, describeStringFault(text, at, ~end))
          at = end
        } else {
          const end = endOfScalar(text, at, code)
          if (end === -1) return expected(state === State.firstItem ? `a value or ']'` : 'a value')
          if (open.length > 0) members++
          lastToken = at
          at = end
        }
        if (open.length === 0) return { ok: true, end: at, keys, tooDeepAt, depth }
        state = State.after
        continue
      }
    }
    open.pop()
    if (open.length === 0) return { ok: true, end: at, keys, tooDeepAt, depth }
    state = State.after
  }
}

/** The offset behind a string that starts at `start`, or `~offset` of the character that no string may hold. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === backslash) {
      at++
      const escaped = text.charCodeAt(at)
      if (escaped === letterU) {
        for (let digit = 0; digit < 4; digit++) if (!isHexDigit(text.charCodeAt(++at))) return ~at
      } else if (!isEscapable(escaped)) return ~at
    } else if (!(code >= 32)) return ~at
  }
}

/** The offset behind a comment at `start`; `start` itself if there is none; -1 if it never ends. */
export function endOfComment(text: string, start: number): number {
  const second = text.charCodeAt(start + 1)
  if (second === slash) {
    const end = text.indexOf('\n', start)
    return end === -1 ? text.length : end
  }
  if (second !== star) return start
  const end = text.indexOf('*/', start + 2)
  return end === -1 ? -1 : end + 2
}

const State = { value: 0, firstKey: 1, key: 2, colon: 3, firstItem: 4, item: 5, after: 6 } as const

const [quote, backslash, slash, star, comma, colon] = [34, 92, 47, 42, 44, 58]
const [openBrace, closeBrace, openBracket, closeBracket, letterU] = [123, 125, 91, 93, 117]

function describeStringFault(text: string, start: number, at: number): string {
  if (at >= text.length) return 'a string never ends: expected a closing double quote but found the end of the text'
  const found = describeFound(text, at)
  if (!isInsideEscape(text, start, at)) return `a string holds ${found}, which must be escaped there`
  return `a string holds an unknown escape: expected one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX but found ${found}`
}

function isInsideEscape(text: string, start: number, at: number): boolean {
  let next = start + 1
  while (next < at) {
    const length = text[next] !== '\\' ? 1 : text[next + 1] === 'u' ? 6 : 2
    if (next + length > at) return true
    next += length
  }
  return false
}

/** Numbers, true, false, null. NaN and Infinity are no JSON. -1 if there is none. */
function endOfScalar(text: string, start: number, code: number): number {
  if (code === 116) return text.startsWith('true', start) ? start + 4 : -1
  if (code === 102) return text.startsWith('false', start) ? start + 5 : -1
  if (code === 110) return text.startsWith('null', start) ? start + 4 : -1
  let at = code === minus ? start + 1 : start
  const first = text.charCodeAt(at)
  if (!isDigit(first)) return -1
  at = first === zero ? at + 1 : skipDigits(text, at)
  if (text.charCodeAt(at) === dot && isDigit(text.charCodeAt(at + 1))) at = skipDigits(text, at + 1)
  if ((text.charCodeAt(at) | 32) === letterE) {
    const sign = text.charCodeAt(at + 1)
    const digits = sign === plus || sign === minus ? at + 2 : at + 1
    if (isDigit(text.charCodeAt(digits))) at = skipDigits(text, digits)
  }
  return at
}

const [zero, minus, plus, dot, letterE] = [48, 45, 43, 46, 101]

function skipDigits(text: string, from: number): number {
  let at = from
  while (isDigit(text.charCodeAt(at))) at++
  return at
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function isHexDigit(code: number): boolean {
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102)
}

function isEscapable(code: number): boolean {
  // " \ / b f n r t
  return (
    code === 34 ||
    code === 92 ||
    code === 47 ||
    code === 98 ||
    code === 102 ||
    code === 110 ||
    code === 114 ||
    code === 116
  )
}
