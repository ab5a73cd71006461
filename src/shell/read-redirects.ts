import type { Redirection } from 'unbash'
import type { Redirect } from './command-facts.ts'
import { type Context, type Input, report } from './context.ts'
import { expandBody, expandSingle, expandWord } from './expand-word.ts'
import { plainWord } from './plain-word.ts'

const KINDS: Record<string, Redirect['kind']> = {
  '>': 'write',
  '>|': 'write',
  '&>': 'write',
  '>&': 'write',
  '>>': 'append',
  '&>>': 'append',
  '<': 'read',
  '<&': 'read',
  '<>': 'readwrite',
}

/** The files a command is redirected to and from, and the text it is given on its standard input. */
export function readRedirects(
  nodes: readonly Redirection[],
  context: Context,
): { redirects: Redirect[]; input: Input } {
  const redirects: Redirect[] = []
  let input: Input = null
  for (const node of nodes) {
    if (node.descriptor?.type === 'FileDescriptorVariable') context.variables.unsettle(node.descriptor.name)
    const toInput =
      node.descriptor === undefined || (node.descriptor.type === 'FileDescriptor' && node.descriptor.value === 0)
    if (node.type === 'HereDoc' || node.type === 'HereString') {
      const text = readHereText(node, context)
      if (toInput) input = text
      continue
    }
    redirects.push(...readFile(node, context))
    if (toInput && node.operator.startsWith('<')) input = null
  }
  return { redirects, input }
}

function readHereText(node: Extract<Redirection, { type: 'HereDoc' | 'HereString' }>, context: Context): Input {
  if (node.type === 'HereString') {
    if (node.target === undefined) return null
    const field = expandSingle(node.target, context)
    return { text: field.template, sure: field.value !== null }
  }
  if (node.closing === undefined) report(context, 'syntax', 'a here-document has no end', node.pos)
  if (node.delimiter?.quoted) return { text: stripTabs(node.body.text, node.operator), sure: true }
  // Bash joins the lines of the body before it looks at the commands in it, even inside their quotes.
  if (node.body.text.includes('\\\n') && /\$\(|`/.test(node.body.text)) {
    report(context, 'syntax', 'a here-document with commands and joined lines', node.pos)
  }
  const field = expandBody(node.body, context)
  return { text: stripTabs(field.template, node.operator), sure: field.value !== null }
}

function stripTabs(text: string, operator: string): string {
  return operator === '<<-' ? text.replace(/^\t+/gm, '') : text
}

function readFile(node: Extract<Redirection, { type: 'Redirect' }>, context: Context): Redirect[] {
  if (node.target === undefined) return []
  const { fields } = expandWord(node.target, context)
  const duplicates =
    (node.operator === '>&' || node.operator === '<&') && fields.every(({ value }) => /^(\d+-?|-)$/.test(value ?? ''))
  if (duplicates) return []
  if (fields.length !== 1) report(context, 'dynamic', 'a redirect target is not one word', node.pos)
  const kind = KINDS[node.operator] ?? 'write'
  return fields.map((field) => ({ kind, operator: node.operator, target: plainWord(field) }))
}
