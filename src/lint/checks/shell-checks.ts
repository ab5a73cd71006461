import { execFile } from 'node:child_process'
import type { ParsedScript, SyntaxNode } from '../../shell/syntax-tree.ts'
import type { Finding, LintCheck } from '../lint-check.ts'
import type { LintedHook } from '../linted-hook.ts'
import type { CodeSource } from '../shell/hook-code.ts'
import { walkTree } from '../shell/walk-tree.ts'
import { native } from './example.ts'

const observer = `{ "Notification": [{ "hooks": [{ "command": "./notify.sh" }] }] }`

/** Shell that does not parse, or not everywhere. */
export const shellChecks: readonly LintCheck[] = [
  {
    code: 'empty-branch',
    title: 'A branch or body of a shell script holds nothing but comments.',
    severity: 'error',
    why: 'A comment is no command: the shell refuses the whole script, and the hook fails every time.',
    remedy: 'Write a command into it; `:` does nothing.',
    example: {
      wrong: native(observer, { 'notify.sh': '#!/bin/sh\nif [ -t 1 ]; then\n  # nothing to do\nfi\n' }),
      right: native(observer, { 'notify.sh': '#!/bin/sh\nif [ -t 1 ]; then\n  : # nothing to do\nfi\n' }),
    },
    hook: findEmptyBranches,
  },
  {
    code: 'invalid-shell',
    title: 'A command or script is not valid shell.',
    severity: 'error',
    why: 'The shell refuses it with exit code 2. Taken for an answer that would deny everything; it is a failure, and by default a failure guards nothing.',
    remedy: 'Mend it; try it with: sh -n FILE',
    example: {
      wrong: native(observer, { 'notify.sh': '#!/bin/sh\nif true; then echo yes\n' }),
      right: native(observer, { 'notify.sh': '#!/bin/sh\nif true; then echo yes; fi\n' }),
    },
    hook: findInvalid,
  },
  {
    code: 'bash-in-sh',
    title: 'A command or script for /bin/sh uses what only bash understands.',
    severity: 'warning',
    why: 'Where /bin/sh is no bash, `[[` is a program that does not exist: the test fails and the guard lets everything through.',
    remedy: 'Use what every shell has, such as [ ] and case, or begin the script with #!/bin/bash.',
    example: {
      wrong: native(observer, { 'notify.sh': '#!/bin/sh\n[[ $1 == a* ]] && echo yes\n' }),
      right: native(observer, { 'notify.sh': '#!/bin/sh\ncase $1 in a*) echo yes ;; esac\n' }),
    },
    hook: findBashisms,
  },
]

function* findEmptyBranches({ code }: LintedHook): Generator<Finding> {
  for (const source of code.sources) {
    for (const { offset, what } of listEmptyBranches(source)) {
      yield { place: source.place(offset), message: `The ${what} that begins here holds no command.` }
    }
  }
}

function listEmptyBranches({ tree }: CodeSource): { offset: number; what: string }[] {
  const found: { offset: number; what: string }[] = []
  if (tree) walkTree(tree, (node) => void found.push(...listEmptyIn(node)))
  return found
}

function listEmptyIn(node: SyntaxNode): { offset: number; what: string }[] {
  const isEmpty = (list: { commands: readonly unknown[] } | undefined): boolean => list?.commands.length === 0
  const empty = (what: string) => [{ offset: node.pos, what }]
  switch (node.type) {
    case 'If':
      return [...(isEmpty(node.then) ? empty('then branch') : []), ...(isEmpty(node.else) ? empty('else branch') : [])]
    case 'Elif':
      return isEmpty(node.then) ? empty('elif branch') : []
    case 'While':
    case 'For':
    case 'Select':
      return isEmpty(node.body) ? empty('loop') : []
    case 'BraceGroup':
    case 'Subshell':
      return isEmpty(node.body) ? empty('block') : []
    default:
      return []
  }
}

