import { type Command, forEachChild, parseTree, type SyntaxNode } from '../../shell/syntax-tree.ts'
import { findCodeWords, readsCodeFromStdin } from './code-words.ts'
import { type Piece, splitTemplates } from './template.ts'
import { type TemplateFlaw, TemplateMarks, type TemplatePlace } from './template-marks.ts'

/** A command line with the place of every template in it; `flaws` is empty when all values can arrive as data. */
export interface PlacedTemplates {
  pieces: readonly Piece[]
  /** One for each template, in order. */
  places: readonly TemplatePlace[]
  flaws: readonly TemplateFlaw[]
}

/** Finds out for every template of a command line how the shell will read the place it stands at. Pure; never throws. */
export function placeTemplates(command: string): PlacedTemplates {
  const pieces = splitTemplates(command)
  const marks = new TemplateMarks(command, pieces)
  if (pieces.every((piece) => 'text' in piece)) return { pieces, places: [], flaws: [] }
  marks.refuseEscaped()
  const script = parseTree(marks.text)
  if (script.errors?.length) marks.refuse(marks.text, reasons.noShell)
  else visitNode(script, { marks, quoted: false })
  marks.settleRest()
  return { pieces, places: marks.places(), flaws: marks.flaws() }
}

const useVariable = 'Put the value into a variable first, F={{…}}, and use "$F".'
const passAsArgument = `Pass it as an argument behind the code: sh -c 'use "$1"' sh {{…}}.`

const reasons = {
  noShell: {
    why: 'in a command line that is no valid shell',
    hint: 'Mend the command line, or move it into a script.',
  },
  singleQuotes: { why: 'inside single quotes', hint: 'Use double quotes around it, or none.' },
  heredoc: { why: 'inside a heredoc', hint: 'Write the value with printf, as in printf %s {{…}}.' },
  arithmetic: { why: 'inside arithmetic', hint: useVariable },
  doubleBrackets: { why: 'inside [[ ]], which not every /bin/sh knows', hint: 'Use [ ] or case.' },
  backticks: { why: 'inside backticks', hint: 'Write $( ) instead of the backticks.' },
  name: { why: 'inside a name', hint: 'Use a name of your own; a value can only stand for a word.' },
  program: {
    why: 'where the name of a program stands',
    hint: 'Name the program yourself and pass the value to it.',
  },
  code: { why: 'inside the code of another interpreter', hint: passAsArgument },
  pipedCode: { why: 'in what another interpreter reads as its code', hint: passAsArgument },
} as const

/** Places whose text the shell does not read as words. */
const closedPlaces: { readonly [type in SyntaxNode['type']]?: (typeof reasons)[keyof typeof reasons] } = {
  SingleQuoted: reasons.singleQuotes,
  AnsiCQuoted: reasons.singleQuotes,
  HereDocBody: reasons.heredoc,
  HereDocDelimiter: reasons.heredoc,
  ArithmeticExpansion: reasons.arithmetic,
  ArithmeticCommand: reasons.arithmetic,
  ArithmeticFor: reasons.arithmetic,
  Slice: reasons.arithmetic,
  TestCommand: reasons.doubleBrackets,
  SimpleExpansion: reasons.name,
}

interface Visit {
  marks: TemplateMarks
  quoted: boolean
}

function visitNode(node: SyntaxNode, visit: Visit): void {
  const { marks, quoted } = visit
  const closed = isBackticks(node, marks) ? reasons.backticks : closedPlaces[node.type]
  if (closed) {
    marks.refuse(marks.text.slice(node.pos, node.end), closed)
    return
  }
  refuseNames(node, marks)
  if (node.type === 'Command') refuseCode(node, marks)
  if (node.type === 'Pipeline') refusePipedCode(node.commands, marks)
  if (isLeaf(node)) marks.place(node.text, quoted ? 'quoted' : 'bare')
  const inner = { marks, quoted: readsQuoted(node, quoted) }
  forEachChild(node, (child) => visitNode(child, inner))
}

function isBackticks(node: SyntaxNode, marks: TemplateMarks): boolean {
  return node.type === 'CommandExpansion' && marks.text[node.pos] === '`'
}

function refuseNames(node: SyntaxNode, marks: TemplateMarks): void {
  switch (node.type) {
    case 'ParameterExpansion':
      marks.refuse(node.parameter, reasons.name)
      if (node.index) marks.refuse(node.index.text, reasons.arithmetic)
      return
    case 'Assignment':
      marks.refuse(node.name, reasons.name)
      if (node.index) marks.refuse(node.index.text, reasons.arithmetic)
      return
    case 'For':
    case 'Select':
    case 'Function':
    case 'Coproc':
      if (node.name) marks.refuse(node.name.text, reasons.name)
      return
    case 'Command':
      if (node.name) marks.refuse(node.name.text, reasons.program)
      return
    default:
  }
}

function refuseCode(command: Command, marks: TemplateMarks): void {
  const words = listWords(command)
  for (const { word } of findCodeWords(words)) marks.refuse(word.text, reasons.code)
  if (!readsCodeFromStdin(words)) return
  for (const redirect of command.redirects) {
    if (redirect.type === 'HereString' && redirect.target) marks.refuse(redirect.target.text, reasons.code)
  }
}

function refusePipedCode(commands: readonly SyntaxNode[], marks: TemplateMarks): void {
  const reader = commands.findLastIndex(
    (command) => command.type === 'Command' && readsCodeFromStdin(listWords(command)),
  )
  for (const { pos, end } of commands.slice(0, Math.max(0, reader)))
    marks.refuse(marks.text.slice(pos, end), reasons.pipedCode)
}

// An assignment among the arguments is a word as well: what `alias x=…` sets is code.
function listWords(command: Command): { text: string; word: Command['args'][number] }[] {
  const words = [...(command.name ? [command.name] : []), ...command.args]
  return words.map((word) => ({ text: word.type === 'Word' ? word.value : word.text, word }))
}

type Leaf = SyntaxNode & { text: string }

function isLeaf(node: SyntaxNode): node is Leaf {
  if (node.type === 'Literal') return true
  const mayHoldParts =
    node.type === 'Word' || node.type === 'Glob' || node.type === 'BraceExpansion' || node.type === 'ExtendedGlob'
  return mayHoldParts && !node.parts
}

function readsQuoted(node: SyntaxNode, quoted: boolean): boolean {
  if (node.type === 'DoubleQuoted' || node.type === 'LocaleString') return true
  return node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution' ? false : quoted
}
