import type { Word } from '../shell/command-facts.ts'
import type { MatchResult } from './tool-call.ts'

/** Words of a simple command: what matters of them here. */
export type CommandWords = readonly Pick<Word, 'value' | 'glob'>[]

export interface CommandGlob {
  readonly text: string
  /** For whoever denies or asks: a blank of the glob also matches a blank inside a word. */
  matchLoosely(words: CommandWords): MatchResult
  /** For whoever allows: word boundaries must agree, and nothing unknown may stand where the glob names something. */
  matchExactly(words: CommandWords): boolean
}

type Token = { any: true } | { any: false; character: string }

// Lone surrogates never survive in a word (see `encode`), so they can stand for what is not text.
const boundary = '\uDC00'
const unknown = '\uDC01'

/**
 * Compiles the argument of `Bash(…)`: words separated by blanks, in which `*` spans anything, blanks included.
 *
 * A trailing ` *` also matches nothing: `git push *` is `git push` alone or with arguments, never `git pushx`.
 * `git push:*` means the same. `npm test*` also matches `npm test:unit`. `\*` is a literal star; quotes keep blanks together.
 */
export function compileCommandGlob(text: string): CommandGlob {
  const variants = listVariants(text.trim())
  const exact = variants.map((variant) => tokenize(variant, boundary))
  const loose = variants.map((variant) => tokenize(variant, ' '))
  return {
    text,
    matchLoosely(words) {
      const encoded = encode(words, ' ')
      if (loose.some((tokens) => coversText(tokens, encoded))) return 'matched'
      if (!words.some((word) => word.value === null || word.glob)) return 'unmatched'
      const open = encodeOpenly(words)
      return loose.some((tokens) => couldCover(tokens, open)) ? 'undecidable' : 'unmatched'
    },
    matchExactly(words) {
      const encoded = encode(words, boundary)
      return exact.some((tokens) => coversText(tokens, encoded))
    },
  }
}

function listVariants(text: string): string[] {
  if (text === '*') return ['*']
  if (text.endsWith(':*')) return [text.slice(0, -2), `${text.slice(0, -2)} *`, text]
  return /[^\\]\s+\*$/.test(text) ? [text.replace(/\s+\*$/, ''), text] : [text]
}

function tokenize(text: string, blank: string): Token[] {
  const tokens: Token[] = []
  const quotesBalance = /^(?:[^"'\\]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*')*$/.test(text)
  let quote = ''
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!
    if (character === '\\' && quote !== "'" && /[\\*"' ]/.test(text[index + 1] ?? ''))
      tokens.push({ any: false, character: text[++index]! })
    else if (quotesBalance && character === quote) quote = ''
    else if (quotesBalance && quote === '' && (character === '"' || character === "'")) quote = character
    else if (character === '*') {
      if (tokens.at(-1)?.any !== true) tokens.push({ any: true })
    } else if (quote === '' && /\s/.test(character)) {
      if (!/\s/.test(text[index - 1] ?? '')) tokens.push({ any: false, character: blank })
    } else tokens.push({ any: false, character })
  }
  return tokens
}

function encode(words: CommandWords, between: string): string {
  return words.map(({ value }) => (value === null ? unknown : scrub(value))).join(between)
}

function scrub(word: string): string {
  return word.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD')
}

// An unknown word may be empty, or several words, so the blanks beside it are part of what is unknown. A file name
// pattern is known but for its wildcards.
function encodeOpenly(words: CommandWords): string {
  let text = ''
  for (const { value, glob } of words) {
    if (value === null) text = text.endsWith(unknown) ? text : text + unknown
    else {
      const known = glob ? scrub(value).replace(/[*?]|\[[^\]]*\]/g, unknown) : scrub(value)
      text += text === '' || text.endsWith(unknown) ? known : ` ${known}`
    }
  }
  return text
}

function coversText(tokens: readonly Token[], text: string): boolean {
  let token = 0
  let position = 0
  let star = -1
  let resume = 0
  while (position < text.length) {
    const current = tokens[token]
    if (current?.any) {
      star = token++
      resume = position
    } else if (current !== undefined && current.character === text[position]) {
      token++
      position++
    } else if (star !== -1) {
      token = star + 1
      position = ++resume
    } else return false
  }
  while (tokens[token]?.any) token++
  return token === tokens.length
}

// Is there any text for the unknown words with which the glob would match? Row by row over the text, so linear in both.
function couldCover(tokens: readonly Token[], text: string): boolean {
  let reachable = new Uint8Array(tokens.length + 1)
  reachable[0] = 1
  for (let position = 0; position < text.length; position++) {
    const character = text[position]!
    spread(reachable, tokens, character === unknown ? 'all' : 'stars')
    if (character !== unknown) reachable = advance(reachable, tokens, character)
  }
  spread(reachable, tokens, 'stars')
  return reachable[tokens.length] === 1
}

function spread(reachable: Uint8Array, tokens: readonly Token[], over: 'all' | 'stars'): void {
  for (let index = 0; index < tokens.length; index++) {
    if (reachable[index] === 1 && (over === 'all' || tokens[index]!.any)) reachable[index + 1] = 1
  }
}

function advance(reachable: Uint8Array, tokens: readonly Token[], character: string): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(tokens.length + 1)
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    if (reachable[index] !== 1) continue
    if (token.any) next[index] = 1
    else if (token.character === character) next[index + 1] = 1
  }
  return next
}
