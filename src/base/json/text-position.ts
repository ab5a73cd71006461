/** Turns an offset into a line and a column, both from 1. A byte order mark takes up no column. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = text.charCodeAt(0) === byteOrderMark ? 1 : 0
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++
    lineStart = at + 1
  }
  return { line, column: Math.max(1, Math.min(offset, text.length) - lineStart + 1) }
}

/** What stands at an offset, in words fit for "but found …". */
export function describeFound(text: string, offset: number): string {
  if (offset >= text.length) return 'the end of the text'
  const character = String.fromCodePoint(text.codePointAt(offset)!)
  if (character === '\n' || character === '\r') return 'a line break'
  if (character === '\t') return 'a tab'
  if (/^[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Z}]$/u.test(character)) {
    return `the character U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  }
  const word = /^[\p{L}\p{N}_$]{1,20}/u.exec(text.slice(offset, offset + 20))?.[0] ?? character
  return word === "'" ? 'a single quote' : `'${word}'`
}

export const byteOrderMark = 0xfeff
