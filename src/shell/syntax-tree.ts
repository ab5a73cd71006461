/** The syntax tree of a shell text, for those who need its shape and not what it runs: templates, lint. */
export type { Command, CompoundList, ParsedScript, Redirection, Statement, SyntaxNode } from 'unbash'
export { forEachChild, parse as parseTree } from 'unbash'
