import { isTomlBlank, readTomlKey, skipTomlString, skipTomlVoid, type TomlKeyPart } from './toml-tokens.ts'

/** Where one part of a TOML document was written. */
export interface TomlNode {
  /** Offset of the value; of a table, its header; of a table that was never written out, the first key that goes through it. */
  at: number
  /** Offset of the key that names it. */
  keyAt: number
  members?: Map<string, TomlNode>
  items?: TomlNode[]
}

/** Indexes a TOML text that the parser accepted: tables, arrays of tables, dotted keys, inline tables, arrays. */
export function indexToml(text: string): TomlNode {
  return readStatements(text).root
}

/** The node at a path, or the last one on the way there. */
export function findNearestToml(root: TomlNode, path: readonly (string | number)[]): TomlNode {
  let node = root
  for (const step of path) {
    const child = typeof step === 'number' ? node.items?.[step] : node.members?.get(step)
    if (child === undefined) break
    node = child
  }
  return node
}

/** For a statement at `offset` whose key was defined before: the path that it shares with what stands there, and where that is. */
export function findEarlierDefinition(
  text: string,
  offset: number,
): { path: (string | number)[]; at: number } | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const opening = text.slice(lineStart, offset).trim()
  if (opening !== '' && opening !== '[' && opening !== '[[') return undefined
  const { root, current, currentPath } = readStatements(text.slice(0, lineStart))
  let node = opening === '' ? current : root
  const path = opening === '' ? [...currentPath] : []
  for (const part of readTomlKey(text, offset).parts) {
    const child = node.members?.get(part.name)
    if (child === undefined) break
    path.push(part.name)
    node = child
    if (child.items?.at(-1)?.members) node = child.items.at(-1)!
  }
  return node === root || node === current ? undefined : { path, at: node.keyAt }
}

interface Statements {
  root: TomlNode
  current: TomlNode
  currentPath: (string | number)[]
}

function readStatements(text: string): Statements {
  const root: TomlNode = { at: 0, keyAt: 0, members: new Map() }
  let current = root
  let currentPath: (string | number)[] = []
  let at = skipTomlVoid(text, 0)
  while (at < text.length) {
    if (text[at] === '[') {
      const header = at
      const isArray = text[at + 1] === '['
      const { parts, end } = readTomlKey(text, at + (isArray ? 2 : 1))
      ;({ node: current, path: currentPath } = openTable(root, parts, { header, isArray }))
      at = end + (isArray ? 2 : 1)
    } else {
      const { parts, end } = readTomlKey(text, at)
      at = readMember(text, { table: current, parts, from: end + 1 })
    }
    at = skipTomlVoid(text, at)
  }
  return { root, current, currentPath }
}

function openTable(root: TomlNode, parts: TomlKeyPart[], written: { header: number; isArray: boolean }) {
  const path: (string | number)[] = []
  let node = root
  parts.forEach((part, index) => {
    const isLast = index === parts.length - 1
    const known = node.members?.get(part.name)
    const child = known ?? addMember(node, part.name, { at: isLast ? written.header : part.at, keyAt: part.at })
    path.push(part.name)
    if (isLast && written.isArray) {
      child.items ??= []
      child.items.push({ at: written.header, keyAt: written.header })
    } else if (isLast && known) {
      // So far it was only gone through, by a longer header above.
      child.at = written.header
      child.keyAt = part.at
    }
    node = child
    if (child.items) {
      path.push(child.items.length - 1)
      node = child.items.at(-1) ?? child
    }
  })
  return { node, path }
}

function readMember(text: string, member: { table: TomlNode; parts: TomlKeyPart[]; from: number }): number {
  let table = member.table
  for (const part of member.parts.slice(0, -1)) {
    table = table.members?.get(part.name) ?? addMember(table, part.name, { at: part.at, keyAt: part.at })
  }
  let from = member.from
  while (isTomlBlank(text.charCodeAt(from))) from++
  const { node, end } = readValue(text, from)
  const last = member.parts.at(-1)
  if (last) addMember(table, last.name, { ...node, keyAt: last.at })
  return Math.max(end, member.from)
}

function addMember(table: TomlNode, name: string, node: TomlNode): TomlNode {
  table.members ??= new Map()
  table.members.set(name, node)
  return node
}

function readValue(text: string, from: number): { node: TomlNode; end: number } {
  const node: TomlNode = { at: from, keyAt: from }
  const first = text[from]
  if (first === '"' || first === "'") return { node, end: skipTomlString(text, from) }
  if (first === '[') return { node, end: readItems(text, node) }
  if (first === '{') return { node, end: readInlineTable(text, node) }
  let end = from
  while (end < text.length && !',]}#\n'.includes(text[end]!)) end++
  return { node, end }
}

function readItems(text: string, array: TomlNode): number {
  array.items = []
  let at = skipTomlVoid(text, array.at + 1)
  while (at < text.length && text[at] !== ']') {
    const { node, end } = readValue(text, at)
    array.items.push(node)
    at = skipSeparator(text, end)
  }
  return at + 1
}

function readInlineTable(text: string, table: TomlNode): number {
  table.members = new Map()
  let at = skipTomlVoid(text, table.at + 1)
  while (at < text.length && text[at] !== '}') {
    const { parts, end } = readTomlKey(text, at)
    at = skipSeparator(text, readMember(text, { table, parts, from: end + 1 }))
  }
  return at + 1
}

function skipSeparator(text: string, from: number): number {
  const at = skipTomlVoid(text, from)
  return text[at] === ',' ? skipTomlVoid(text, at + 1) : at
}
