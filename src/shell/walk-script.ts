import type { AndOr, CommandNode, ParsedScript, Pipeline, PipelineNode, Statement } from 'unbash'
import { type Context, enterSubshell, type Input, report } from './context.ts'
import { readCommand } from './read-command.ts'
import { type Directory, type Ends, mergeDirectories, stayIn } from './track-directory.ts'
import { walkCompound } from './walk-compound.ts'

/** Walks every command of a script in the order written, and says in which directory it leaves the shell. */
export function walkScript(script: ParsedScript, context: Context): Ends {
  const located = script.source === undefined && context.located
  const inner = located === context.located ? context : { ...context, located }
  for (const error of script.errors ?? []) report(inner, 'syntax', error.message, error.pos)
  return walkStatements(script.commands, inner)
}

/** Walks statements that follow each other. After each the directory is known only if success and failure agree on it. */
export function walkStatements(statements: readonly Statement[], context: Context): Ends {
  let ends = stayIn(context.cwd)
  let here = context
  for (const statement of statements) {
    const cwd = mergeDirectories(ends.ok, ends.fail)
    if (cwd !== here.cwd) here = { ...here, cwd }
    ends = walkStatement(statement, here)
  }
  return ends
}

function walkStatement(statement: Statement, context: Context): Ends {
  if (!statement.background) return walkList(statement.command, context)
  walkList(statement.command, enterSubshell(context))
  return stayIn(context.cwd)
}

function walkList(node: PipelineNode | AndOr, context: Context): Ends {
  if (node.type !== 'AndOr') return walkPipeline(node, context)
  const [first, ...others] = node.commands
  if (first === undefined) return stayIn(context.cwd)
  let ends = walkPipeline(first, context)
  const conditional = { ...context, straight: false }
  for (const [index, command] of others.entries()) {
    if (node.operators[index] === '&&') {
      const next = walkPipeline(command, { ...conditional, cwd: ends.ok })
      ends = { ok: next.ok, fail: mergeDirectories(ends.fail, next.fail) }
    } else {
      const next = walkPipeline(command, { ...conditional, cwd: ends.fail })
      ends = { ok: mergeDirectories(ends.ok, next.ok), fail: next.fail }
    }
  }
  return ends
}

function walkPipeline(node: PipelineNode, context: Context): Ends {
  if (node.type !== 'Pipeline') return walkNode(node, context)
  const [only, ...others] = node.commands
  if (only === undefined) return stayIn(context.cwd)
  if (others.length > 0) return walkPipes(node, context)
  const { ok, fail } = walkNode(only, context)
  const negations = node.prefixes.filter((prefix) => prefix.type === 'Negation').length
  return negations % 2 === 0 ? { ok, fail } : { ok: fail, fail: ok }
}

function walkPipes(node: Pipeline, context: Context): Ends {
  let input = context.input
  let cwd: Directory = context.cwd
  for (const command of node.commands) {
    const ends = walkNode(command, { ...enterSubshell(context), input })
    // Some shells run the last element in the shell itself, so a `cd` in it may last.
    cwd = mergeDirectories(cwd, mergeDirectories(ends.ok, ends.fail))
    input = readPrinted(command)
  }
  return stayIn(cwd)
}

/** What `echo text` prints, so that a shell behind the pipe can be looked into; never enough to call it understood. */
function readPrinted(node: CommandNode): Input {
  if (node.type !== 'Command' || !/^(echo|printf)$/.test(node.name?.value ?? '')) return null
  const words = node.suffix.flatMap((part) => (part.type === 'Word' ? [part.value] : []))
  return { text: words.filter((word) => !word.startsWith('-')).join(' '), sure: false }
}

function walkNode(node: CommandNode, context: Context): Ends {
  return node.type === 'Command' ? readCommand(node, context) : walkCompound(node, context, walkStatements)
}
