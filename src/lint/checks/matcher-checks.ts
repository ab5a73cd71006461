import { compileMatcher, type MatcherSpec } from '../../match/index.ts'
import { eventDefinition } from '../../protocol/event-types.ts'
import { listKnownTools, meantTool } from '../known-tools.ts'
import type { Finding, LintCheck } from '../lint-check.ts'
import type { LintedFile } from '../linted-file.ts'
import type { LintedHook } from '../linted-hook.ts'
import { indexRawEntries, listRawEntries, type RawEntry } from '../raw-entries.ts'
import { claude, kimi, native } from './example.ts'

const guard = (matcher: string): string =>
  `{ "PostToolUse": [{ "matcher": ${JSON.stringify(matcher)}, "hooks": [{ "command": "true" }] }] }`

/** Matchers that do not do what they seem to. */
export const matcherChecks: readonly LintCheck[] = [
  {
    code: 'misspelt-tool',
    title: 'A matcher names a tool that is nearly one that exists.',
    severity: 'error',
    why: 'Matchers are case-sensitive and match whole names: the hook never runs for the tool that was meant.',
    remedy: 'Use the name of the tool.',
    fixable: true,
    example: { wrong: native(guard('bash|Wrte')), right: native(guard('Bash|Write')) },
    hook: findMisspelt,
  },
  {
    code: 'dead-matcher',
    title: 'A matcher takes nothing that is known.',
    severity: 'warning',
    why: 'Unless the host has a tool of its own by that name, the hook never runs.',
    remedy: 'Check the name; `hookline explain` shows what a matcher takes.',
    example: {
      wrong: native(guard('Deploy[A-Z]+')),
      right: native(guard('mcp__deploy__.*')),
    },
    hook: findDead,
  },
  {
    code: 'rule-in-matcher',
    title: 'A permission rule stands where a tool name is expected.',
    severity: 'error',
    why: 'A matcher is a regular expression over the name of the tool: `Bash(git push *)` takes no tool at all, so the hook never runs.',
    remedy: 'Put the name into the matcher and the rule into `if`.',
    example: {
      wrong: claude(
        `{ "hooks": { "PostToolUse": [{ "matcher": "Bash(git push:*)", "hooks": [{ "type": "command", "command": "true" }] }] } }`,
      ),
      right: claude(
        `{ "hooks": { "PostToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "true", "if": "Bash(git push *)" }] }] } }`,
      ),
    },
    file: findRules,
  },
  {
    code: 'matcher-without-field',
    title: 'A matcher stands on an event that has nothing to match.',
    severity: 'warning',
    why: 'The hooks run every time, whatever the matcher says.',
    remedy: 'Remove the matcher.',
    fixable: true,
    outranksReading: true,
    example: {
      wrong: native(`{ "TurnEnd": [{ "matcher": "Bash", "hooks": [{ "command": "true" }] }] }`),
      right: native(`{ "TurnEnd": [{ "hooks": [{ "command": "true" }] }] }`),
    },
    file: (file) => (file.dialect === 'kimi' ? [] : findIdleMatchers(file, (event) => event.matches === null)),
  },
  {
    code: 'matcher-never',
    title: 'A Kimi matcher stands on an event without a tool.',
    severity: 'error',
    why: 'A value that is missing never matches there: the hook never runs.',
    remedy: 'Remove the matcher.',
    fixable: true,
    outranksReading: true,
    example: {
      wrong: kimi(`[[hooks.session_end]]\nmatcher = { tool = "Shell" }\ncommand = "true"\n`),
      right: kimi(`[[hooks.session_end]]\ncommand = "true"\n`),
    },
    file: (file) => (file.dialect === 'kimi' ? findIdleMatchers(file, (event) => event.matches !== 'toolName') : []),
  },
  {
    code: 'if-without-tool',
    title: '`if` stands on an event without a tool call.',
    severity: 'error',
    why: 'A permission rule is about a tool call. A native file is refused for it; in a Claude file the hook runs every time here and never in Claude itself.',
    remedy: 'Remove `if`, or move the hook to an event of tools.',
    outranksReading: true,
    example: {
      wrong: native(`{ "Notification": [{ "hooks": [{ "command": "true", "if": "Bash(git *)" }] }] }`),
      right: native(`{ "Notification": [{ "hooks": [{ "command": "true" }] }] }`),
    },
    file: findIdleRules,
  },
]

/** The exact names of a matcher that is nothing but names; empty for any other. */
function listNames(spec: unknown, { dialect }: LintedFile): readonly string[] {
  const text = typeof spec === 'object' && spec !== null && 'tool' in spec ? spec.tool : spec
  if (typeof text !== 'string') return []
  try {
    return compileMatcher(text, dialect === 'kimi' ? 'blade' : dialect).plainNames() ?? []
  } catch {
    return []
  }
}

function isToolEvent({ hook }: LintedHook): boolean {
  return eventDefinition(hook.event).matches === 'toolName'
}

