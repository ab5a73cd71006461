import { expect, it } from 'vitest'
import { createHooks } from './create-hooks.ts'
import type { HookSession } from './hook-session.ts'
import type { Question } from './permission-types.ts'

async function open(
  config: Parameters<typeof createHooks>[0] = {},
): Promise<{ session: HookSession; asked: Question[] }> {
  const asked: Question[] = []
  const hooks = await createHooks(config, { observer: () => {} })
  const onAsk = (question: Question): boolean => asked.push(question) > 0
  return { session: hooks.session({ id: 's', permissionMode: 'default', onAsk }), asked }
}

const call = (session: HookSession, command: string): Promise<{ status: string }> =>
  session.tool({ name: 'Bash', input: { command } }, () => 'ran')

it('a rule that is added while a session runs ends the questions about what it covers, for sub-agents too', async () => {
  const { session, asked } = await open({ permissions: { deny: ['Bash(npm test evil)'] } })
  const child = session.child({ agentId: 'a', agentType: 'helper', parentAgentId: 'main' })
  expect((await call(session, 'npm test')).status).toBe('ok')
  expect(asked.map(({ askedBy }) => askedBy)).toEqual([null])
  session.allow('Bash(npm test *)')
  const outcomes = [
    await call(session, 'npm test --all'),
    await call(child, 'npm test'),
    await call(session, 'npm test evil'),
  ]
  expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'ok', 'denied'])
  expect(asked.length).toBe(1)
  await call(session, 'npm install')
  expect(asked.length).toBe(2)
  session.tighten()
  await call(session, 'npm test')
  expect(asked.length).toBe(2)
})

it('a bad rule is refused and changes nothing', async () => {
  const { session, asked } = await open()
  expect(() => session.allow('Bash(')).toThrow(/Invalid rule/)
  await call(session, 'ls')
  expect(asked.length).toBe(1)
})

it('a question says which hook or rule wants it, and no rule answers it', async () => {
  const ask = { permissionDecision: 'ask', permissionDecisionReason: 'look at it' }
  const { session, asked } = await open({
    permissions: { ask: ['Write'] },
    PreToolUse: [
      { matcher: 'Bash', hooks: [{ id: 'careful', command: `echo '${JSON.stringify({ hookSpecificOutput: ask })}'` }] },
    ],
  })
  session.allow('Bash')
  session.allow('Write')
  await call(session, 'ls')
  await session.tool({ name: 'Write', input: { file_path: '/tmp/x', content: '' } }, () => 'ran')
  expect(asked.map(({ askedBy, reason }) => [askedBy, reason.split(':')[0]])).toEqual([
    ['careful', 'look at it'],
    ['rule:Write', 'Write'],
  ])
})
