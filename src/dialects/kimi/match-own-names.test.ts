import { expect, test } from 'vitest'
import { compileMatcher, type KimiMatcher } from '../../match/compile-matcher.ts'
import { matchOwnNames } from './match-own-names.ts'

const tools = ['Shell', 'WriteFile', 'ReadFile', 'StrReplaceFile', 'Glob']
const taken = (spec: KimiMatcher): string[] => {
  const matcher = matchOwnNames(compileMatcher(spec, 'kimi'))
  return tools.filter((value) => matcher.test({ value, toolInput: { command: 'rm -rf x' } }))
}

test.each([
  ['its own name', { tool: 'Shell' }, ['Shell']],
  ['our name', { tool: 'Bash' }, ['Shell']],
  ['our names and its own', { tool: 'Write|ReadFile' }, ['WriteFile', 'ReadFile']],
  ['our name and a pattern', { tool: 'Bash', pattern: 'rm' }, ['Shell']],
  ['our name and a pattern that is not there', { tool: 'Bash', pattern: 'mv' }, []],
  ['the beginning of our name', { tool: 'B.*' }, ['Shell']],
  ['all but its own name', { tool: '(?!Shell$).*' }, ['WriteFile', 'ReadFile', 'StrReplaceFile', 'Glob']],
  ['all but what begins with S', { tool: '[^S].*' }, ['WriteFile', 'ReadFile', 'Glob']],
])('a matcher with %s takes a tool by each of its names and excludes it by any', (_, spec, expected) => {
  expect(taken(spec)).toEqual(expected)
})
