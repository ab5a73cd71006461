import { findNodeAtLocation, type JSONPath, type Node } from 'jsonc-parser'
import { blankComments, comments, endOf, readTree } from './settings-tree.ts'

/**
 * Takes out the hook at a path of a settings file, `hooks.<event>[n].hooks[m]`, with what was made for it. What `insertEntry`
 * has put in goes without a trace: the text is again what it was, byte for byte.
 */
export function removeEntry(text: string, path: JSONPath): string {
  const root = readTree(text)
  let member = toMember(findGroupOrHook(root, path))
  for (;;) {
    const container = member.parent!
    if (container === root) return isOnly(member) ? removeFirstLine(text, member) : removeLast(text, member)
    if (!isOnly(member)) return removeLast(text, member)
    const between = `${text.slice(container.offset + 1, member.offset)}${text.slice(endOf(member), endOf(container) - 1)}`
    // Something empty was there before: the entry stands right behind its bracket.
    if (member.offset === container.offset + 1)
      return blankComments(between).includes(',') ? removeAnyhow(text, member) : cut(text, member.offset, endOf(member))
    if (/[^\s,]/.test(between)) return removeAnyhow(text, member)
    member = toMember(container)
  }
}

function findGroupOrHook(root: Node, path: JSONPath): Node {
  const hook = findNodeAtLocation(root, [...path])!
  return isOnly(hook) ? findNodeAtLocation(root, path.slice(0, -2))! : hook
}

function toMember(node: Node): Node {
  return node.parent?.type === 'property' ? node.parent : node
}

function isOnly({ parent }: Node): boolean {
  return parent!.children!.length === 1
}

function removeFirstLine(text: string, member: Node): string {
  const start = member.parent!.offset + 1
  const lead = text.slice(start, member.offset)
  const ending = /^\r?\n/.exec(text.slice(endOf(member)))?.[0]
  if (!/^\r?\n[ \t]*$/.test(lead) || ending === undefined) return removeAnyhow(text, member)
  return cut(text, start, endOf(member) + ending.length)
}

function removeLast(text: string, member: Node): string {
  const siblings = member.parent!.children!
  const previous = siblings.at(-2)!
  if (siblings.at(-1) !== member) return removeAnyhow(text, member)
  const from = endOf(previous)
  const gap = text.slice(from, member.offset)
  if (gap === ', ') return cut(text, from, endOf(member))
  const lead = /\r?\n[ \t]*$/.exec(gap)?.[0]
  if (lead === undefined) return removeAnyhow(text, member)
  const start = member.offset - lead.length
  const hasComma = text[endOf(member)] === ','
  const end = endOf(member) + (hasComma ? 1 : 0)
  // A comment that ends with the line must not come to stand before anything else.
  if (endsInLineComment(gap.slice(0, -lead.length)) && !beginsLine(text, end)) return removeAnyhow(text, member)
  if (hasComma) return cut(text, start, end)
  const rest = text.slice(end, endOf(member.parent!) - 1)
  if (text[from] !== ',' || blankComments(rest).includes(',')) return removeAnyhow(text, member)
  return cut(cut(text, start, end), from, from + 1)
}

function endsInLineComment(text: string): boolean {
  const last = text.match(comments)?.at(-1)
  return last?.startsWith('//') === true && text.endsWith(last)
}

function beginsLine(text: string, offset: number): boolean {
  return /^[ \t]*\r?\n/.test(text.slice(offset))
}

// It stands otherwise than it was put in: somebody has laid out the file anew, or written around it.
function removeAnyhow(text: string, member: Node): string {
  const siblings = member.parent!.children!
  const index = siblings.indexOf(member)
  const [previous, next] = [siblings[index - 1], siblings[index + 1]]
  const end = endOf(member)
  const behind = findComma(text, end, next?.offset ?? endOf(member.parent!) - 1)
  const before = previous && findComma(text, endOf(previous), member.offset)
  const rest = behind === undefined ? text.slice(end) : text.slice(end, behind) + text.slice(behind + 1)
  const lead = /\r?\n[ \t]*$/.exec(text.slice(0, member.offset))?.[0] ?? ''
  const head = text.slice(0, beginsLine(rest, 0) ? member.offset - lead.length : member.offset)
  return (behind === undefined && before !== undefined ? cut(head, before, before + 1) : head) + rest
}

function findComma(text: string, from: number, to: number): number | undefined {
  const at = blankComments(text.slice(from, to)).indexOf(',')
  return at === -1 ? undefined : from + at
}

function cut(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(to)
}
