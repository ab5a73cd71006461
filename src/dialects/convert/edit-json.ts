import { findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser'

/**
 * Adds an item at the end of the list at a path, making the list and what leads to it where they are missing. Every other
 * byte of the text stays: comments, order, layout. The text must be JSON, comments and trailing commas allowed.
 */
export function insertJson(text: string, list: JSONPath, item: unknown): string {
  const root = readTree(text)
  const found = findNodeAtLocation(root, [...list])
  if (found) return insertMember(text, found, () => item)
  let depth = list.length - 1
  while (findNodeAtLocation(root, list.slice(0, depth)) === undefined) depth--
  const value = list.slice(depth + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), [item])
  return insertMember(text, findNodeAtLocation(root, list.slice(0, depth))!, () => value, String(list[depth]))
}

/** Removes the value at a path, with its comma. Every other byte stays, but what is then empty is closed up. */
export function removeJson(text: string, path: JSONPath): string {
  const value = findNodeAtLocation(readTree(text), [...path])!
  const member = value.parent?.type === 'property' ? value.parent : value
  const container = member.parent!
  const index = container.children!.indexOf(member)
  const previous = container.children![index - 1]
  const next = container.children![index + 1]
  const before = text.slice(0, member.offset).trimEnd()
  const end = endOf(member)
  const comma = findComma(text, end, next?.offset ?? endOf(container) - 1)
  const after = comma === undefined ? text.slice(end) : text.slice(end, comma) + text.slice(comma + 1)
  if (next) return before + after
  if (!previous) return closeUp(before, after)
  const own = findComma(text, endOf(previous), member.offset)!
  return before.slice(0, own) + before.slice(own + 1) + after
}

function readTree(text: string): Node {
  const tree = parseTree(text, [], { allowTrailingComma: true })
  if (!tree) throw new TypeError('there is no JSON in the text')
  return tree
}

function insertMember(text: string, container: Node, give: () => unknown, key?: string): string {
  const layout = readLayout(text)
  const close = endOf(container) - 1
  const last = container.children?.at(-1)
  const outer = indentAt(text, container.offset)
  const isOneLine = last !== undefined && !text.slice(container.offset, close).includes('\n')
  const inner = last && !isOneLine ? indentAt(text, last.offset) : outer + layout.unit
  const write = (unit: string): string => {
    const written = JSON.stringify(give(), null, unit).replaceAll('\n', `${layout.eol}${inner}`)
    return key === undefined ? written : `${JSON.stringify(key)}:${unit === '' ? '' : ' '}${written}`
  }
  if (isOneLine) return `${text.slice(0, endOf(last))}, ${write('')}${text.slice(endOf(last))}`
  const head = text.slice(0, last ? endOf(last) : container.offset + 1)
  const between = text.slice(head.length, close)
  const needsComma = last !== undefined && findComma(text, head.length, close) === undefined
  const tail = between.slice(between.trimEnd().length)
  const ending = tail.includes('\n') ? tail : `${layout.eol}${outer}`
  return `${head}${needsComma ? ',' : ''}${between.trimEnd()}${layout.eol}${inner}${write(layout.unit)}${ending}${text.slice(close)}`
}

function endOf(node: Node): number {
  return node.offset + node.length
}

function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))![0]
}

/** How a file is laid out, by its first indented line. */
function readLayout(text: string): { unit: string; eol: string } {
  return { unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ', eol: text.includes('\r\n') ? '\r\n' : '\n' }
}

// A comma inside a comment is none.
function findComma(text: string, from: number, to: number): number | undefined {
  const blanked = text.slice(from, to).replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length))
  const at = blanked.indexOf(',')
  return at === -1 ? undefined : from + at
}

function closeUp(before: string, after: string): string {
  const rest = after.trimStart()
  return /[[{]$/.test(before) && /^[\]}]/.test(rest) ? before + rest : before + after
}
