import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { HooksConfig } from '../protocol/native-config.ts'
import { createHooks } from './create-hooks.ts'
import type { CreateHooksOptions, SessionOptions } from './hooks-types.ts'
import type { CanUseToolOptions, Question } from './permission-types.ts'
import type { ToolOptions, ToolOutcome } from './tool-chain.ts'

interface Attempt {
  config?: HooksConfig
  session?: Partial<SessionOptions>
  options?: ToolOptions
  create?: CreateHooksOptions
  input?: Record<string, unknown>
  run?: (input: Record<string, unknown>) => unknown
}

/** One call of Bash through the whole chain; `ran` holds the inputs it ran with. */
async function attempt(given: Attempt): Promise<ToolOutcome & { ran: unknown[] }> {
  const ran: unknown[] = []
  const hooks = await createHooks(given.config ?? {}, { observer: () => {}, ...given.create })
  const session = hooks.session({ permissionMode: 'yolo', cwd: '/p', ...given.session })
  const run = (input: Record<string, unknown>): unknown => {
    ran.push(input)
    return given.run?.(input)
  }
  const outcome = await session.tool(
    { name: 'Bash', input: 'input' in given ? given.input! : { command: 'ls' }, id: 'c1' },
    run,
    given.options,
  )
  return { ...outcome, ran }
}

const rewriteTo =
  (command: string): (() => never) =>
  () =>
    ({ updatedInput: { command } }) as never
const noRm = { permissions: { deny: ['Bash(rm *)'] } }

describe('C5 deny rules', () => {
  it('judge the call as it was asked for, so that a rewrite cannot make it run', async () => {
    const outcome = await attempt({
      config: { PreToolUse: [rewriteTo('ls')] },
      session: noRm,
      input: { command: 'rm -rf x' },
    })
    expect(outcome).toMatchObject({ status: 'denied', decidedBy: 'rule:Bash(rm *)', ran: [] })
  })

  it.each([1, 2, 3, 4, 5])('judge the end of a chain of %i rewrites', async (length) => {
    const steps = Array.from({ length }, (_, index) => rewriteTo(index === length - 1 ? 'rm -rf x' : `ls ${index}`))
    const outcome = await attempt({ config: { PreToolUse: steps }, session: noRm })
    expect(outcome).toMatchObject({ status: 'denied', decidedBy: 'rule:Bash(rm *)', ran: [] })
    expect(outcome.input).toEqual({ command: 'rm -rf x' })
  })

  const middles = [2, 3, 4, 5].flatMap((length) =>
    Array.from({ length: length - 1 }, (_, at) => [at + 1, length] as const),
  )
  it.each(middles)('judge rewrite %i of %i although another one follows', async (at, length) => {
    const steps = Array.from({ length }, (_, index) => rewriteTo(index === at - 1 ? 'rm -rf x' : `ls ${index}`))
    const outcome = await attempt({ config: { PreToolUse: steps }, session: noRm })
    expect(outcome).toMatchObject({ status: 'denied', decidedBy: 'rule:Bash(rm *)', ran: [] })
  })

  it('judge the input that the host puts in its place', async () => {
    const canUseTool = () => ({ behavior: 'allow' as const, updatedInput: { command: 'rm -rf x' } })
    expect(await attempt({ session: { ...noRm, canUseTool } })).toMatchObject({ status: 'denied', ran: [] })
  })

  it('judge the input that a person puts in its place', async () => {
    const onAsk = () => ({ behavior: 'allow' as const, updatedInput: { command: 'rm -rf x' } })
    const permissions = { ...noRm.permissions, ask: ['Bash'] }
    expect(await attempt({ session: { permissions, onAsk } })).toMatchObject({ status: 'denied', ran: [] })
  })

  it('judge before an allow of a hook, a rule or the host', async () => {
    const outcome = await attempt({
      config: { PreToolUse: [() => ({ permissionDecision: 'allow' })] },
      session: {
        permissions: { allow: ['Bash'], deny: ['Bash(rm *)'] },
        canUseTool: () => ({ behavior: 'allow' }),
      },
      input: { command: 'rm -rf x' },
    })
    expect(outcome).toMatchObject({ status: 'denied', ran: [] })
  })
})

