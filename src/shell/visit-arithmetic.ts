import { type ArithmeticExpression, forEachChild, type SyntaxNode, type WordPart } from 'unbash'
import { type Context, enterSubshell, report } from './context.ts'

/** Always a number, whatever the environment holds. */
const NUMERIC = /^\$(?:[#?$!]|\{#[^}]*\}|\{[#?$!]\})$/

/**
 * Walks the commands inside an arithmetic expression. Bash evaluates the values of variables in it as expressions again,
 * and those may hold `a[$(command)]`; so every variable but a known number is reported.
 */
export function visitArithmetic(
  expression: ArithmeticExpression | undefined,
  context: Context,
  whole: { text?: string; pos: number },
): void {
  if (expression === undefined) {
    if (whole.text !== undefined && !/^\$\(\(\s*\)\)$/.test(whole.text))
      report(context, 'syntax', 'arithmetic cannot be read', whole.pos)
    return
  }
  visit(expression, context)
}

function visit(node: SyntaxNode, context: Context): void {
  if (changesVariable(node)) forEachChild(node, (child) => unsettle(child, context))
  switch (node.type) {
    case 'ArithmeticWord':
      visitWord(node.value, node.parts, { context, at: node.pos })
      return
    case 'ArithmeticCommandExpansion':
    case 'CommandExpansion':
    case 'ProcessSubstitution': {
      const inner = enterSubshell(context, '$( )')
      if (context.analysis.mayEnter(inner.depth, node.end - node.pos) && node.script)
        context.walk.script(node.script, inner)
      report(context, 'dynamic', 'arithmetic on the output of a command may evaluate it', node.pos)
      return
    }
    default:
      forEachChild(node, (child) => visit(child, context))
  }
}

function changesVariable(node: SyntaxNode): boolean {
  if (node.type === 'ArithmeticUnary') return node.operator === '++' || node.operator === '--'
  return node.type === 'ArithmeticBinary' && /^[^=!<>]*=$|^(<<|>>)=$/.test(node.operator)
}

function unsettle(node: SyntaxNode, context: Context): void {
  if (node.type === 'ArithmeticWord' && /^[A-Za-z_]\w*$/.test(node.value)) context.variables.unsettle(node.value)
}

function visitWord(
  value: string,
  parts: readonly WordPart[] | undefined,
  { context, at }: { context: Context; at: number },
): void {
  for (const part of parts ?? []) visit(part, context)
  if (/^(0[xX][\da-fA-F]+|\d+(#[\w@]+)?|)$/.test(value) || NUMERIC.test(value)) return
  const name = /^\$?\{?([A-Za-z_]\w*)\}?$/.exec(value)?.[1]
  const known = name === undefined || context.deferred ? null : context.variables.read(name)
  if (!known || !/^\d+$/.test(known.text)) {
    report(context, 'dynamic', 'arithmetic on a variable may evaluate the text it holds', at)
  }
}
