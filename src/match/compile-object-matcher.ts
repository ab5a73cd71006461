import { HookError } from '../base/errors.ts'
import { listCallPaths } from './call-paths.ts'
import { compilePattern } from './compile-pattern.ts'
import { matchRule } from './match-rule.ts'
import type { Matcher, MatcherSubject } from './matcher.ts'
import { parseRule, type Rule } from './parse-rule.ts'
import { compilePathRule } from './path-rules.ts'

/** The object form of a matcher. Each field is one text or a list of which any may match; all fields given must match. */
export interface ObjectMatcher {
  /** Names or regular expressions over the whole tool name, and `Tool(glob)`. */
  tools?: string | readonly string[]
  /** Path globs; any file of the call may match. */
  paths?: string | readonly string[]
  /** Command globs, evaluated on the parsed shell command. */
  commands?: string | readonly string[]
}

type Condition = (subject: MatcherSubject) => boolean

/** Compiles the object form. What cannot be decided counts as a match. Throws `CONFIG_INVALID_PATTERN` or `CONFIG_INVALID_VALUE`. */
export function compileObjectMatcher(spec: ObjectMatcher): Matcher {
  const tools = listTexts(spec, 'tools')
  const conditions = [
    anyOf(tools?.map(compileTool)),
    anyOf(listTexts(spec, 'paths')?.map(compilePath)),
    anyOf(listTexts(spec, 'commands')?.map(compileCommand)),
  ].filter((condition) => condition !== undefined)
  const names = conditions.length === 1 ? listPlainNames(tools) : null
  return {
    test: (subject) => conditions.every((condition) => condition(subject)),
    describe: () => JSON.stringify(spec),
    plainNames: () => names,
    all: conditions.length === 0,
  }
}

function listTexts(spec: ObjectMatcher, field: keyof ObjectMatcher): readonly string[] | undefined {
  const value: unknown = spec[field]
  if (value === undefined) return undefined
  const texts = Array.isArray(value) ? value : [value]
  if (texts.length === 0 || texts.some((text) => typeof text !== 'string')) {
    throw new HookError('CONFIG_INVALID_VALUE', `matcher.${field} must be text or a list of texts that is not empty.`)
  }
  return texts
}

function anyOf(conditions: readonly Condition[] | undefined): Condition | undefined {
  return conditions === undefined ? undefined : (subject) => conditions.some((condition) => condition(subject))
}

// The name part is a list of plain names, so `mcp__(a|b)` with its open end stays a regular expression.
const toolWithArgument = /^[\w\-|. ]*[A-Za-z0-9]\([\s\S]*\)$/

function compileTool(text: string): Condition {
  if (text === '' || text === '*') return () => true
  if (toolWithArgument.test(text)) return testRule(parseRule(text))
  const pattern = compilePattern(text, { reach: 'whole' })
  return ({ value }) => value === undefined || pattern.test(value)
}

function compilePath(glob: string): Condition {
  const rule = compilePathRule(glob)
  return ({ toolInput = {}, cwd }) => {
    const { paths, malformed } = listCallPaths(toolInput)
    return malformed || paths.some((path) => rule.match(path, cwd === undefined ? {} : { cwd }).loosely)
  }
}

function compileCommand(glob: string): Condition {
  const rule = parseRule(`Bash(${glob})`)
  return (subject) => {
    if (subject.toolInput === undefined || !Object.hasOwn(subject.toolInput, 'command')) return false
    return testRule(rule)({ ...subject, value: 'Bash' })
  }
}

function testRule(rule: Rule): Condition {
  return ({ value, toolInput, cwd }) => {
    const call = {
      toolName: value ?? rule.tools[0]!,
      toolInput: toolInput ?? {},
      ...(cwd === undefined ? {} : { cwd }),
    }
    return matchRule(rule, call).result !== 'unmatched'
  }
}

function listPlainNames(tools: readonly string[] | undefined): readonly string[] | null {
  const names: string[] = []
  for (const tool of tools ?? []) {
    const plain =
      toolWithArgument.test(tool) || tool === '' || tool === '*' ? null : compilePattern(tool, { reach: 'whole' }).names
    if (plain === null) return null
    names.push(...plain)
  }
  return names.length === 0 ? null : names
}
