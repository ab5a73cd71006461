import type { Case, CommandNode, CompoundList, Coproc, If, Function as ShellFunction, Statement } from 'unbash'
import { brief, type Context, enterSubshell, listCommand, report } from './context.ts'
import { expandWord } from './expand-word.ts'
import { readCommand } from './read-command.ts'
import { readRedirects } from './read-redirects.ts'
import { type Directory, type Ends, mergeDirectories, stayIn } from './track-directory.ts'
import { visitArithmetic } from './visit-arithmetic.ts'
import { visitTest } from './visit-test.ts'

type Compound = Exclude<CommandNode, { type: 'Command' }>
type WalkStatements = (statements: readonly Statement[], context: Context) => Ends

/** Walks what is not a simple command: groups, branches, loops, functions, tests. All branches are walked. */
export function walkCompound(node: Compound, context: Context, walk: WalkStatements): Ends {
  const inside = (list: CompoundList, inner: Context) => walk(list.commands, inner)
  const branch = { ...context, straight: false }
  switch (node.type) {
    case 'BraceGroup':
      return inside(node.body, context)
    case 'Subshell':
      inside(node.body, enterSubshell(context))
      return stayIn(context.cwd)
    case 'Redirected': {
      const { redirects, input } = readRedirects(node.redirects, context)
      if (redirects.length > 0) listCommand(context, { words: [], assignments: [], redirects })
      return walkCompound(node.command, input ? { ...context, input: { ...input, sure: false } } : context, walk)
    }
    case 'If':
      return walkIf(node, branch, inside)
    case 'While':
      return walkLoop(branch, (inner) => {
        const ends = inside(node.clause, inner)
        return inside(node.body, { ...inner, cwd: node.kind === 'while' ? ends.ok : ends.fail })
      })
    case 'For':
    case 'Select':
      for (const word of node.wordlist ?? []) expandWord(word, context)
      context.variables.unsettle(node.name.value)
      return walkLoop(branch, (inner) => inside(node.body, inner))
    case 'ArithmeticFor':
      for (const part of [node.initialize, node.test, node.update]) visitArithmetic(part, context, { pos: node.pos })
      return walkLoop(branch, (inner) => inside(node.body, inner))
    case 'Case':
      return walkCase(node, branch, inside)
    case 'Function':
      return walkFunction(node, context, walk)
    case 'Coproc':
      return walkCoproc(node, context, walk)
    case 'TestCommand':
      visitTest(node.expression, context)
      return stayIn(context.cwd)
    case 'ArithmeticCommand':
      visitArithmetic(node.expression, context, { text: `$((${node.body}))`, pos: node.pos })
      // To a shell without arithmetic commands these are two subshells around a command.
      if (/[A-Za-z_]/.test(node.body)) report(context, 'dynamic', 'some shells run what stands in (( ))', node.pos)
      return stayIn(context.cwd)
  }
}

type Inside = (list: CompoundList, context: Context) => Ends

function walkIf(node: If, context: Context, inside: Inside): Ends {
  let clause = inside(node.clause, context)
  const ends: Ends[] = [inside(node.then, { ...context, cwd: clause.ok })]
  for (const branch of node.elif) {
    clause = inside(branch.clause, { ...context, cwd: clause.fail })
    ends.push(inside(branch.then, { ...context, cwd: clause.ok }))
  }
  ends.push(node.else ? inside(node.else, { ...context, cwd: clause.fail }) : stayIn(clause.fail))
  return meet(ends)
}

function meet(ends: Ends[]): Ends {
  return stayIn(ends.flatMap(({ ok, fail }) => [ok, fail]).reduce<Directory>(mergeDirectories, undefined))
}

function walkLoop(context: Context, walkRound: (context: Context) => Ends): Ends {
  const { analysis } = context
  const start = analysis.before.loopsMove ? { ...context, cwd: null } : context
  const moves = analysis.moves
  const ends = walkRound(start)
  if (analysis.moves === moves) return stayIn(context.cwd)
  analysis.loopMoved = true
  return meet([stayIn(start.cwd), ends])
}

function walkCase(node: Case, context: Context, inside: Inside): Ends {
  expandWord(node.word, context)
  const ends = [stayIn(context.cwd)]
  for (const item of node.items) {
    for (const pattern of item.pattern) expandWord(pattern, context)
    ends.push(inside(item.body, context))
  }
  const moved = meet(ends)
  const falls = node.items.some((item) => item.terminator !== undefined && item.terminator !== ';;')
  return falls && moved.ok !== context.cwd ? stayIn(null) : moved
}

const DECEIVING = new Set(['cd', 'exit', 'return', 'exec', 'command', 'builtin', 'eval', 'pushd', 'popd'])

function walkFunction(node: ShellFunction, context: Context, walk: WalkStatements): Ends {
  const { analysis, variables } = context
  const name = node.name.value
  if (DECEIVING.has(name)) variables.directoryLost = true
  if (node.name.parts) report(context, 'syntax', `${brief(node.name.text)} is no plain function name`, node.name.pos)
  const moves = analysis.moves
  const body = { ...context, cwd: null, straight: false, deferred: true }
  if (node.body.type === 'CompoundList') walk(node.body.commands, body)
  else walkCompound(node.body, body, walk)
  if (analysis.moves !== moves) variables.directoryLost = true
  return stayIn(context.cwd)
}

function walkCoproc(node: Coproc, context: Context, walk: WalkStatements): Ends {
  context.variables.unsettle(node.name?.value ?? 'COPROC')
  const inner = enterSubshell(context)
  if (node.body.type === 'CompoundList') walk(node.body.commands, inner)
  else if (node.body.type === 'Command') readCommand(node.body, inner)
  else walkCompound(node.body, inner, walk)
  return stayIn(context.cwd)
}