describe('C5 what was approved is what runs', () => {
  it('although the caller changes its own object while the chain is under way', async () => {
    const own = { command: 'ls', list: [1] }
    const ran: unknown[] = []
    const hooks = await createHooks({ PreToolUse: [() => sleep(20) as never] })
    const canUseTool = async () => {
      own.command = 'rm -rf /'
      own.list.push(2)
      return { behavior: 'allow' as const }
    }
    const request = { name: 'Bash', input: own as Record<string, unknown> }
    const calling = hooks.session({ canUseTool }).tool(request, (input) => ran.push(input))
    own.command = 'rm -rf /tmp'
    request.name = 'Write'
    request.input = { command: 'rm -rf ~' }
    await calling
    expect(ran).toEqual([{ command: 'ls', list: [1] }])
  })

  it('although the approver changes its answer afterwards', async () => {
    const updatedInput = { command: 'ls' }
    const config: HooksConfig = { PermissionRequest: [() => sleep(20) as never] }
    const onAsk = () => {
      setTimeout(() => Object.assign(updatedInput, { command: 'rm -rf /' }))
      return { behavior: 'allow' as const, updatedInput }
    }
    const outcome = await attempt({ config, session: { permissionMode: 'default', onAsk } })
    await sleep(5)
    expect(outcome.ran).toEqual([{ command: 'ls' }])
  })

  it.each([1, 2, 3, 4, 5])('although each hook of a chain of %i changes what it has answered', async (length) => {
    const answered: { command: string }[] = []
    const steps = Array.from({ length }, (_, index) => () => {
      for (const before of answered) before.command = 'rm -rf /'
      answered.push({ command: `ls ${index}` })
      return { updatedInput: answered[index] } as never
    })
    const canUseTool = () => {
      for (const before of answered) before.command = 'rm -rf ~'
      return { behavior: 'allow' as const }
    }
    const outcome = await attempt({ config: { PreToolUse: steps }, session: { permissionMode: 'default', canUseTool } })
    expect(outcome).toMatchObject({ status: 'ok', ran: [{ command: `ls ${length - 1}` }] })
    expect(answered.map(({ command }) => command)).toEqual(answered.map(() => 'rm -rf ~'))
  })

  it('and the tool gets it frozen, with an approval for exactly that', async () => {
    const hooks = await createHooks({})
    const session = hooks.session({ permissionMode: 'yolo' })
    const facts: unknown[] = []
    await session.tool({ name: 'Bash', input: { command: 'ls', list: [1] } }, (input, approval) => {
      facts.push(Object.isFrozen(input), Object.isFrozen(input['list']), approval.toolName)
      expect(() => approval.redeem('Bash', { command: 'rm' })).toThrow('another input')
      approval.redeem('Bash', input)
      expect(() => approval.redeem('Bash', input)).toThrow('used before')
    })
    expect(facts).toEqual([true, true, 'Bash'])
  })

  it.each([
    ['text', 'ls'],
    ['a list', ['ls']],
    ['nothing', null],
    ['a proxy', new Proxy({ command: 'ls' }, {})],
    ['a getter', Object.defineProperty({}, 'command', { enumerable: true, get: () => 'ls' })],
  ])('so an input that is %s does not run at all', async (_, input) => {
    const outcome = await attempt({ input: input as never })
    expect(outcome).toMatchObject({ status: 'denied', ran: [] })
    expect(outcome.reason).toContain('must be a plain object')
  })
})

