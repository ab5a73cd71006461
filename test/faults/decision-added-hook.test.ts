import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHooks, type HooksConfig } from '../../src/index.ts'

describe('C4 adding any hook never makes a denied call run', () => {
  const answer = fc.oneof(
    fc.constantFrom<unknown>(
      undefined,
      { action: 'continue' },
      { permissionDecision: 'allow' },
      { permissionDecision: 'ask' },
      { decision: 'deny' },
      { action: 'skip' },
      { action: 'abort' },
      { continue: false },
      { decision: 'perhaps' },
      'text',
      'throw',
    ),
    fc.record({
      updatedInput: fc.record({ command: fc.constantFrom('ls', 'rm -rf x', 'git push') }),
      permissionDecision: fc.option(fc.constantFrom('allow', 'ask'), { nil: undefined }),
    }),
  )
  const hook = fc.record({
    answer,
    matcher: fc.constantFrom('Bash', '*', 'Write'),
    shadow: fc.boolean(),
    async: fc.boolean(),
    onFailure: fc.constantFrom('ignore', 'ask', 'deny'),
    event: fc.constantFrom('PreToolUse', 'PreToolUse', 'PreToolUse', 'PermissionRequest', 'Notification'),
  })
  type Made = typeof hook extends fc.Arbitrary<infer T> ? T : never
  const scene = fc.record({
    hooks: fc.array(hook, { maxLength: 4 }),
    added: hook,
    at: fc.nat(4),
    rules: fc.record({
      allow: fc.subarray(['Bash(ls)', 'Bash']),
      deny: fc.subarray(['Bash(rm *)']),
    }),
    mode: fc.constantFrom('default', 'yolo', 'plan'),
    command: fc.constantFrom('ls', 'rm -rf x', 'git push'),
    host: fc.constantFrom('absent', 'deny', 'allow'),
  })
  type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never

  function configOf(hooks: Made[]): HooksConfig {
    const config: Record<string, unknown[]> = {}
    for (const { event, answer, matcher, ...options } of hooks) {
      const callback = (): unknown => {
        if (answer === 'throw') throw new Error('on purpose')
        return answer
      }
      config[event] ??= []
      config[event].push({ matcher, hooks: [{ type: 'callback', callback, ...options }] })
    }
    return config as HooksConfig
  }

  async function run(
    hooks: Made[],
    { rules, mode, command, host }: Scene,
  ): Promise<{ ran: unknown[]; asked: boolean }> {
    const ran: unknown[] = []
    let asked = false
    const engine = await createHooks(configOf(hooks), { observer: () => {} })
    const session = engine.session({
      permissionMode: mode as 'yolo',
      permissions: rules,
      ...(host !== 'absent' && { canUseTool: () => ({ behavior: host as 'allow' }) }),
      onAsk: () => {
        asked = true
        return false
      },
    })
    await session.tool({ name: 'Bash', input: { command } }, (input) => ran.push(input))
    return { ran, asked }
  }

  it('whatever it answers, wherever it stands', async () => {
    const seen = { denied: 0, ran: 0 }
    await fc.assert(
      fc.asyncProperty(scene, async (given) => {
        const before = await run(given.hooks, given)
        const at = Math.min(given.at, given.hooks.length)
        const after = await run([...given.hooks.slice(0, at), given.added, ...given.hooks.slice(at)], given)
        if (after.ran.length > 0) seen.ran++
        // A question that nobody answered with yes is no deny: an allow or a rewrite may make it unnecessary.
        if (before.ran.length > 0 || before.asked) return
        seen.denied++
        const hadDeny = isDeniedForGood(given)
        if (hadDeny) expect(after.ran).toEqual([])
      }),
      { numRuns: 3000 },
    )
    expect(seen.denied).toBeGreaterThan(300)
    expect(seen.ran).toBeGreaterThan(100)
  })

  // Denied by what the added hook cannot have changed: a rule, the mode, the host, or a hook that denies whatever it sees.
  function isDeniedForGood({ hooks, rules, mode, command, host }: Scene): boolean {
    const denies = hooks.some(
      (one) =>
        one.event === 'PreToolUse' &&
        !one.shadow &&
        !one.async &&
        one.matcher !== 'Write' &&
        isDeny(one.answer, one.onFailure),
    )
    return denies || host === 'deny' || mode === 'plan' || (rules.deny.length > 0 && command.startsWith('rm'))
  }

  function isDeny(answer: unknown, onFailure: string): boolean {
    if (answer === 'throw') return onFailure === 'deny'
    const { decision, action } = (answer ?? {}) as Record<string, unknown>
    return (
      decision === 'deny' || action === 'skip' || action === 'abort' || (decision === 'perhaps' && onFailure === 'deny')
    )
  }
})
