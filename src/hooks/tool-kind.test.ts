import { expect, test } from 'vitest'
import { builtinTools } from '../agent/tools/index.ts'
import { toolKindOf } from './tool-kind.ts'

test('every built-in tool has the kind by its name that it says it has', () => {
  const tools = builtinTools().map(({ name, kind }) => [name, kind])
  expect(tools.length).toBeGreaterThan(10)
  expect(tools.map(([name]) => [name, toolKindOf(name!)])).toEqual(tools)
})

test('a sub-agent reads, a tool of a server is one, and what nobody knows executes', () => {
  expect(['Task', 'mcp__x__y', 'Deploy', 'constructor'].map(toolKindOf)).toEqual([
    'readonly',
    'mcp',
    'execute',
    'execute',
  ])
})

test('a tool has its kind under the name of every dialect', () => {
  expect(['Shell', 'ReadFile', 'WriteFile', 'StrReplaceFile'].map(toolKindOf)).toEqual([
    'execute',
    'readonly',
    'write',
    'write',
  ])
})