describe('canUseTool', () => {
  it('is told everything it may want to know', async () => {
    const told: unknown[] = []
    const canUseTool = (name: string, input: object, options: CanUseToolOptions) => {
      told.push([name, input, options.toolKind, options.toolUseId, options.affectedPaths])
      expect(options.signal).toBe(options.abortSignal)
      return { behavior: 'allow' as const }
    }
    const hooks = await createHooks({})
    const session = hooks.session({ canUseTool })
    await session.tool({ name: 'Write', input: { file_path: 'a.txt' }, id: 'c9' }, () => undefined)
    await session.tool({ name: 'mcp__x__y', input: {}, id: 'c10', affectedPaths: ['b'] }, () => undefined)
    expect(told).toEqual([
      ['Write', { file_path: 'a.txt' }, 'write', 'c9', ['a.txt']],
      ['mcp__x__y', {}, 'mcp', 'c10', ['b']],
    ])
  })

  it('is told the paths of a rewritten input beside those the caller gave', async () => {
    const told: string[][] = []
    const config: HooksConfig = { PreToolUse: [() => ({ updatedInput: { file_path: '/etc/passwd' } })] }
    const canUseTool = (_name: string, _input: object, options: CanUseToolOptions) => {
      told.push(options.affectedPaths)
      return { behavior: 'allow' as const }
    }
    const session = (await createHooks(config)).session({ canUseTool })
    await session.tool({ name: 'Write', input: { file_path: 'a' }, affectedPaths: ['/p/a'] }, () => undefined)
    expect(told).toEqual([['/p/a', '/etc/passwd']])
  })

  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = cyclic
  it.each([
    ['nothing', undefined],
    ['true', true],
    ['text', 'allow'],
    ['an unknown word', { behavior: 'Allow' }],
    ['an update that is no object', { behavior: 'allow', updatedInput: 'ls' }],
    ['an update that is a list', { behavior: 'allow', updatedInput: [] }],
    ['a cyclic update', { behavior: 'allow', updatedInput: cyclic }],
    ['an update with a function', { behavior: 'allow', updatedInput: { command: () => 'ls' } }],
    ['a proxy as update', { behavior: 'allow', updatedInput: new Proxy({}, {}) }],
    ['a getter that throws', Object.defineProperty({}, 'behavior', { get: () => raise(new Error('x')) })],
  ])('denies by answering %s', async (_, answer) => {
    const outcome = await attempt({ session: { canUseTool: () => answer as never } })
    expect(outcome).toMatchObject({ status: 'denied', ran: [] })
    expect(outcome.reason).toMatch(/\S/)
  })

  it.each([
    ['an error', new Error('no')],
    ['nothing', undefined],
    ['what cannot be shown', Object.create(null)],
  ])('denies by throwing %s, at once or later', async (_, thrown) => {
    for (const canUseTool of [() => raise(thrown), async () => raise(thrown)]) {
      const outcome = await attempt({ session: { canUseTool } })
      expect(outcome).toMatchObject({ status: 'denied', ran: [] })
      expect(outcome.reason).toMatch(/^canUseTool failed: \S/)
    }
  })

  it('gives a blank message no chance to leave the model without a reason', async () => {
    const outcome = await attempt({ session: { canUseTool: () => ({ behavior: 'deny', message: '  \n' }) } })
    expect(outcome.reason).toBe('Bash was refused.')
  })

  it('is asked although a hook and a rule allowed', async () => {
    let calls = 0
    const canUseTool = () => {
      calls++
      return { behavior: 'deny' as const, message: 'no' }
    }
    const outcome = await attempt({
      config: { PreToolUse: [() => ({ permissionDecision: 'allow' })] },
      session: { canUseTool, permissions: { allow: ['Bash'] } },
    })
    expect([calls, outcome.status, outcome.reason]).toEqual([1, 'denied', 'no'])
  })
})

describe('asking a person', () => {
  it('without one denies with the question as a sentence of its own, then the remedies', async () => {
    const config: HooksConfig = { PreToolUse: [() => ({ decision: 'ask', reason: 'looks odd' }) as never] }
    const { status, reason, ran } = await attempt({ config })
    expect({ status, ran }).toEqual({ status: 'denied', ran: [] })
    expect(reason).toMatch(/^looks odd\. There is nobody to ask, so it was denied\. To let it run: give `canUseTool`/)
  })

  it('says what is asked and why', async () => {
    const questions: Question[] = []
    const ask = (question: Question) => {
      questions.push(question)
      return true
    }
    const outcome = await attempt({
      config: { PreToolUse: [() => ({ permissionDecision: 'ask', permissionDecisionReason: 'it looks odd' })] },
      options: { ask },
    })
    expect(outcome.status).toBe('ok')
    expect(questions).toMatchObject([
      { toolName: 'Bash', input: { command: 'ls' }, toolUseId: 'c1', toolKind: 'execute', reason: 'it looks odd' },
    ])
  })

  it.each([
    ['no', false],
    ['nothing', undefined],
    ['a deny', { behavior: 'deny' }],
    ['a shrug', { behavior: 'ask' }],
    ['text', 'yes'],
    ['an update that cannot be copied', { behavior: 'allow', updatedInput: { f: () => 1 } }],
  ])('anything but a clear yes is a no: %s', async (_, answer) => {
    const outcome = await attempt({ session: { permissionMode: 'default', onAsk: () => answer as never } })
    expect(outcome).toMatchObject({ status: 'denied', ran: [] })
    expect(outcome.reason).toMatch(/\S/)
  })

  it('is not done any more when a hook of the notification aborts the session', async () => {
    let asked = 0
    const outcome = await attempt({
      config: { Notification: [() => ({ action: 'abort', reason: 'enough' })] },
      session: { permissionMode: 'default', onAsk: () => ++asked > 0 },
    })
    expect(asked).toBe(0)
    expect(outcome).toMatchObject({ status: 'denied', reason: 'enough', halt: { reason: 'enough' }, ran: [] })
  })
})

