/**
 * A run of text, quoted or not, an expansion whose value is unknown (`gap`), or a place where unquoted text splits into words.
 * `home` says of text from a variable whether it begins with a `~` that stands for a home directory; written text leaves it out.
 */
export type Piece =
  | { kind: 'text'; text: string; quoted: boolean; home?: boolean }
  | { kind: 'gap'; quoted: boolean }
  | { kind: 'split' }

const BRACE_LIMIT = 64
const WORD_LIMIT = 1_000

/**
 * Expands the braces of one word: `a{b,c}` gives `ab` and `ac`. Returns null when there would be too many words or the
 * order of characters in a sequence depends on the machine.
 */
export function expandBraces(pieces: Piece[]): Piece[][] | null {
  const tokens = splitTokens(pieces)
  const braces = tokens.filter((token) => isBare(token, '{')).length
  if (braces === 0) return [pieces]
  if (braces > BRACE_LIMIT) return null
  try {
    return expandTokens(tokens)
  } catch (error) {
    if (error instanceof TooManyWords) return null
    throw error
  }
}

class TooManyWords extends Error {}

function splitTokens(pieces: Piece[]): Piece[] {
  return joinBare(pieces).flatMap((piece) =>
    piece.kind === 'text' && !piece.quoted && /[{},]/.test(piece.text)
      ? piece.text.split(/([{},])/).flatMap((text) => (text === '' ? [] : [{ ...piece, text }]))
      : [piece],
  )
}

/** A joined line leaves two pieces behind, between which `..` may stand. */
function joinBare(pieces: Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    const both = last?.kind === 'text' && !last.quoted && piece.kind === 'text' && !piece.quoted
    if (both && last.home === undefined && piece.home === undefined)
      joined[joined.length - 1] = { ...last, text: last.text + piece.text }
    else joined.push(piece)
  }
  return joined
}

function isBare(token: Piece | undefined, text: string): boolean {
  return token?.kind === 'text' && !token.quoted && token.text === text
}

function expandTokens(tokens: Piece[]): Piece[][] {
  for (let open = 0; open < tokens.length; open++) {
    // `{}` at the start of a word is never a brace to expand: find and xargs need it.
    if (!isBare(tokens[open], '{') || (open === 0 && isBare(tokens[1], '}'))) continue
    const close = findClose(tokens, open)
    if (close === -1) continue
    if (isBare(tokens[open + 1], '}') && isBlank(tokens[open - 1])) throw new TooManyWords()
    const middle = expandInner(tokens.slice(open + 1, close))
    const after = expandTokens(tokens.slice(close + 1))
    if (middle.length * after.length > WORD_LIMIT) throw new TooManyWords()
    const before = tokens.slice(0, open)
    return middle.flatMap((inner) => after.map((rest) => [...before, ...inner, ...rest]))
  }
  return [tokens]
}

/** Behind `\ ` Bash leaves `{}` alone, behind `' '` it does not, and here the two look the same. */
function isBlank(token: Piece | undefined): boolean {
  return token?.kind === 'text' && /^\s$/.test(token.text)
}

/**
 * Bash takes the first `}` on the same level that has a comma or `..` before it, and passes over any earlier one:
 * `{a},b}` gives `a}` and `b`.
 */
function findClose(tokens: Piece[], open: number): number {
  let level = 0
  let separated = false
  for (let index = open + 1; index < tokens.length; index++) {
    const token = tokens[index]
    if (isBare(token, '{')) level++
    else if (isBare(token, '}')) {
      if (level > 0) level--
      else if (separated) return index
    } else if (level === 0) separated ||= isBare(token, ',') || hasRange(token, tokens[index + 1])
  }
  return -1
}

function hasRange(token: Piece | undefined, next: Piece | undefined): boolean {
  if (token?.kind !== 'text' || token.quoted) return false
  const at = token.text.indexOf('..')
  return at !== -1 && !(at === token.text.length - 2 && isBare(next, '}'))
}

/** What stands between braces: a list when it holds a comma on any level, else a sequence, else itself with its braces. */
function expandInner(inner: Piece[]): Piece[][] {
  if (inner.some((token) => isBare(token, ','))) return expandList(inner)
  // Bash looks for the comma before it looks at quotes; what it finds there is not worth following.
  if (
    inner.some((token) => token.kind === 'gap' || (token.kind === 'text' && token.quoted && token.text.includes(',')))
  ) {
    throw new TooManyWords()
  }
  return expandSequence(inner) ?? [[...asWord('{'), ...inner, ...asWord('}')]]
}

function expandList(inner: Piece[]): Piece[][] {
  const items: Piece[][] = [[]]
  let level = 0
  for (const token of inner) {
    if (isBare(token, '{')) level++
    else if (isBare(token, '}') && level > 0) level--
    if (level === 0 && isBare(token, ',')) items.push([])
    else items.at(-1)?.push(token)
  }
  const words = items.flatMap(expandTokens)
  if (words.length > WORD_LIMIT) throw new TooManyWords()
  return words
}

function expandSequence([only, ...others]: Piece[]): Piece[][] | null {
  if (others.length > 0 || only?.kind !== 'text' || only.quoted) return null
  const found = /^(?:(-?\d+)\.\.(-?\d+)|([a-zA-Z])\.\.([a-zA-Z]))(?:\.\.(-?\d+))?$/.exec(only.text)
  if (!found) return null
  const [, firstNumber, lastNumber, firstLetter, lastLetter, step] = found
  const stride = Math.abs(Number(step ?? 1)) || 1
  if (firstNumber !== undefined && lastNumber !== undefined) {
    const width = [firstNumber, lastNumber].some((text) => /^-?0\d/.test(text))
      ? Math.max(firstNumber.length, lastNumber.length)
      : 0
    return countFrom(Number(firstNumber), Number(lastNumber), stride).map((value) => asWord(padNumber(value, width)))
  }
  const letters = `${firstLetter}${lastLetter}`
  // Between `Z` and `a` stand characters that are shell syntax.
  if (!/^([a-z]+|[A-Z]+)$/.test(letters)) throw new TooManyWords()
  const codes = countFrom(letters.charCodeAt(0), letters.charCodeAt(1), stride)
  return codes.map((code) => asWord(String.fromCharCode(code)))
}

function countFrom(first: number, last: number, stride: number): number[] {
  const count = Math.floor(Math.abs(last - first) / stride) + 1
  if (!(count <= WORD_LIMIT) || !Number.isSafeInteger(first) || !Number.isSafeInteger(last)) throw new TooManyWords()
  return Array.from({ length: count }, (_, index) => first + (last >= first ? index : -index) * stride)
}

function padNumber(value: number, width: number): string {
  const digits = String(Math.abs(value))
  return value < 0 ? `-${digits.padStart(width - 1, '0')}` : digits.padStart(width, '0')
}

function asWord(text: string): Piece[] {
  return [{ kind: 'text', text, quoted: false }]
}
