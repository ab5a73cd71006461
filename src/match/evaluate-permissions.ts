import type { Decision } from '../protocol/decision.ts'
import { type Coverage, isCoveredWhole } from './cover-command.ts'
import { locateWord } from './locate-word.ts'
import { matchRule, namesTool } from './match-rule.ts'
import { parseRule, type Rule } from './parse-rule.ts'
import type { PathRule } from './path-rules.ts'
import { readCommand } from './read-command.ts'
import { showText } from './show-text.ts'
import type { RuleMatch, ToolCall } from './tool-call.ts'
import { isShellTool, nativeToolName } from './tool-names.ts'
import type { TouchedPath } from './touched-command.ts'
import { listTouchedPaths } from './touched-paths.ts'

/** The three lists of permission rules, parsed. */
export interface PermissionRules {
  readonly allow: readonly Rule[]
  readonly ask: readonly Rule[]
  readonly deny: readonly Rule[]
}

/** What the lists say about a call. */
export interface PermissionVerdict {
  decision: Decision | null
  /** The text of the rule that decided. */
  rule: string | null
  reason: string
}

/** Parses the lists of a `permissions` section. Throws `CONFIG_INVALID_PATTERN` for the first bad rule. */
export function parsePermissions(lists: {
  allow?: readonly string[]
  ask?: readonly string[]
  deny?: readonly string[]
}): PermissionRules {
  const parse = (texts: readonly string[] = []) => texts.map(parseRule)
  return { allow: parse(lists.allow), ask: parse(lists.ask), deny: parse(lists.deny) }
}

/**
 * Judges a call by the lists: deny first over all its parts, then ask, then allow. Never throws.
 *
 * What a deny rule cannot decide is asked, or denied when the command was too much to analyse; nothing that is undecidable
 * for a deny or ask rule is ever allowed. Allow rules must together cover every part: each simple command as written, and
 * each redirect through a rule for reading or writing that path. Adding a rule never makes the decision weaker.
 */
export function evaluatePermissions(rules: PermissionRules, call: ToolCall): PermissionVerdict {
  const denied = findStrongest(rules.deny, call)
  if (denied?.match.result === 'matched') return verdict('deny', denied)
  const asked = findStrongest(rules.ask, call)
  if (denied !== undefined) return isOverBudget(call) ? verdict('deny', denied) : verdict('ask', denied)
  if (asked !== undefined) return verdict('ask', asked)
  return allowCovered(rules.allow, call) ?? { decision: null, rule: null, reason: 'no rule applies' }
}

interface Finding {
  rule: Rule
  match: RuleMatch
}

function findStrongest(rules: readonly Rule[], call: ToolCall): Finding | undefined {
  let open: Finding | undefined
  for (const rule of rules) {
    const match = matchBroadly(rule, call)
    if (match.result === 'matched') return { rule, match }
    if (match.result === 'undecidable') open ??= { rule, match }
  }
  return open
}

function verdict(decision: Decision, { rule, match }: Finding): PermissionVerdict {
  const reason =
    match.result === 'matched' ? match.reason : `it cannot be ruled out that this falls under it: ${match.reason}`
  return { decision, rule: rule.text, reason: `${rule.text}: ${reason}` }
}

// A path that a file tool may not touch may not be touched through the shell either.
function matchBroadly(rule: Rule, call: ToolCall): RuleMatch {
  const direct = matchRule(rule, call)
  if (direct.result !== 'unmatched' || rule.argument === null || !isShellTool(nativeToolName(call.toolName)))
    return direct
  const reads = namesTool(rule, 'Read')
  const writes = namesTool(rule, 'Write') || namesTool(rule, 'Edit')
  if (!reads && !writes) return direct
  const named = reads ? listNamedPaths(call) : []
  const touched = listTouchedPaths(call).filter(({ access }) => (access === 'read' ? reads : writes))
  return matchTouched(rule.argument.path, { touched: [...touched, ...named], cwd: call.cwd }) ?? direct
}

function matchTouched(
  rule: PathRule,
  { touched, cwd }: { touched: readonly TouchedPath[]; cwd: string | undefined },
): RuleMatch | undefined {
  let open: TouchedPath | undefined
  for (const entry of touched) {
    const { path, access, glob, tree } = entry
    if (path === null || (glob && rule.couldPick(path, { cwd }))) open ??= entry
    else if (!glob && (rule.match(path, { cwd }).loosely || (tree && rule.liesBelow(path, { cwd })))) {
      return { result: 'matched', reason: `the command ${access}s ${showText(path)}`, every: false }
    }
  }
  return open && { result: 'undecidable', reason: `${showText(open.raw)} could be that file`, every: false }
}

// They mention a file without reading it.
const mentioning = /^(?:ls|test|\[|\[\[|stat|file|touch|mkdir|chmod|chown|cd|echo|printf|rm|git|find|true|:)$/

/** What programs that are not known to read or write name as arguments; they may well read it. */
function listNamedPaths(call: ToolCall): TouchedPath[] {
  return (readCommand(call)?.commands ?? []).flatMap((command) => {
    const [program, ...words] = command.words
    if (program?.value == null || mentioning.test(program.value)) return []
    return words.flatMap((word): TouchedPath[] => {
      const path = word.glob ? null : locateWord(word, command)
      return path === null || path.startsWith('-') ? [] : [{ path, raw: word.raw, access: 'read' }]
    })
  })
}

function isOverBudget(call: ToolCall): boolean {
  return (
    isShellTool(nativeToolName(call.toolName)) &&
    readCommand(call)?.problems.some((problem) => problem.kind === 'budget') === true
  )
}

function allowCovered(rules: readonly Rule[], call: ToolCall): PermissionVerdict | undefined {
  for (const rule of rules) {
    const match = matchRule(rule, call)
    if (match.every) return { decision: 'allow', rule: rule.text, reason: `${rule.text}: ${match.reason}` }
  }
  if (!isShellTool(nativeToolName(call.toolName))) return undefined
  const facts = readCommand(call)
  if (facts === null) return undefined
  const used = new Set<string>()
  if (!isCoveredWhole(facts, coverByRules(rules, { call, used })) || used.size === 0) return undefined
  const names = [...used].join(', ')
  return { decision: 'allow', rule: names, reason: `every part is covered by ${names}` }
}

function coverByRules(rules: readonly Rule[], { call, used }: { call: ToolCall; used: Set<string> }): Coverage {
  const use = (rule: Rule | undefined) => {
    if (rule !== undefined) used.add(rule.text)
    return rule !== undefined
  }
  return {
    words: (command) =>
      use(rules.find((rule) => namesTool(rule, 'Bash') && rule.argument?.command.matchExactly(command.words))),
    redirect: ({ kind, target }, command) => {
      const file = target.glob ? null : locateWord(target, command)
      if (file === null) return false
      const tools = kind === 'read' ? ['Read'] : ['Write', 'Edit']
      return use(
        rules.find((rule) =>
          tools.some((toolName) => matchRule(rule, { toolName, toolInput: { file_path: file }, cwd: call.cwd }).every),
        ),
      )
    },
  }
}
