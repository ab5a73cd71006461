import type {
  Command,
  CompoundList,
  ParsedScript,
  Redirection,
  Statement,
  SyntaxNode,
} from '../../shell/syntax-tree.ts'
import { forEachChild } from '../../shell/syntax-tree.ts'
import { readsStdin } from './stdin-readers.ts'
import { wordsOf } from './walk-tree.ts'

/** A command that takes what is on stdin. */
export interface StdinReader {
  program: string
  offset: number
}

/** Says whether a script, as written in a command, reads stdin. */
export type ReadsAsScript = (words: readonly (string | null)[]) => boolean

/**
 * The commands that read the stdin a piece of shell was started with, along the way through it that has most of them: of two
 * branches only one runs, a loop counts once, and what stands behind a pipe or a redirect reads something else.
 */
export function findStdinReaders(tree: ParsedScript, readsAsScript: ReadsAsScript = () => false): StdinReader[] {
  const functions = new Map<string, SyntaxNode>()
  const scan: Scan = { functions, readsAsScript, depth: 0 }
  return readList(tree.commands, scan)
}

interface Scan {
  functions: Map<string, SyntaxNode>
  readsAsScript: ReadsAsScript
  depth: number
}

function readList(statements: readonly Statement[], scan: Scan): StdinReader[] {
  return statements.flatMap((statement) => (statement.background ? [] : readNode(statement.command, scan)))
}

function readBody(list: CompoundList | undefined, scan: Scan): StdinReader[] {
  return list ? readList(list.commands, scan) : []
}

function readNode(node: SyntaxNode, scan: Scan): StdinReader[] {
  switch (node.type) {
    case 'Statement':
      return node.background ? [] : readNode(node.command, scan)
    case 'CompoundList':
    case 'Script':
      return readList(node.commands, scan)
    case 'AndOr':
      return node.commands.flatMap((command) => readNode(command, scan))
    case 'Pipeline':
      return node.commands.slice(0, 1).flatMap((command) => readNode(command, scan))
    case 'BraceGroup':
    case 'Subshell':
      return readBody(node.body, scan)
    case 'Redirected':
      return redirectsStdin(node.redirects) ? [] : readNode(node.command, scan)
    case 'If':
      return [...readBody(node.clause, scan), ...longest(listBranches(node, scan))]
    case 'Case':
      return [...readInside(node.word, scan), ...longest(node.items.map((item) => readBody(item.body, scan)))]
    case 'While':
      return [...readBody(node.clause, scan), ...readBody(node.body, scan)].slice(0, 1)
    case 'For':
    case 'Select':
      return [...(node.wordlist ?? []).flatMap((word) => readInside(word, scan)), ...readBody(node.body, scan)]
    case 'Function':
      scan.functions.set(node.name.value, node.body)
      return []
    case 'Command':
      return readCommand(node, scan)
    default:
      return readInside(node, scan)
  }
}

function listBranches(node: Extract<SyntaxNode, { type: 'If' }>, scan: Scan): StdinReader[][] {
  const branches = [readBody(node.then, scan)]
  let before: StdinReader[] = []
  for (const branch of node.elif) {
    before = [...before, ...readBody(branch.clause, scan)]
    branches.push([...before, ...readBody(branch.then, scan)])
  }
  return [...branches, [...before, ...readBody(node.else, scan)]]
}

function longest(branches: readonly StdinReader[][]): StdinReader[] {
  return branches.reduce<StdinReader[]>((best, branch) => (branch.length > best.length ? branch : best), [])
}

// What is substituted into a command runs before it, on the same stdin.
function readCommand(command: Command, scan: Scan): StdinReader[] {
  const inside = readInside(command, scan)
  const words = wordsOf(command)
  const [name, ...args] = words
  if (name == null || redirectsStdin(command.redirects)) return inside
  const body = scan.functions.get(name)
  if (body && scan.depth < 4) return [...inside, ...readNode(body, { ...scan, depth: scan.depth + 1 })]
  const seen = name === 'command' || name === 'exec' ? (args[0] ?? name) : name
  const rest = seen === name ? args : args.slice(1)
  if (!readsStdin(seen, rest) && !scan.readsAsScript([seen, ...rest])) return inside
  return [...inside, { program: seen, offset: command.pos }]
}

function readInside(node: SyntaxNode, scan: Scan): StdinReader[] {
  const found: StdinReader[] = []
  forEachChild(node, (child) => {
    if (child.type === 'CommandExpansion') found.push(...(child.script ? readNode(child.script, scan) : []))
    else if (child.type !== 'ProcessSubstitution') found.push(...readInside(child, scan))
  })
  return found
}

function redirectsStdin(redirects: readonly Redirection[]): boolean {
  return redirects.some((redirect) => {
    const { descriptor } = redirect
    if (descriptor !== undefined && !(descriptor.type === 'FileDescriptor' && descriptor.value === 0)) return false
    if (redirect.type !== 'Redirect') return true
    if (redirect.target?.text === '/dev/stdin') return false
    return (
      redirect.operator === '<' ||
      redirect.operator === '<>' ||
      (redirect.operator === '<&' && redirect.target?.text !== '0')
    )
  })
}
