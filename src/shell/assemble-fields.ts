import type { Field } from './context.ts'
import type { Piece } from './expand-braces.ts'

/** Joins pieces to words: splits where unquoted text does, drops what is empty and was never quoted, marks patterns and `~`. */
export function assembleFields(pieces: Piece[], raw: string): Field[] {
  const fields: Field[] = []
  let group: Piece[] = []
  for (const piece of pieces) {
    if (piece.kind !== 'split') group.push(piece)
    else if (group.length > 0) {
      fields.push(...assembleField(group, raw))
      group = []
    }
  }
  if (group.length > 0) fields.push(...assembleField(group, raw))
  return fields
}

/** Joins pieces to exactly one word, as for an assignment or a here-document, where nothing splits. */
export function assembleOne(pieces: Piece[], raw: string): Field {
  const whole = pieces.filter((piece) => piece.kind !== 'split')
  return assembleField(whole, raw)[0] ?? { value: '', raw, template: '' }
}

function assembleField(pieces: Piece[], raw: string): Field[] {
  let text = ''
  let bare = ''
  let known = true
  let quoted = false
  let open = false
  for (const piece of pieces) {
    if (piece.kind === 'split') continue
    if (piece.quoted) quoted = true
    if (piece.kind === 'gap') {
      known = false
      if (!piece.quoted) open = true
      text += '$_'
      continue
    }
    // A home directory in the middle of a word has no name here.
    if (piece.home && text !== '') known = false
    text += piece.text
    if (!piece.quoted) bare += piece.text
  }
  if (known && text === '' && !quoted) return []
  const home = readHome(pieces)
  const value = known && home !== 'other' ? text : null
  const field: Field = { value, raw, template: text }
  if (isPattern(bare)) field.glob = true
  if (home === 'home') field.home = true
  if (open) field.open = true
  return [field]
}

function isPattern(bare: string): boolean {
  return /[*?]/.test(bare) || (bare.includes('[') && bare.indexOf('[') < bare.lastIndexOf(']'))
}

/** `~` and `~user` stand for a home directory; `~+`, `~-` and `~1` for directories only the running shell knows. */
function readHome(pieces: Piece[]): 'none' | 'home' | 'other' {
  const first = pieces[0]
  if (first?.kind !== 'text') return 'none'
  if (first.home !== undefined) return first.home ? 'home' : 'none'
  if (first.quoted || !first.text.startsWith('~')) return 'none'
  const slash = first.text.indexOf('/')
  const endsQuoted = slash === -1 && pieces.length > 1 && !startsWithSlash(pieces[1])
  if (endsQuoted) return pieces.slice(1).every((piece) => piece.kind === 'text' && !piece.quoted) ? 'home' : 'none'
  const user = first.text.slice(1, slash === -1 ? undefined : slash)
  if (/^[+-]?\d*$/.test(user) && user !== '') return 'other'
  return /^[\w.-]*$/.test(user) ? 'home' : 'none'
}

function startsWithSlash(piece: Piece | undefined): boolean {
  return piece?.kind === 'text' && !piece.quoted && piece.text.startsWith('/')
}
