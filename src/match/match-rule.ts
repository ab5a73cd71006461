import type { CommandFacts, SimpleCommand } from '../shell/command-facts.ts'
import { listCallPaths } from './call-paths.ts'
import { listCommandForms } from './command-forms.ts'
import { type Coverage, isCoveredWhole } from './cover-command.ts'
import { listStrings } from './list-strings.ts'
import type { Rule, RuleArgument } from './parse-rule.ts'
import { readCommand } from './read-command.ts'
import { showText } from './show-text.ts'
import type { MatchResult, RuleMatch, ToolCall } from './tool-call.ts'
import { isShellTool, nativeToolName } from './tool-names.ts'

/**
 * Says whether a call falls under a rule. Never throws.
 *
 * Shell commands are judged in parts: the rule matches when any simple command does, wherever it stands. What cannot be
 * parsed, and an input of the wrong type, is `undecidable`, never `unmatched`. `every` holds only when all was parsed and
 * each simple command matches as written; a redirect to or from a file is a part that no command glob covers.
 */
export function matchRule(rule: Rule, call: ToolCall): RuleMatch {
  if (!namesTool(rule, call.toolName)) return unmatched(`${rule.text} is not about ${showText(call.toolName)}`)
  if (rule.argument === null)
    return { result: 'matched', reason: `${rule.text} covers every call of ${showText(call.toolName)}`, every: true }
  if (typeof call.toolInput !== 'object' || call.toolInput === null)
    return undecidable('the tool input is not an object')
  if (isShellTool(nativeToolName(call.toolName))) return matchShell(rule.argument, call)
  if (rule.argument.domain !== null) return matchDomain(rule.argument.domain, call)
  return matchPaths(rule.argument, call) ?? matchStrings(rule.argument, call)
}

/** Whether a rule is about a tool at all, aliases included. */
export function namesTool(rule: Rule, toolName: string): boolean {
  const name = nativeToolName(toolName)
  return rule.tools.some((tool) => {
    if (tool === name || tool === toolName) return true
    if (tool === 'Bash') return isShellTool(name)
    if (tool.includes('*')) return coversName(tool, name)
    return /^mcp__[^_]+(?:_[^_]+)*$/.test(tool) && name.startsWith(`${tool}__`)
  })
}

function coversName(glob: string, name: string): boolean {
  const [first = '', ...rest] = glob.split('*')
  const last = rest.pop() ?? ''
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false
  let position = first.length
  for (const part of rest) {
    const found = name.indexOf(part, position)
    if (found === -1) return false
    position = found + part.length
  }
  return position <= name.length - last.length
}

function matchShell(argument: RuleArgument, call: ToolCall): RuleMatch {
  const facts = readCommand(call)
  if (facts === null) return undecidable('the command is not a string')
  const text = call.toolInput['command'] as string
  if (/[|&;<>\n]/.test(argument.text)) {
    const whole = matchWholeText(argument, text)
    if (whole !== undefined) return whole
  }
  return judgeParts(facts, {
    match: (command) => strongest(listCommandForms(command).map((form) => argument.command.matchLoosely(form))),
    covers: { words: (command) => argument.command.matchExactly(command.words) },
  })
}

// A rule that is itself a pipeline or a list, such as `curl * | sh`, can only be meant for the text as a whole.
function matchWholeText(argument: RuleArgument, text: string): RuleMatch | undefined {
  if (argument.command.matchLoosely(splitWords(text)) !== 'matched') return undefined
  return { result: 'matched', reason: `the command is ${showText(text)}`, every: text.trim() === argument.text }
}

interface PartJudge {
  match(command: SimpleCommand): MatchResult
  covers: Coverage
}

function judgeParts(facts: CommandFacts, judge: PartJudge): RuleMatch {
  let open: SimpleCommand | undefined
  for (const command of facts.commands) {
    const result = command.words.length === 0 ? 'unmatched' : judge.match(command)
    if (result === 'matched')
      return { result, reason: `${showCommand(command)} matches`, every: isCoveredWhole(facts, judge.covers) }
    if (result === 'undecidable') open ??= command
  }
  if (open !== undefined) return undecidable(`${showCommand(open)} holds what only a running shell could tell`)
  if (!facts.complete) return undecidable(facts.problems[0]?.message ?? 'the command could not be understood in full')
  return unmatched('no part of the command matches')
}

function strongest(results: readonly MatchResult[]): MatchResult {
  if (results.includes('matched')) return 'matched'
  return results.includes('undecidable') ? 'undecidable' : 'unmatched'
}

function showCommand(command: SimpleCommand): string {
  return `\`${showText(command.words.map((word) => word.value ?? word.raw).join(' '))}\``
}

function matchDomain(domain: string, call: ToolCall): RuleMatch {
  const address = call.toolInput['url']
  if (typeof address !== 'string' || !URL.canParse(address)) return undecidable('the call has no readable URL')
  const host = new URL(address).hostname.replace(/\.$/, '').toLowerCase()
  const matches = domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain
  return matches
    ? { result: 'matched', reason: `the host is ${showText(host)}`, every: true }
    : unmatched(`the host is ${showText(host)}`)
}

const fileTools = new Set(['Read', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit'])

function matchPaths(argument: RuleArgument, call: ToolCall): RuleMatch | undefined {
  const { paths, malformed } = listCallPaths(call.toolInput)
  if (paths.length === 0 && !malformed)
    return fileTools.has(nativeToolName(call.toolName)) ? undecidable('the call names no file') : undefined
  const matches = paths.map((path) => argument.path.match(path, { cwd: call.cwd }))
  const hit = matches.findIndex((match) => match.loosely)
  if (hit !== -1) {
    return {
      result: 'matched',
      reason: `the path is ${showText(paths[hit]!)}`,
      every: !malformed && matches.every((match) => match.exactly),
    }
  }
  return malformed ? undecidable('a path is not a string') : unmatched('no path of the call matches')
}

function matchStrings(argument: RuleArgument, call: ToolCall): RuleMatch {
  const covers = (value: unknown) =>
    typeof value === 'string' && argument.command.matchLoosely(splitWords(value)) === 'matched'
  const hit = listStrings(call.toolInput).find(covers)
  if (hit === undefined) return unmatched('no value of the input matches')
  return {
    result: 'matched',
    reason: `the input holds ${showText(hit)}`,
    every: Object.values(call.toolInput).some(covers),
  }
}

function splitWords(text: string): { value: string }[] {
  return text
    .trim()
    .split(/\s+/)
    .map((value) => ({ value }))
}

function unmatched(reason: string): RuleMatch {
  return { result: 'unmatched', reason, every: false }
}

function undecidable(reason: string): RuleMatch {
  return { result: 'undecidable', reason, every: false }
}
