import type { Word as SyntaxWord, WordPart } from 'unbash'
import { assembleFields, assembleOne } from './assemble-fields.ts'
import { type Context, enterSubshell, type Field, report } from './context.ts'
import { expandBraces, type Piece } from './expand-braces.ts'
import { expandParameter, expandVariable } from './expand-parameter.ts'
import { readBareText, reportHistory } from './read-bare-text.ts'
import { visitArithmetic } from './visit-arithmetic.ts'

const BRACE_LIMIT = 200

/** The words that one written word becomes in Bash and, where it differs, in a shell without Bash's extensions. */
export interface Expansion {
  fields: Field[]
  posix?: Field[]
}

/**
 * Expands a word as far as that needs no running shell, and walks every command inside it. Unknown parts give a null value.
 * A `~` is kept as it is and marked.
 */
export function expandWord(word: SyntaxWord, context: Context): Expansion {
  if (hasTooManyBraces(word.text)) return { fields: [giveUp(word, context)] }
  const parts = word.parts
  if (parts === undefined) return expandBare(word, context)
  const reader = new PartReader(
    context,
    parts.some((part) => part.type === 'BraceExpansion' || (part.type === 'Literal' && part.text.includes('{'))),
  )
  const pieces = reader.readAll(parts)
  const fields = expandFields(pieces, word, context)
  if (reader.posix === undefined && fields.length === 1 && !reader.braces) return { fields }
  const plain = assembleFields(reader.posix ?? pieces, word.text)
  return isSame(fields, plain) ? { fields } : { fields, posix: plain }
}

/** Bash expands some braces that the grammar takes for plain text. */
function expandBare(word: SyntaxWord, context: Context): Expansion {
  const pieces = readBareText(word.text, word.pos, context)
  const plain = assembleFields(pieces, word.text)
  if (!word.text.includes('{')) return { fields: plain }
  const fields = expandFields(pieces, word, context)
  return isSame(fields, plain) ? { fields } : { fields, posix: plain }
}

/** Expands a word that stays one word: the value of an assignment, a here-string, an operand. No braces, no splitting. */
export function expandSingle(word: SyntaxWord, context: Context): Field {
  if (hasTooManyBraces(word.text)) return giveUp(word, context)
  return assembleOne(readPieces(word.parts, context) ?? readBareText(word.text, word.pos, context), word.text)
}

/** Expands the body of a here-document whose delimiter is not quoted. */
export function expandBody(body: { text: string; parts: readonly WordPart[] | undefined }, context: Context): Field {
  const pieces = readPieces(body.parts, context) ?? [{ kind: 'text' as const, text: body.text, quoted: true }]
  return assembleOne(
    pieces.map((piece) => (piece.kind === 'text' ? { ...piece, quoted: true } : piece)),
    body.text,
  )
}

function readPieces(parts: readonly WordPart[] | undefined, context: Context): Piece[] | undefined {
  return parts && new PartReader(context, false).readAll(parts)
}

function expandFields(pieces: Piece[], word: SyntaxWord, context: Context): Field[] {
  const words = expandBraces(pieces)
  if (words !== null && context.analysis.takeExpandedWords(words.length - 1)) {
    return words.flatMap((each) => assembleFields(each, word.text))
  }
  return [giveUp(word, context)]
}

function giveUp(word: SyntaxWord, context: Context): Field {
  report(context, 'budget', 'braces expand to more words than can be listed', word.pos)
  return { value: null, raw: word.text, template: '$_', open: true }
}

/** The parser looks for the end of every brace anew, so a word of nothing but braces would take it minutes. */
function hasTooManyBraces(text: string): boolean {
  if (text.length <= BRACE_LIMIT || text.split('{', BRACE_LIMIT + 1).length <= BRACE_LIMIT) return false
  const bare = text.replace(/'[^']*'|"(?:\\.|[^"\\])*"|\\./gs, '')
  return bare.split('{', BRACE_LIMIT + 1).length > BRACE_LIMIT
}

function isSame(a: Field[], b: Field[]): boolean {
  return a.length === b.length && a.every((field, index) => field.value === b[index]?.value)
}

/** Reads the parts of one word into pieces. `posix` holds a second reading once a part has one. */
class PartReader {
  posix: Piece[] | undefined
  readonly braces: boolean
  readonly #context: Context

  constructor(context: Context, braces: boolean) {
    this.#context = context
    this.braces = braces
  }

  readAll(parts: readonly WordPart[]): Piece[] {
    const pieces: Piece[] = []
    for (const part of parts) {
      const own = this.#read(part)
      const other = readPosix(part)
      if (other && !this.posix) this.posix = [...pieces]
      if (this.posix) this.posix.push(...(other ?? own))
      pieces.push(...own)
    }
    return pieces
  }

