import { type Node, parseTree } from 'jsonc-parser'

/** The tree of a settings file, which is known to be an object; comments and trailing commas are allowed. */
export function readTree(text: string): Node {
  return parseTree(text, [], { allowTrailingComma: true })!
}

export function endOf({ offset, length }: Node): number {
  return offset + length
}

/** Every comment of a text without strings. */
export const comments = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g

/** What a part of a text between two values holds besides comments, each comment as blanks of its length. */
export function blankComments(text: string): string {
  return text.replace(comments, (comment) => ' '.repeat(comment.length))
}
