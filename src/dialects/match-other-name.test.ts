import { describe, expect, it } from 'vitest'
import { makeInput } from '../../test/support/make-hook.ts'
import type { DialectName } from '../protocol/dialect.ts'
import type { Hook } from '../protocol/hook.ts'
import { readConfig, readTypedHooks } from './index.ts'

const code = { layer: 'code', trusted: true } as const
const hooks = [{ type: 'command', command: 'true' }]
const names = ['Bash', 'Shell', 'Write', 'WriteFile', 'Glob']

function readHook(dialect: DialectName, event: string, matcher: unknown): Hook {
  const { hooks: read, problems } = readConfig(dialect, { hooks: { [event]: [{ matcher, hooks }] } }, code)
  expect(problems).toEqual([])
  return read[0]!
}
const taken = (hook: Hook): string[] => names.filter((value) => hook.matcher.test({ value, toolInput: {} }))

describe("a tool that its host calls by another dialect's name", () => {
  it.each<[DialectName, unknown, string[]]>([
    ['blade', 'Bash', ['Bash', 'Shell']],
    ['blade', 'Edit|Write', ['Write', 'WriteFile']],
    ['blade', { tools: ['Bash'] }, ['Bash', 'Shell']],
    ['blade', 'Shell', ['Shell']],
    ['blade', '[^S].*', ['Bash', 'Write', 'WriteFile', 'Glob']],
    ['claude', 'Bash', ['Bash', 'Shell']],
    ['claude', 'Edit, Write', ['Write', 'WriteFile']],
    ['claude', '^(?!Shell)', ['Bash', 'Write', 'WriteFile', 'Glob']],
  ])('is matched by its native name too: %s %j', (dialect, matcher, expected) => {
    expect(taken(readHook(dialect, 'PreToolUse', matcher))).toEqual(expected)
  })

  it('is matched by hooks in code', () => {
    const { hooks: typed } = readTypedHooks([{ event: 'PreToolUse', command: 'true', matcher: 'Bash' }], code)
    expect(taken(typed[0]!)).toEqual(['Bash', 'Shell'])
  })

  it('is no kind of sub-agent', () => {
    for (const dialect of ['blade', 'claude'] as const)
      expect(taken(readHook(dialect, 'SubagentStart', 'Bash'))).toEqual(['Bash'])
  })

  it('has its native name in the payload of scripts written for Claude', () => {
    const { dialect } = readHook('claude', 'PreToolUse', 'Bash')
    const payload = (toolName: string): unknown => JSON.parse(dialect.payload(makeInput('PreToolUse', { toolName })))
    expect([payload('Shell'), payload('Deploy')]).toMatchObject([{ tool_name: 'Bash' }, { tool_name: 'Deploy' }])
  })
})
