import type { Word as SyntaxWord, TestExpression } from 'unbash'
import { type Context, type Field, report } from './context.ts'

const ARITHMETIC = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge'])
/** A shell without `[[` takes these for lists and redirects, and runs or writes what follows. */
const DIVERGENT = new Set(['<', '>', '||', '&&'])

/** Walks the commands inside `[[ … ]]`, and reports where its words would be evaluated or read as a command elsewhere. */
export function visitTest(expression: TestExpression, context: Context): void {
  switch (expression.type) {
    case 'TestUnary': {
      const { value } = context.walk.single(expression.operand, context)
      if (/^-[vR]$/.test(expression.operator) && (value === null || value.includes('['))) {
        report(context, 'dynamic', 'a subscript may evaluate the text it finds', expression.pos)
      }
      return
    }
    case 'TestBinary': {
      const operands = [visitOperand(expression.left, context), visitOperand(expression.right, context)]
      if (DIVERGENT.has(expression.operator)) reportDivergence(expression.operator, context, expression.pos)
      const numbers = operands.every((operand) => isNumber(operand))
      if (ARITHMETIC.has(expression.operator) && !numbers) {
        report(context, 'dynamic', 'arithmetic on a variable may evaluate the text it holds', expression.pos)
      }
      return
    }
    case 'TestLogical':
      reportDivergence(expression.operator, context, expression.pos)
      for (const operand of expression.operands) visitTest(operand, context)
      return
    case 'TestNot':
      visitTest(expression.operand, context)
      return
    case 'TestGroup':
      reportDivergence('( )', context, expression.pos)
      visitTest(expression.expression, context)
  }
}

/** Extended patterns are always on inside `[[ ]]`, so the right side is walked only for the commands in it. */
function visitOperand(word: SyntaxWord, context: Context): Field {
  return context.walk.single(word, context)
}

function isNumber(field: Field): boolean {
  return /^-?\d+$/.test(field.value ?? '') || /^"?\$[#?$]"?$/.test(field.raw)
}

function reportDivergence(operator: string, context: Context, at: number): void {
  report(context, 'dynamic', `${operator} inside [[ ]] ends the command in some shells`, at)
}