async function findInvalid({ code, hook }: LintedHook): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const source of code.sources) {
    // The text of a program that is started without a shell has been put together here.
    const isWritten = source.origin === 'script' || hook.handler.type === 'worker' || isShellLine(hook.handler)
    if (!source.tree || !isWritten || isPlain(source.tree) || listEmptyBranches(source).length > 0) continue
    const fault = await readWithShell(source)
    if (fault) findings.push({ place: placeOf(source, fault.line), message: `Not valid shell: ${fault.message}.` })
  }
  return findings
}

const plainNodes = new Set<SyntaxNode['type']>([
  'Script',
  'Statement',
  'AndOr',
  'Pipeline',
  'Command',
  'Word',
  'Literal',
  'SingleQuoted',
  'DoubleQuoted',
  'SimpleExpansion',
  'Redirect',
  'FileDescriptor',
])

// Every shell reads plain commands alike; starting one for each of them would cost more than all other checks together.
function isPlain(tree: ParsedScript): boolean {
  let plain = tree.errors === undefined || tree.errors.length === 0
  walkTree(tree, ({ type }) => {
    if (!plainNodes.has(type)) plain = false
  })
  return plain && tree.commands.length > 0
}

function isShellLine(handler: LintedHook['hook']['handler']): boolean {
  return handler.type === 'command' && ('shell' in handler.run || handler.run.args[0] === '-c')
}

function placeOf(source: CodeSource, line: number | undefined): Finding['place'] {
  if (source.origin === 'command' || line === undefined) return source.place(0)
  const lines = source.text.split('\n').slice(0, line - 1)
  return source.place(Math.min(source.text.length, lines.join('\n').length + (line > 1 ? 1 : 0)))
}

interface ShellFault {
  message: string
  line?: number
}

const checkMs = 5000

/** Has a shell read the text without running it. What cannot be checked here passes. */
function readWithShell({ text, language }: CodeSource): Promise<ShellFault | undefined> {
  const shell = language === 'sh' || language === 'dash' || language === 'ash' ? '/bin/sh' : language
  // Templates are filled in before the shell sees the line; any word stands for them.
  const readable = text.replace(/\{\{[^{}]*\}\}/g, 'word')
  return new Promise((resolve) => {
    const options = { timeout: checkMs, env: { PATH: process.env['PATH'] ?? '' }, cwd: '/' }
    const child = execFile(shell, ['-n', '-s'], options, (error, _, stderr) => {
      resolve(typeof error?.code === 'number' && error.code !== 0 ? readComplaint(stderr) : undefined)
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(readable)
  })
}

function readComplaint(stderr: string): ShellFault {
  const first = stderr.trim().split('\n')[0] ?? ''
  const parts = /^\S*?:(?: line)? (?<line>\d+): (?<message>.*)$/.exec(first)?.groups
  const message = (parts?.['message'] ?? first).replace(/\.$/, '')
  return { message, ...(parts && { line: Number(parts['line']) }) }
}

const bashOnly: { readonly [type in SyntaxNode['type']]?: string } = {
  TestCommand: '[[ ]]',
  ProcessSubstitution: 'a process substitution',
  HereString: 'a here-string',
  ArrayValue: 'an array',
  ArithmeticCommand: '(( ))',
  ArithmeticFor: 'for (( ))',
  Select: 'select',
}

function* findBashisms({ code }: LintedHook): Generator<Finding> {
  for (const source of code.sources) {
    if (!source.tree || (source.language !== 'sh' && source.language !== 'dash')) continue
    const found: { offset: number; what: string }[] = []
    walkTree(source.tree, ({ type, pos }) => {
      const what = bashOnly[type]
      if (what !== undefined) found.push({ offset: pos, what })
    })
    const [first] = found
    if (first) yield { place: source.place(first.offset), message: `sh does not know ${first.what}; bash does.` }
  }
}
