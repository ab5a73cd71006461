import type { SyntaxNode } from '../../shell/syntax-tree.ts'
import type { CodeSource } from './hook-code.ts'
import { listNodes, walkTree, wordsOf } from './walk-tree.ts'

/** An end of a program with a code that is written down. */
export interface WrittenExit {
  code: number
  offset: number
}

const exitsOfOthers =
  /\b(?:sys\.exit|os\._exit|process\.exit|exit|quit)\s*\(\s*(?<code>\d+)\s*\)|process\.exitCode\s*=\s*(?<set>\d+)/g

/** Every place where a piece of code ends with a written code. */
export function findExits({ text, tree }: CodeSource): WrittenExit[] {
  if (!tree) {
    return Array.from(text.matchAll(exitsOfOthers), ({ groups, index }) => ({
      code: Number(groups!['code'] ?? groups!['set']),
      offset: index,
    }))
  }
  return listNodes(tree, 'Command').flatMap((command) => {
    const [name, code] = wordsOf(command)
    if ((name !== 'exit' && name !== 'return') || code == null || !/^\d+$/.test(code)) return []
    return [{ code: Number(code), offset: command.pos }]
  })
}

/** Whether a piece of shell ends with this code whatever happens: an exit stands in its straight line, and none before it. */
export function alwaysExits({ tree }: CodeSource, code: number): boolean {
  for (const statement of tree?.commands ?? []) {
    const { command } = statement
    if (command.type === 'Command' && wordsOf(command)[0] === 'exit') return Number(wordsOf(command)[1] ?? 0) === code
    if (command.type !== 'Function' && mayEnd(command)) return false
  }
  return false
}

function mayEnd(node: SyntaxNode): boolean {
  let found = false
  walkTree(node, (inner) => {
    if (inner.type !== 'Command') return
    const [name] = wordsOf(inner)
    if (name === 'exit' || name === 'exec' || name === 'return' || name === null) found = true
  })
  return found
}