describe('F62 an input that does not fit its tool', () => {
  const validateInput = (_: string, input: Record<string, unknown>): string | undefined =>
    typeof input['command'] === 'string' ? undefined : 'command must be text'

  it.each([[['ls']], [{ a: 1 }], [7], [null], [Object('ls')]])(
    'B7 is denied before any hook sees it: %j',
    async (command) => {
      let seen = 0
      const outcome = await attempt({
        config: { PreToolUse: [() => void seen++] },
        create: { validateInput },
        input: { command },
      })
      expect(outcome).toMatchObject({ status: 'denied', ran: [] })
      expect(seen).toBe(0)
    },
  )

  it('is denied naming the hook when a hook rewrote it so, and the original does not run either', async () => {
    const config = { PreToolUse: [() => ({ updatedInput: { command: ['rm'] } })] }
    const outcome = await attempt({ config, create: { validateInput } })
    expect(outcome).toMatchObject({ status: 'denied', decidedBy: 'code#PreToolUse[0]', ran: [] })
    expect(outcome.reason).toContain('Hook code#PreToolUse[0] rewrote the input of Bash so that it no longer fits')
  })

  it('is denied when the host updated it so', async () => {
    const canUseTool = () => ({ behavior: 'allow' as const, updatedInput: { command: 7 } })
    const outcome = await attempt({ session: { canUseTool }, create: { validateInput } })
    expect(outcome).toMatchObject({ status: 'denied', decidedBy: 'schema', ran: [] })
  })

  it('counts as unfit when the check itself throws, before and after a rewrite', async () => {
    const create = { validateInput: () => raise(new Error('broken check')) }
    expect(await attempt({ create })).toMatchObject({
      status: 'denied',
      reason: 'The input of Bash does not fit: it could not be checked: broken check',
    })
    let calls = 0
    const later = { validateInput: () => (calls++ === 0 ? undefined : raise(new Error('broken check'))) }
    const outcome = await attempt({ create: later, config: { PreToolUse: [rewriteTo('pwd')] } })
    expect(outcome).toMatchObject({ status: 'denied', ran: [] })
    expect(outcome.reason).toContain('broken check')
  })
})

describe('after the tool', () => {
  it('tells hooks of a failure as text, whatever was thrown', async () => {
    const told: unknown[] = []
    const config: HooksConfig = {
      PostToolUseFailure: [(input) => void told.push([input.error.message, input.errorType])],
    }
    const odd = Object.assign(new Error('odd'), { name: 7 })
    for (const thrown of [new TypeError('broken'), 'text', undefined, Object.create(null), odd]) {
      expect(await attempt({ config, run: () => raise(thrown) })).toMatchObject({ status: 'failed' })
    }
    expect(told).toEqual([
      ['broken', 'TypeError'],
      ['text', undefined],
      ['undefined', undefined],
      ['something that cannot be shown was thrown', undefined],
      ['odd', undefined],
    ])
  })

  const cyclic = Object.create(null) as Record<string, unknown>
  cyclic['self'] = cyclic
  it.each([
    ['nothing', undefined],
    ['a big integer', 10n],
    ['a symbol', Symbol('x')],
    ['a function', () => 1],
    ['a buffer', Buffer.from('x')],
    ['a cycle without a prototype', cyclic],
    ['a proxy that throws', new Proxy({}, { ownKeys: () => raise(new Error('x')) })],
  ])('gives back what the tool returned, be it %s', async (_, output) => {
    let seen = 0
    const outcome = await attempt({
      config: { PostToolUse: [() => void seen++, { hooks: [{ command: 'cat > /dev/null' }] }] },
      run: () => output,
    })
    expect(seen).toBe(1)
    expect(outcome.status).toBe('ok')
    expect(outcome.output).toBe(output)
    expect(outcome.verdicts.at(-1)!.failedOpen).toEqual([])
  })

  it('gives the output as hooks rewrote it', async () => {
    const config = { PostToolUse: [() => ({ updatedOutput: { content: 'redacted' } })] }
    expect((await attempt({ config, run: () => ({ content: 'secret' }) })).output).toEqual({ content: 'redacted' })
  })

  it('is never reached by a call that did not run', async () => {
    let posted = 0
    const config = {
      PreToolUse: [() => ({ decision: 'deny' })],
      PostToolUse: [() => void posted++],
      PostToolUseFailure: [() => void posted++],
    }
    expect((await attempt({ config: config as HooksConfig })).status).toBe('denied')
    expect(posted).toBe(0)
  })
})

describe('permission rules of a session', () => {
  it('are refused when the session starts, not when a call comes', async () => {
    const hooks = await createHooks({})
    expect(() => hooks.session({ permissions: { deny: ['Bash(rm'] } })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID_PATTERN' }),
    )
  })
})

function raise(thrown: unknown): never {
  throw thrown
}
