import { type Command, forEachChild, type SyntaxNode } from '../../shell/syntax-tree.ts'

/** Calls back for a node and everything below it, in the order written. */
export function walkTree(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node)
  forEachChild(node, (child) => walkTree(child, visit))
}

/** Every node of a kind, in the order written. */
export function listNodes<Type extends SyntaxNode['type']>(
  root: SyntaxNode,
  type: Type,
): Extract<SyntaxNode, { type: Type }>[] {
  const found: Extract<SyntaxNode, { type: Type }>[] = []
  walkTree(root, (node) => {
    if (node.type === type) found.push(node as Extract<SyntaxNode, { type: Type }>)
  })
  return found
}

/** The name and arguments of a simple command, without its redirects; null where only a running shell could tell. */
export function wordsOf(command: Command): (string | null)[] {
  const words = [...(command.name ? [command.name] : []), ...command.args]
  return words.map((word) => (word.type === 'Word' ? (isStatic(word) ? word.value : null) : word.text))
}

const dynamicParts = new Set<SyntaxNode['type']>([
  'SimpleExpansion',
  'ParameterExpansion',
  'CommandExpansion',
  'ArithmeticExpansion',
  'ProcessSubstitution',
])

function isStatic(node: SyntaxNode): boolean {
  let isPlain = true
  walkTree(node, ({ type }) => {
    if (dynamicParts.has(type)) isPlain = false
  })
  return isPlain
}
