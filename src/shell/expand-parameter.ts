import type { ParameterExpansionPart, Word as SyntaxWord } from 'unbash'
import { type Context, report } from './context.ts'
import type { Piece } from './expand-braces.ts'

const SELF_CHANGING = new Set(['=', ':='])

/** Expands `${…}`: a plain one like a variable; anything else is unknown, with the commands inside it walked. */
export function expandParameter(part: ParameterExpansionPart, context: Context, how: { quoted: boolean }): Piece[] {
  const { operation, index, prefix, parameter } = part
  if (operation === undefined && index === undefined && prefix === undefined)
    return expandVariable(parameter, context, how)
  const gap: Piece[] = [{ kind: 'gap', quoted: how.quoted }]
  if (prefix === '!' && operation?.type !== 'Names') {
    report(context, 'dynamic', 'an indirect expansion may evaluate the text it finds', part.pos)
  }
  if (index) visitNumber(index, context)
  switch (operation?.type) {
    case 'Default':
      if (SELF_CHANGING.has(operation.operator)) context.variables.unsettle(parameter)
      context.walk.single(operation.operand, context)
      break
    case 'Remove':
      context.walk.single(operation.operand, context)
      break
    case 'Replace':
      context.walk.single(operation.pattern, context)
      context.walk.single(operation.replacement, context)
      break
    case 'CaseModification':
      if (operation.operand) context.walk.single(operation.operand, context)
      break
    case 'Slice':
      visitNumber(operation.offset, context)
      if (operation.length) visitNumber(operation.length, context)
      break
    case 'Transform':
      // `${x@P}` runs the substitutions inside the value of x.
      if (context.walk.single(operation.operand, context).value !== 'Q') {
        report(context, 'dynamic', 'a transformation may evaluate the text it finds', part.pos)
      }
      break
    case 'Unknown':
      report(context, 'syntax', 'an expansion that Bash does not know', part.pos)
  }
  return gap
}

/** Expands `$name`: the value it was given earlier in straight-line code, `~` for an untouched HOME, else unknown. */
export function expandVariable(name: string, context: Context, { quoted }: { quoted: boolean }): Piece[] {
  const value = context.deferred ? null : context.variables.read(name)
  if (value === undefined && name === 'HOME') return [{ kind: 'text', text: '~', quoted: true, home: true }]
  if (value === undefined || value === null) return [{ kind: 'gap', quoted }]
  if (quoted) return [{ kind: 'text', text: value.text, quoted: true, home: value.home }]
  return splitValue(value.text).map((piece, index) =>
    piece.kind === 'text' ? { ...piece, home: value.home && index === 0 } : piece,
  )
}

function splitValue(text: string): Piece[] {
  return text
    .split(/([ \t\n]+)/)
    .filter((run) => run !== '')
    .map((run): Piece => (/^[ \t\n]/.test(run) ? { kind: 'split' } : { kind: 'text', text: run, quoted: false }))
}

/** A subscript or offset is arithmetic, and arithmetic on a variable may run a command hidden in its value. */
function visitNumber(word: SyntaxWord, context: Context): void {
  const { value } = context.walk.single(word, context)
  if (value === null || !/^\s*(-?\d+|[@*])\s*$/.test(value)) {
    report(context, 'dynamic', 'a subscript or offset that is not a number may evaluate the text it finds', word.pos)
  }
}
