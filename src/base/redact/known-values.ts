/** Finds literal secrets, in every spelling in which they may appear, by one look-up per position. */
export class KnownValues {
  readonly #spellings = new Map<number, string[]>()
  readonly #filter = new Uint8Array(0x10000)
  readonly #firsts = new Uint8Array(0x10000)
  readonly #starts = new Set<string>()

  constructor(secrets: Iterable<string>) {
    const spellings = new Set<string>()
    for (const secret of secrets) for (const spelling of spell(secret)) spellings.add(spelling)
    // Longest first, so that the longest match at a position is the first that is met.
    for (const spelling of [...spellings].sort((a, b) => b.length - a.length)) {
      const hash = hashAt(spelling, 0)
      this.#filter[hash] = 1
      this.#firsts[spelling.charCodeAt(0)] = 1
      for (let length = 1; length < hashLength; length++) this.#starts.add(spelling.slice(0, length))
      const bucket = this.#spellings.get(hash)
      if (bucket) bucket.push(spelling)
      else this.#spellings.set(hash, [spelling])
    }
  }

  /** The length of the longest secret that starts at `at`, 0 for none, `'more'` if that depends on text that has not arrived. */
  matchAt(text: string, at: number, final: boolean): number | 'more' {
    if (this.#firsts[text.charCodeAt(at)] === 0) return 0
    const available = text.length - at
    if (available < hashLength) return !final && this.#starts.has(text.slice(at)) ? 'more' : 0
    const hash = hashAt(text, at)
    if (this.#filter[hash] === 0) return 0
    for (const spelling of this.#spellings.get(hash)!) {
      if (text.startsWith(spelling, at)) return spelling.length
      if (!final && available < spelling.length && spelling.startsWith(text.slice(at))) return 'more'
    }
    return 0
  }
}

/** Shorter values would be found in ordinary words. */
export const shortestSecret = 6

const hashLength = 4

function hashAt(text: string, at: number): number {
  const high = text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)
  return ((high * 31 + text.charCodeAt(at + 2)) * 31 + text.charCodeAt(at + 3)) & 0xffff
}

function* spell(secret: string): Generator<string> {
  const trimmed = secret.trim()
  if (trimmed.length < shortestSecret) return
  yield trimmed
  const escaped = JSON.stringify(trimmed).slice(1, -1)
  yield escaped
  yield JSON.stringify(escaped).slice(1, -1)
  const encoded = encodeURIComponent(trimmed.toWellFormed())
  yield encoded
  yield encoded.replace(/%20/g, '+')
  yield encoded.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())
  yield* spellBase64(trimmed)
  for (const line of trimmed.split(/\r?\n/))
    if (line.length >= longLine && line !== trimmed && !line.startsWith('---')) yield line
}

/** A line of a secret of several lines is a secret of its own when it is long enough not to be an ordinary one. */
const longLine = 20

/**
 * The secret alone, and what is certain of it when it stands inside a longer encoded text: each of three alignments
 * leaves the characters that mix with what stands before or after it undetermined.
 */
function* spellBase64(secret: string): Generator<string> {
  const bytes = Buffer.from(secret, 'utf8')
  for (const encoding of ['base64', 'base64url'] as const) {
    const alone = bytes.toString(encoding)
    yield alone
    yield alone.replace(/=+$/, '')
    for (const lead of [0, 1, 2]) {
      const from = Math.ceil((lead * 8) / 6)
      const to = Math.floor(((lead + bytes.length) * 8) / 6)
      const certain = Buffer.concat([Buffer.alloc(lead), bytes])
        .toString(encoding)
        .slice(from, to)
      if (certain.length >= shortestCertain) yield certain
    }
  }
}

const shortestCertain = 10