function* findMisspelt(linted: LintedHook): Generator<Finding> {
  if (!isToolEvent(linted)) return
  const found = matcherOf(linted)
  if (!found) return
  const known = listKnownTools(linted.hook.dialect.name)
  const names = listNames(found.matcher, linted.file)
  const better = names.map((name) => meantTool(name, known) ?? name)
  for (const [index, name] of names.entries()) {
    const meant = better[index]!
    if (meant === name) continue
    const isText = typeof found.matcher === 'string' && !found.isMap
    yield {
      place: linted.file.place(found.matcherPath),
      message: `There is no tool "${name}": the hook never runs for it.`,
      hint: `Did you mean "${meant}"?`,
      ...(isText && {
        fix: { kind: 'set', file: linted.file.file, path: found.matcherPath, value: better.join('|') } as const,
      }),
    }
  }
}

function* findDead(linted: LintedHook): Generator<Finding> {
  const { hook, file } = linted
  const found = matcherOf(linted)
  if (!found || hook.matcher.all || !hook.matcher.byValue) return
  const values = listKnownValues(linted)
  if (values.length === 0 || values.some((value) => hook.matcher.test({ value }))) return
  const known = listKnownTools(hook.dialect.name)
  const names = isToolEvent(linted) ? listNames(found.matcher, file) : []
  const told = names.some((name) => meantTool(name, known) !== undefined)
  if (told || isRule(found.matcher)) return
  const what = isToolEvent(linted) ? 'no tool that is known' : `none of ${values.join(', ')}`
  yield { place: file.place(found.matcherPath), message: `The matcher takes ${what}: ${hook.matcher.describe()}.` }
}

// An MCP tool may have any name; what begins like one takes some.
const sampleMcpTool = 'mcp__server__tool'

function listKnownValues(linted: LintedHook): string[] {
  const { hook } = linted
  const { matches, input } = eventDefinition(hook.event)
  if (matches === 'toolName') {
    const spec = matcherOf(linted)?.matcher
    const text = typeof spec === 'string' ? spec : JSON.stringify(spec ?? '')
    const tools = [...listKnownTools(hook.dialect.name)].map((name) => hook.dialect.toolName(name))
    return text.includes('mcp_') ? [] : [...tools, ...listKnownTools(hook.dialect.name), sampleMcpTool]
  }
  const field = matches === null ? undefined : input[matches]
  if (field?.kind === 'oneOf') return field.values.map(String)
  return field?.kind === 'word' && matches !== 'agentType' ? [...field.known] : []
}

function matcherOf({ file, hook }: LintedHook): RawEntry | undefined {
  return hook.source.path === undefined ? undefined : indexRawEntries(file).get(hook.source.path)
}

function* findRules(file: LintedFile): Generator<Finding> {
  for (const { matcher, matcherPath, event } of firstOfGroups(file)) {
    if (!isRule(matcher) || event === undefined || eventDefinition(event).matches !== 'toolName') continue
    const [, tool, rule] = /^(\w+)\((.*)\)$/s.exec(matcher)!
    yield {
      place: file.place(matcherPath),
      message: `"${matcher}" is a permission rule; a matcher takes the name of a tool.`,
      hint: `Write "matcher": "${tool}" and "if": "${tool}(${rule!.replace(/:\*$/, ' *')})".`,
    }
  }
}

// A group behind a name is also valid in a regular expression: a rule has something in it that no name of a tool has.
function isRule(matcher: unknown): matcher is string {
  return typeof matcher === 'string' && /^\w+\([^|)]*[\s:*/.][^)]*\)$/.test(matcher)
}

type Definition = ReturnType<typeof eventDefinition>

function* findIdleMatchers(file: LintedFile, isIdle: (event: Definition) => boolean): Generator<Finding> {
  for (const { event, eventName, matcher, matcherPath, isMap } of firstOfGroups(file)) {
    if (event === undefined || isMap || !isIdle(eventDefinition(event)) || takesAll(matcher, file)) continue
    yield {
      place: file.place(matcherPath),
      message: `${eventName} has nothing that a matcher could test.`,
      fix: { kind: 'remove', file: file.file, path: matcherPath },
    }
  }
}

function takesAll(matcher: unknown, { dialect }: LintedFile): boolean {
  try {
    return compileMatcher(matcher as MatcherSpec, dialect).all
  } catch {
    return true
  }
}

// The hooks of a group share its matcher.
function firstOfGroups(file: LintedFile): RawEntry[] {
  return [...new Map(listRawEntries(file).map((entry) => [entry.matcherPath.join(), entry])).values()]
}

function* findIdleRules(file: LintedFile): Generator<Finding> {
  for (const { entry, event, eventName, path } of listRawEntries(file)) {
    if (event === undefined || typeof entry['if'] !== 'string' || entry['if'].trim() === '') continue
    if (eventDefinition(event).matches === 'toolName') continue
    yield { place: file.place([...path, 'if']), message: `${eventName} has no tool call that a rule could test.` }
  }
}
