import { describe, expect, it } from 'vitest'
import { openTools } from '../../../test/support/open-tools.ts'
import { mintApproval } from '../../hooks/approval.ts'
import { builtinTools } from './index.ts'

const kinds = {
  Bash: 'execute',
  BashOutput: 'readonly',
  KillShell: 'execute',
  Read: 'readonly',
  Write: 'write',
  Edit: 'write',
  Glob: 'readonly',
  Grep: 'readonly',
  WebFetch: 'execute',
  TaskCreate: 'readonly',
  TaskUpdate: 'readonly',
  TaskList: 'readonly',
  TodoWrite: 'readonly',
  AskUserQuestion: 'readonly',
}

it('gives every tool once, with its kind', () => {
  expect(builtinTools().map(({ name, kind }) => [name, kind])).toEqual(Object.entries(kinds))
})

describe.each(builtinTools().map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  it('describes a closed object to the model, every parameter in words', () => {
    const { type, additionalProperties, properties } = tool.inputSchema as Record<string, unknown>
    expect([type, additionalProperties]).toEqual(['object', false])
    for (const field of Object.values(properties as Record<string, { description?: string }>))
      expect(field.description).toMatch(/\.$/)
    expect(tool.description).toMatch(/\.$/)
  })

  it('refuses parameters nobody knows, also those every object has', () => {
    for (const key of ['zzz', 'constructor', '__proto__'])
      expect(tool.check(JSON.parse(`{"${key}": 1}`) as Record<string, unknown>)).toContain(
        `there is no parameter ${key}`,
      )
  })

  it('does nothing without the approval for its very input', async () => {
    const approval = mintApproval(name, { other: true })
    const context = { approval } as unknown as Parameters<typeof tool.run>[1]
    await expect(tool.run({}, context)).rejects.toThrow(`the approval is for ${name} with another input`)
  })

  it('shows whatever hooks make of its output', () => {
    expect(tool.toText('text')).toBe('text')
    for (const output of [null, 7, [], {}, { content: 1, stdout: [], tasks: 'x' }])
      expect(typeof tool.toText(output)).toBe('string')
  })

  it('does nothing once the caller has given up', async () => {
    const call = openTools().call({ ...tool, check: () => undefined }, {}, { signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })
})
