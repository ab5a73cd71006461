import { HookError } from '../../base/errors.ts'
import { guardHooks } from '../../hooks/guard-hooks.ts'
import { compileMatcher, matchRule, parseRule, type Rule } from '../../match/index.ts'
import { eventDefinition } from '../../protocol/event-types.ts'
import { isRecord, type Path } from '../../protocol/schema/check.ts'
import { listKnownTools, meantTool } from '../known-tools.ts'
import type { Finding, LintCheck } from '../lint-check.ts'
import type { LintedFile } from '../linted-file.ts'
import type { LintedHook } from '../linted-hook.ts'
import { indexRawEntries } from '../raw-entries.ts'
import { native } from './example.ts'

const guard = (matcher: string, rule: string): string =>
  `{ "PostToolUse": [{ "matcher": "${matcher}", "hooks": [{ "command": "true", "if": "${rule}" }] }] }`

/** Permission rules and guard packs that do not do what they seem to. */
export const ruleChecks: readonly LintCheck[] = [
  {
    code: 'misspelt-rule',
    title: 'A permission rule names a tool that is nearly one that exists.',
    severity: 'error',
    why: 'Names of tools are case-sensitive: the hook never runs, the rule never denies.',
    remedy: 'Use the name of the tool.',
    fixable: true,
    example: { wrong: native(guard('Bash', 'bash(git push *)')), right: native(guard('Bash', 'Bash(git push *)')) },
    file: findMisspeltPermissions,
    hook: findMisspeltCondition,
  },
  {
    code: 'dead-if',
    title: '`if` is about a tool that the matcher never takes.',
    severity: 'error',
    why: 'Both must fit a call: the hook never runs.',
    remedy: 'Let the matcher and the rule name the same tool, or leave the matcher out.',
    example: { wrong: native(guard('Bash', 'Write(src/**)')), right: native(guard('Write', 'Write(src/**)')) },
    hook: findDeadCondition,
  },
  {
    code: 'unknown-guard-pack',
    title: 'There is no such guard pack, or it has no such rule.',
    severity: 'error',
    why: 'The configuration is refused whole: none of its guards is in force.',
    remedy: 'Use the name of a guard pack, such as hookline:dangerous-commands.',
    example: {
      wrong: native(`{ "guards": ["hookline:dangerous-command"] }`),
      right: native(`{ "guards": ["hookline:dangerous-commands"] }`),
    },
    file: findUnknownPacks,
  },
]

function* findMisspeltPermissions(file: LintedFile): Generator<Finding> {
  if (file.dialect !== 'blade') return
  const base: Path = isRecord(file.valueAt(['hooks'])) ? ['hooks'] : []
  for (const list of ['allow', 'ask', 'deny']) {
    const path = [...base, 'permissions', list]
    const rules = file.valueAt(path)
    if (!Array.isArray(rules)) continue
    for (const [index, text] of rules.entries()) yield* findMisspelt(text, file, [...path, index])
  }
}

function findMisspeltCondition({ entry, file, path, hook }: LintedHook): Iterable<Finding> {
  const isAboutTools = path !== undefined && eventDefinition(hook.event).matches === 'toolName'
  return isAboutTools ? findMisspelt(entry['if'], file, [...path, 'if']) : []
}

function* findMisspelt(text: unknown, file: LintedFile, path: Path): Generator<Finding> {
  const known = listKnownTools(file.dialect)
  for (const name of readRule(text)?.tools ?? []) {
    const meant = name.includes('*') ? undefined : meantTool(name, known)
    if (meant === undefined) continue
    const value = (text as string).replace(name, meant)
    yield {
      place: file.place(path),
      message: `There is no tool "${name}": ${text} never matches a call of ${meant}.`,
      hint: `Did you mean "${value}"?`,
      fix: { kind: 'set', file: file.file, path, value },
    }
  }
}

function* findDeadCondition({ hook, entry, file, place }: LintedHook): Generator<Finding> {
  const rule = readRule(entry['if'])
  if (rule === undefined || eventDefinition(hook.event).matches !== 'toolName') return
  if (hook.matcher.all || !hook.matcher.byValue) return
  const known = listKnownTools(hook.dialect.name)
  // Servers and wildcards take tools whose names nobody knows here; what is misspelt is told as that.
  if (rule.tools.some((name) => name.includes('*') || name.startsWith('mcp__') || meantTool(name, known))) return
  const tools = [...known, ...rule.tools, ...listMatcherNames(hook.source.path, file)].filter((name) =>
    isAbout(rule, name),
  )
  const isTaken = (name: string): boolean =>
    [name, hook.dialect.toolName(name)].some((value) => hook.matcher.test({ value }))
  if (tools.some(isTaken)) return
  yield {
    place: place('if'),
    message: `${entry['if']} is about ${rule.tools.join(', ')}, but the matcher takes ${hook.matcher.describe()}: the hook never runs.`,
  }
}

function isAbout(rule: Rule, toolName: string): boolean {
  return matchRule({ ...rule, argument: null }, { toolName, toolInput: {}, cwd: '/' }).result === 'matched'
}

// A host may have tools of its own, and a rule about Bash is about any shell.
function listMatcherNames(source: string | undefined, file: LintedFile): readonly string[] {
  const matcher = source === undefined ? undefined : indexRawEntries(file).get(source)?.matcher
  if (typeof matcher !== 'string' || file.dialect === 'kimi') return []
  return compileMatcher(matcher, file.dialect).plainNames() ?? []
}

function readRule(text: unknown): Rule | undefined {
  if (typeof text !== 'string' || text.trim() === '') return undefined
  try {
    return parseRule(text)
  } catch {
    return undefined
  }
}

function* findUnknownPacks(file: LintedFile): Generator<Finding> {
  if (file.dialect !== 'blade') return
  const path: Path = [...(isRecord(file.valueAt(['hooks'])) ? ['hooks'] : []), 'guards']
  for (const [index, { use, except }] of file.reading.settings.guards.entries()) {
    try {
      guardHooks([{ use, except, layer: file.layer }])
    } catch (error) {
      if (!(error instanceof HookError)) throw error
      yield { place: file.place([...path, index]), message: `${capitalise(error.message)}.`, hint: error.hint }
    }
  }
}

function capitalise(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
