import { listCallPaths } from '../call-paths.ts'
import { readCommand } from '../read-command.ts'
import { type PathForms, resolvePathForms } from '../real-path.ts'
import { showText } from '../show-text.ts'
import type { ToolCall } from '../tool-call.ts'
import { isShellTool, nativeToolName } from '../tool-names.ts'
import { type CommandView, viewCommand } from './command-view.ts'
import { excuseProblem } from './excuse-problem.ts'
import { fillArguments } from './fill-arguments.ts'
import type { CommandSubject, FileSubject, GuardPack, GuardRule, PathResolver, Suspicion } from './guard-pack.ts'

/** What a pack says about a call; no decision means that it minds nothing. */
export interface GuardVerdict {
  decision: 'deny' | 'ask' | null
  ruleId: string | null
  reason: string
}

/**
 * Judges one call by a pack: the strictest rule that applies decides, the first of equals. Never throws for any input.
 *
 * A shell command that cannot be read in full is asked about, one too large to read is denied, and so is a `command` that
 * is not text. Ordinary dynamic arguments are left alone unless a rule guards them.
 */
export function evaluateGuardPack(pack: GuardPack, call: ToolCall): GuardVerdict {
  const cwd = call.cwd ?? process.cwd()
  if (isShellTool(nativeToolName(call.toolName))) return judgeShell(pack, { call, cwd })
  const { paths, malformed } = listCallPaths(call.toolInput)
  const found = paths.reduce<GuardVerdict>(
    (worst, path) =>
      stricter(
        worst,
        judgeFile(pack, { kind: 'file', path, access: accessOf(call.toolName), cwd, resolve: makeResolver(cwd) }),
      ),
    nothing,
  )
  return malformed
    ? stricter(found, { decision: 'ask', ruleId: null, reason: 'a path of the call is not text' })
    : found
}

/** The pack without the rules of these ids. Unknown ids are ignored; the caller checks them against `pack.rules`. */
export function trimGuardPack(pack: GuardPack, except: readonly string[]): GuardPack {
  return { ...pack, rules: pack.rules.filter((rule) => !except.includes(rule.id)) }
}

const nothing: GuardVerdict = { decision: null, ruleId: null, reason: 'nothing dangerous found' }

function judgeShell(pack: GuardPack, { call, cwd }: { call: ToolCall; cwd: string }): GuardVerdict {
  const facts = readCommand(call)
  if (facts === null) return { decision: 'deny', ruleId: null, reason: 'the command is not text' }
  const all = [...facts.commands, ...fillArguments(facts.commands)].map(viewCommand)
  const shared = {
    kind: 'command' as const,
    all,
    facts,
    text: call.toolInput['command'] as string,
    cwd,
    resolve: makeResolver(cwd),
  }
  const problems = facts.problems.filter((problem) => !excuseProblem(problem, shared))
  const budget = problems.find(({ kind }) => kind === 'budget')
  if (budget !== undefined) return blameProblem('deny', budget.message)
  let found: GuardVerdict = nothing
  for (const command of all) {
    found = stricter(found, judgeCommand(pack, { ...shared, command }))
    if (found.decision === 'deny') return found
  }
  return problems[0] === undefined ? found : stricter(found, blameProblem('ask', problems[0].message))
}

function makeResolver(cwd: string): PathResolver {
  const known = new Map<string, PathForms>()
  return (path) => {
    const forms = known.get(path) ?? resolvePathForms(path, cwd)
    known.set(path, forms)
    return forms
  }
}

function blameProblem(decision: 'deny' | 'ask', message: string): GuardVerdict {
  return { decision, ruleId: null, reason: `the command cannot be read in full: ${showText(message)}` }
}

function judgeCommand(pack: GuardPack, subject: CommandSubject): GuardVerdict {
  let found: GuardVerdict = nothing
  for (const rule of pack.rules) {
    if (rule.programs !== undefined && !rule.programs.includes(subject.command.program ?? '')) continue
    found = stricter(found, toVerdict(rule, rule.test(subject), showCommand(subject.command)))
  }
  return found
}

function judgeFile(pack: GuardPack, subject: FileSubject): GuardVerdict {
  let found: GuardVerdict = nothing
  for (const rule of pack.rules)
    found = stricter(found, toVerdict(rule, rule.testFile?.(subject) ?? 'no', showText(subject.path)))
  return found
}

function toVerdict(rule: GuardRule, suspicion: Suspicion, shown: string): GuardVerdict {
  if (suspicion === 'no') return nothing
  if (suspicion === 'yes') return { decision: rule.decision, ruleId: rule.id, reason: `\`${shown}\`: it ${rule.about}` }
  return {
    decision: 'ask',
    ruleId: rule.id,
    reason: `\`${shown}\`: only a running shell could tell whether it ${rule.about}`,
  }
}

function showCommand({ command }: CommandView): string {
  return showText(command.words.map((word) => word.value ?? word.raw).join(' '))
}

function stricter(a: GuardVerdict, b: GuardVerdict): GuardVerdict {
  const rank = { deny: 2, ask: 1 }
  return (b.decision === null ? 0 : rank[b.decision]) > (a.decision === null ? 0 : rank[a.decision]) ? b : a
}

function accessOf(toolName: string): 'read' | 'write' {
  return ['Read', 'Grep', 'Glob', 'LS', 'NotebookRead'].includes(nativeToolName(toolName)) ? 'read' : 'write'
}
