import type { Assignment, Command } from 'unbash'
import type { SimpleCommand } from './command-facts.ts'
import { type Context, type Field, listCommand, report } from './context.ts'
import { expandSingle, expandWord } from './expand-word.ts'
import { plainWord } from './plain-word.ts'
import { readRedirects } from './read-redirects.ts'
import { changesWhatRuns } from './risky-variables.ts'
import { type Ends, stayIn } from './track-directory.ts'

/** Reads a simple command: expands its words, lists it, and goes on into whatever it runs in turn. */
export function readCommand(node: Command, context: Context): Ends {
  const { fields, posix } = readWords(node, context)
  const assignments: SimpleCommand['assignments'] = []
  for (const part of node.prefix) {
    if (part.type === 'Assignment') assignments.push(...readAssignment(part, context, { lasting: fields.length === 0 }))
  }
  const { redirects, input } = readRedirects(node.redirects, context)
  const dress = { assignments, redirects }
  const inner = input ? { ...context, input } : context
  if (posix) listPosix(posix, context)
  listBehindAmpersand(node, context)
  if (fields.length > 0) return context.walk.command(fields, inner, dress)
  if (node.name !== undefined) report(context, 'dynamic', 'the command name expands to nothing', node.pos)
  listCommand(context, { words: [], ...dress })
  return stayIn(context.cwd)
}

function readWords(node: Command, context: Context): { fields: Field[]; posix: Field[] | null } {
  const fields: Field[] = []
  const posix: Field[] = []
  let differs = false
  const words = node.name === undefined ? node.suffix : [node.name, ...node.suffix]
  for (const part of words) {
    if (part.type === 'Word') {
      const expansion = expandWord(part, context)
      fields.push(...expansion.fields)
      posix.push(...(expansion.posix ?? expansion.fields))
      differs ||= expansion.posix !== undefined
    } else if (part.type === 'Assignment') {
      const field = readDeclared(part, context)
      fields.push(field)
      posix.push(field)
    }
  }
  return { fields, posix: differs ? posix : null }
}

/** An assignment among the arguments of `export`, `declare` and the like: a word, and a variable set. */
function readDeclared(part: Assignment, context: Context): Field {
  const [bound] = readAssignment(part, context, { lasting: true })
  const value = bound?.value.value ?? null
  const operator = part.append ? '+=' : '='
  const plain = value !== null && part.index === undefined && part.value.type === 'Word'
  return {
    value: plain ? `${part.name}${operator}${value}` : null,
    raw: part.text,
    template: plain ? `${part.name}${operator}${value}` : '$_',
  }
}

function readAssignment(
  part: Assignment,
  context: Context,
  { lasting }: { lasting: boolean },
): SimpleCommand['assignments'] {
  const { variables } = context
  if (part.index) {
    const { value } = context.walk.single(part.index, context)
    if (value === null || !/^\d+$/.test(value))
      report(context, 'dynamic', 'a subscript may evaluate the text it finds', part.pos)
  }
  if (changesWhatRuns(part.name)) report(context, 'opaque', `${part.name} changes what other commands run`, part.pos)
  if (part.value.type === 'ArrayValue') {
    const elements = part.value.elements.flatMap((element) => expandWord(element, context).fields)
    variables.unsettle(part.name)
    return elements.map((field) => ({ name: part.name, value: plainWord(field) }))
  }
  const field = expandSingle(part.value, context)
  const known = part.index === undefined && !part.append && field.value !== null && !/:~/.test(part.value.text)
  if (!lasting || !context.straight || context.deferred || part.index || part.append) variables.unsettle(part.name)
  else variables.assign(part.name, known ? { text: field.value ?? '', home: field.home === true } : null)
  return [{ name: part.name, value: plainWord(field) }]
}

/** To a shell without `&>` the ampersand ends the command, and words behind the redirect are another one. */
function listBehindAmpersand(node: Command, context: Context): void {
  const start = node.suffix.findIndex((part) => isAmpersandRedirect(part))
  if (start === -1 && !node.prefix.some((part) => isAmpersandRedirect(part))) return
  const rest = node.suffix.slice(start + 1).flatMap((part) => (part.type === 'Word' ? [part] : []))
  const words = start === -1 && node.name ? [node.name, ...rest] : rest
  // Commands inside these words were walked with Bash's reading already; only the words matter here.
  const quiet = { ...context, walk: { ...context.walk, script: () => stayIn(null) } }
  const fields = words.flatMap((word) => expandWord(word, quiet).fields)
  if (fields.length > 0) listPosix(fields, context)
  if (fields.length > 0 && start !== -1)
    report(context, 'dynamic', 'words behind &> are a command of their own in some shells', node.pos)
}

function isAmpersandRedirect(part: { type: string; operator?: unknown }): boolean {
  return part.type === 'Redirect' && (part.operator === '&>' || part.operator === '&>>')
}

function listPosix(fields: Field[], context: Context): void {
  listCommand(context, { words: fields.map(plainWord), assignments: [], redirects: [], reading: 'posix' })
}
