import { describe, expect, it } from 'vitest'
import type { HooksConfig } from '../protocol/native-config.ts'
import type { Verdict } from '../protocol/verdict.ts'
import { createHooks } from './create-hooks.ts'

async function fire(config: HooksConfig, command: string): Promise<Pick<Verdict, 'decision' | 'decidedBy'>> {
  const hooks = await createHooks(config, { observer: () => {} })
  const input = { toolName: 'Bash', toolUseId: 'c', toolInput: { command } }
  const { decision, decidedBy } = await hooks.session().fire('PreToolUse', input)
  return { decision, decidedBy }
}

const says = (permissionDecision: string) => ({
  hooks: [{ type: 'callback' as const, id: 'h', callback: () => ({ permissionDecision }) }],
})

describe('permission rules in the verdict of an event', () => {
  it.each([
    [{ deny: ['Bash(ls)'] }, 'ls', { decision: 'deny', decidedBy: 'rule:Bash(ls)' }],
    [{ deny: ['Bash(ls)'] }, 'pwd', { decision: null, decidedBy: null }],
    [{ ask: ['Bash(git push *)'] }, 'git push origin', { decision: 'ask', decidedBy: 'rule:Bash(git push *)' }],
    [{ allow: ['Bash(ls)'] }, 'ls', { decision: 'allow', decidedBy: 'rule:Bash(ls)' }],
    [{ allow: ['Bash(ls)'], deny: ['Bash(ls)'] }, 'ls', { decision: 'deny', decidedBy: 'rule:Bash(ls)' }],
  ])('%j on %s', async (permissions, command, expected) => {
    expect(await fire({ permissions }, command)).toEqual(expected)
  })

  it('the stricter of hook and rule counts', async () => {
    expect(await fire({ permissions: { allow: ['Bash(ls)'] }, PreToolUse: [says('deny')] }, 'ls')).toEqual({
      decision: 'deny',
      decidedBy: 'h',
    })
    expect(await fire({ permissions: { deny: ['Bash(ls)'] }, PreToolUse: [says('allow')] }, 'ls')).toMatchObject({
      decision: 'deny',
      decidedBy: 'rule:Bash(ls)',
    })
  })

  it('a deny rule looks at the input as asked for and as rewritten', async () => {
    const rewrite = (command: string): HooksConfig => ({
      permissions: { deny: ['Bash(rm *)'] },
      PreToolUse: [() => ({ action: 'continue', modifiedInput: { command } })],
    })
    expect(await fire(rewrite('ls'), 'rm x')).toMatchObject({ decision: 'deny' })
    expect(await fire(rewrite('rm x'), 'ls')).toMatchObject({ decision: 'deny' })
  })
})
