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
  return pieces.flatMap((piece) =>
    piece.kind === 'text' && !piece.quoted && /[{},.]/.test(piece.text)
      ? piece.text.split(/([{},])/).flatMap((text) => (text === '' ? [] : [{ ...piece, text }]))
      : [piece],
  )
}

function isBare(token: Piece | undefined, text: string): boolean {
  return token?.kind === 'text' && !token.quoted && token.text === text
}

function expandTokens(tokens: Piece[]): Piece[][] {
  for (let open = 0; open < tokens.length; open++) {
    if (!isBare(tokens[open], '{')) continue
    const commas: number[] = []
    const close = findClose(tokens, open, commas)
    if (close === -1) continue
    const middle =
      commas.length > 0 ? expandList(tokens, [open, ...commas, close]) : expandSequence(tokens, open, close)
    if (middle === null) continue
    const before = tokens.slice(0, open)
    const after = expandTokens(tokens.slice(close + 1))
    if (middle.length * after.length > WORD_LIMIT) throw new TooManyWords()
    return middle.flatMap((inner) => after.map((rest) => [...before, ...inner, ...rest]))
  }
  return [tokens]
}

function findClose(tokens: Piece[], open: number, commas: number[]): number {
  let level = 0
  for (let index = open; index < tokens.length; index++) {
    if (isBare(tokens[index], '{')) level++
    else if (isBare(tokens[index], ',') && level === 1) commas.push(index)
    else if (isBare(tokens[index], '}') && --level === 0) return index
  }
  return -1
}

function expandList(tokens: Piece[], edges: number[]): Piece[][] {
  const words = edges.slice(1).flatMap((edge, index) => expandTokens(tokens.slice((edges[index] ?? 0) + 1, edge)))
  if (words.length > WORD_LIMIT) throw new TooManyWords()
  return words
}

function expandSequence(tokens: Piece[], open: number, close: number): Piece[][] | null {
  const [only, ...others] = tokens.slice(open + 1, close)
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
