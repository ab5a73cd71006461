import { HookError } from '../base/errors.ts'
import type { MatchSubject } from '../protocol/matcher.ts'
import type { ObjectMatcher } from '../protocol/native-config.ts'
import { listCallPaths } from './call-paths.ts'
import { compilePattern } from './compile-pattern.ts'
import { matchRule } from './match-rule.ts'
import type { NamedMatcher } from './named-matcher.ts'
import { parseRule, type Rule } from './parse-rule.ts'
import { compilePathRule } from './path-rules.ts'

type Part = (subject: MatchSubject) => boolean

/** Compiles the object form. What cannot be decided counts as a match. Throws `CONFIG_INVALID_PATTERN` or `CONFIG_INVALID_VALUE`. */
export function compileObjectMatcher(spec: ObjectMatcher): NamedMatcher {
  const tools = listTexts(spec, 'tools')
  const parts = [
    anyOf(tools?.map(compileTool)),
    anyOf(listTexts(spec, 'paths')?.map(compilePath)),
    anyOf(listTexts(spec, 'commands')?.map(compileCommand)),
  ].filter((part) => part !== undefined)
  const names = parts.length === 1 ? listPlainNames(tools) : null
  return {
    test: (subject) => parts.every((part) => part(subject)),
    describe: () => JSON.stringify(spec),
    plainNames: () => names,
    all: parts.length === 0,
    byValue:
      spec.paths === undefined && spec.commands === undefined && !tools?.some((tool) => toolWithArgument.test(tool)),
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

function anyOf(parts: readonly Part[] | undefined): Part | undefined {
  return parts === undefined ? undefined : (subject) => parts.some((part) => part(subject))
}

// The name part is a list of plain names, so `mcp__(a|b)` with its open end stays a regular expression.
const toolWithArgument = /^[\w\-|. ]*[A-Za-z0-9]\([\s\S]*\)$/

function compileTool(text: string): Part {
  if (text === '' || text === '*') return () => true
  if (toolWithArgument.test(text)) return testRule(parseRule(text))
  const pattern = compilePattern(text, { reach: 'whole' })
  return ({ value }) => value === undefined || pattern.test(value)
}

function compilePath(glob: string): Part {
  const rule = compilePathRule(glob)
  return ({ toolInput = {}, cwd }) => {
    const { paths, malformed } = listCallPaths(toolInput)
    return malformed || paths.some((path) => rule.match(path, { cwd }).loosely)
  }
}

function compileCommand(glob: string): Part {
  const rule = parseRule(`Bash(${glob})`)
  return (subject) => {
    if (subject.toolInput === undefined || !Object.hasOwn(subject.toolInput, 'command')) return false
    return testRule(rule)({ ...subject, value: 'Bash' })
  }
}

function testRule(rule: Rule): Part {
  return ({ value, toolInput, cwd }) => {
    const call = {
      toolName: value ?? rule.tools[0]!,
      toolInput: toolInput ?? {},
      ...{ cwd },
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