  #read(part: WordPart): Piece[] {
    const context = this.#context
    switch (part.type) {
      case 'Literal':
        return readBareText(part.text, part.pos, context)
      case 'Glob':
        if (part.parts?.some((inner) => inner.type !== 'Literal')) return this.#readPattern(part.parts)
        return readBareText(part.text, part.pos, context)
      case 'SingleQuoted':
        return [{ kind: 'text', text: part.value, quoted: true }]
      case 'AnsiCQuoted':
        return [this.#readAnsi(part.text, part.value, part.pos)]
      case 'DoubleQuoted':
      case 'LocaleString':
        return [{ kind: 'text', text: '', quoted: true }, ...part.parts.flatMap((child) => this.#readQuoted(child))]
      case 'BraceExpansion':
        if (part.parts === undefined) return readBareText(part.text, part.pos, context)
        return [
          { kind: 'text', text: '{', quoted: false },
          ...part.parts.flatMap((child) => this.#read(child)),
          { kind: 'text', text: '}', quoted: false },
        ]
      case 'ExtendedGlob':
        report(context, 'dynamic', 'an extended pattern means different things to different shells', part.pos)
        for (const inner of part.parts ?? []) this.#read(inner)
        return [{ kind: 'gap', quoted: false }]
      case 'SimpleExpansion':
      case 'ParameterExpansion':
        return this.#readExpansion(part, { quoted: false })
      default:
        return this.#readSubstitution(part, { quoted: part.type === 'ProcessSubstitution' })
    }
  }

  #readQuoted(part: WordPart): Piece[] {
    if (part.type === 'Literal') {
      reportHistory(part.text, part.pos, this.#context)
      return [{ kind: 'text', text: part.value, quoted: true }]
    }
    if (part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion')
      return this.#readExpansion(part, { quoted: true })
    return this.#readSubstitution(part, { quoted: true })
  }

  #readPattern(parts: readonly WordPart[]): Piece[] {
    for (const part of parts) this.#read(part)
    return [{ kind: 'gap', quoted: false }]
  }

  #readAnsi(text: string, value: string, at: number): Piece {
    // A POSIX shell ends this quote at the first `'`, escaped or not, and runs what follows.
    if (text.slice(2, -1).includes("'"))
      report(this.#context, 'dynamic', "an escaped quote inside $'…' ends it in some shells", at)
    const encoded = /\\[xuUc0-7]/.test(text) && /[^\x01-\x7f]/.test(value)
    return encoded ? { kind: 'gap', quoted: true } : { kind: 'text', text: value, quoted: true }
  }

  #readExpansion(
    part: Extract<WordPart, { type: 'SimpleExpansion' | 'ParameterExpansion' }>,
    how: { quoted: boolean },
  ): Piece[] {
    if (part.type === 'ParameterExpansion') return expandParameter(part, this.#context, how)
    // Braces expand first: `$x{a,b}` reads `$xa` and `$xb`.
    if (this.braces && !how.quoted) return [{ kind: 'gap', quoted: false }]
    return expandVariable(part.text.slice(1), this.#context, how)
  }

  #readSubstitution(part: WordPart, { quoted }: { quoted: boolean }): Piece[] {
    const context = this.#context
    if (part.type === 'ArithmeticExpansion') visitArithmetic(part.expression, context, part)
    else if (part.type === 'CommandExpansion' || part.type === 'ProcessSubstitution') {
      const inner = enterSubshell(context, part.type === 'CommandExpansion' ? '$( )' : `${part.operator}( )`)
      if (!context.analysis.mayEnter(inner.depth, part.end - part.pos)) return [{ kind: 'gap', quoted }]
      if (part.script) context.walk.script(part.script, inner)
      else report(context, 'syntax', 'a substitution cannot be read', part.pos)
    }
    return [{ kind: 'gap', quoted }]
  }
}

/** How a shell without `$'…'` and `$"…"` reads such a part: a dollar sign and an ordinary quote. */
function readPosix(part: WordPart): Piece[] | undefined {
  if (part.type === 'AnsiCQuoted') {
    return [{ kind: 'text', text: `$${part.text.slice(2, -1)}`, quoted: true }]
  }
  if (part.type !== 'LocaleString') return undefined
  const inner = part.parts.map(
    (child): Piece =>
      child.type === 'Literal' ? { kind: 'text', text: child.value, quoted: true } : { kind: 'gap', quoted: true },
  )
  return [{ kind: 'text', text: '$', quoted: true }, ...inner]
}
