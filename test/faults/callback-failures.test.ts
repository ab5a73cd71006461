import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  type CallbackContext,
  createHooks,
  type FailurePolicy,
  type HookInput,
  type StateStore,
  type Verdict,
} from '../../src/index.ts'

type Callback = (input: HookInput, context: CallbackContext) => unknown

/** One callback hook as a gate, with the options that matter here. */
interface Gate {
  id?: string
  callback: Callback
  onFailure?: FailurePolicy
  timeout?: string
  once?: boolean
}

const call = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls', list: [1, 2] } }

async function fireGates(gates: Gate[], options: { signal?: AbortSignal; store?: StateStore } = {}): Promise<Verdict> {
  const PreToolUse = gates.map(({ callback, ...more }, index) => ({
    hooks: [{ type: 'callback' as const, id: `gate${index}`, callback: callback as never, ...more }],
  }))
  const hooks = await createHooks(
    { PreToolUse },
    { observer: () => {}, ...(options.store && { store: options.store }) },
  )
  return hooks.session().fire('PreToolUse', call, options.signal ? { signal: options.signal } : {})
}

const statuses = ({ runs }: Verdict): string[] => runs.map(({ hook, status }) => `${hook} ${status}`)

describe('F76 a callback that throws is a crash, and its owner decides what that means', () => {
  const thrown: Record<string, unknown> = {
    'an error': new Error('broken on purpose'),
    'an error without a message': new RangeError(),
    text: 'broken on purpose',
    undefined: undefined,
    null: null,
    'an object without a prototype': Object.create(null),
    'an error whose message throws': Object.defineProperty(new Error(), 'message', {
      get: () => {
        throw new Error('again')
      },
    }),
    'a symbol': Symbol('broken'),
  }
  const ways = Object.keys(thrown).flatMap((name) =>
    (['throws', 'rejects with'] as const).map((way) => [way, name] as const),
  )

  it.each(ways)('%s %s', async (way, name) => {
    const callback = way === 'throws' ? () => raise(thrown[name]) : async () => raise(thrown[name])
    const denied = await fireGates([{ callback, onFailure: 'deny' }])
    expect(denied).toMatchObject({ decision: 'deny', decidedBy: 'gate0', failedOpen: [], runs: [{ class: 'crash' }] })
    expect(denied.reason).toMatch(/\S/)
    const ignored = await fireGates([{ callback }, { callback: () => undefined }])
    expect(ignored).toMatchObject({ decision: null, failedOpen: [{ hook: 'gate0', class: 'crash' }] })
    expect(statuses(ignored)).toEqual(['gate0 failed', 'gate1 ok'])
  })
})

describe('F77 a callback that never settles', () => {
  it('times out, hears so, and leaves the turn to the next one', async () => {
    const heard: unknown[] = []
    const hang: Callback = (_, { signal }) => {
      signal.addEventListener('abort', () => heard.push((signal.reason as Error).name))
      return new Promise(() => {})
    }
    const verdict = await fireGates([
      { callback: hang, timeout: '50ms' },
      { callback: () => ({ decision: 'ask', reason: 'still here' }) },
    ])
    expect(heard).toEqual(['TimeoutError'])
    expect(statuses(verdict)).toEqual(['gate0 timeout', 'gate1 ok'])
    expect(verdict).toMatchObject({
      decision: 'ask',
      reason: 'still here',
      failedOpen: [{ hook: 'gate0', class: 'timeout' }],
    })
  })

  it('is ignored when it settles late, whatever it then says', async () => {
    const late: Promise<unknown>[] = []
    const settleLate = (settle: () => unknown): Callback => {
      return () => {
        const answer = sleep(150).then(settle)
        late.push(answer)
        return answer
      }
    }
    const verdict = await fireGates([
      { callback: settleLate(() => ({ decision: 'deny' })), timeout: '30ms' },
      { callback: settleLate(() => raise(new Error('late'))), timeout: '30ms' },
    ])
    const before = JSON.stringify(verdict)
    expect(verdict.decision).toBe(null)
    expect(await Promise.allSettled(late)).toHaveLength(2)
    expect(JSON.stringify(verdict)).toBe(before)
  })

  it('has a timeout of its own after a slow callback with a longer one', async () => {
    const started = performance.now()
    const verdict = await fireGates([
      { callback: () => sleep(60), timeout: '60s' },
      { callback: () => new Promise(() => {}), timeout: '100ms' },
    ])
    expect(statuses(verdict)).toEqual(['gate0 ok', 'gate1 timeout'])
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  it('has its whole timeout after a slow callback with a shorter one', async () => {
    const verdict = await fireGates([
      { callback: () => sleep(60), timeout: '5s' },
      { callback: () => sleep(120).then(() => ({ decision: 'deny', reason: 'in time' })), timeout: '10s' },
    ])
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'in time' })
  })

  it('does not count the time that its state store took', async () => {
    const store: StateStore = { claim: () => sleep(300).then(() => true), isClaimed: () => false }
    const verdict = await fireGates(
      [
        { callback: () => sleep(20), timeout: '100ms', onFailure: 'ask' },
        { callback: () => sleep(20).then(() => ({ decision: 'deny', reason: 'in time' })), once: true, timeout: '5s' },
      ],
      { store },
    )
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'in time' })
  })
})

describe('F79 a callback that mutates its input', () => {
  it('changes nothing for anyone else, and its attempt is a failure of its own', async () => {
    const seen: unknown[] = []
    const kept: HookInput[] = []
    const attempts: ((input: HookInput) => void)[] = [
      (input) => Object.assign(input, { toolName: 'Other' }),
      (input) => Object.assign(input.toolInput as object, { command: 'rm -rf /' }),
      (input) => (input.toolInput as { list: number[] }).list.push(3),
      (input) => delete (input as { toolInput?: unknown }).toolInput,
      (input) => Object.setPrototypeOf(input, { toolName: 'Other' }),
      (input) => Object.defineProperty(input.toolInput as object, 'command', { value: 'rm' }),
    ]
    const verdict = await fireGates([
      ...attempts.map((attempt) => ({
        callback: (input: HookInput) => {
          kept.push(input)
          attempt(input)
        },
      })),
      { callback: (input) => void seen.push(JSON.parse(JSON.stringify([input.toolName, input.toolInput]))) },
    ])
    expect(seen).toEqual([[call.toolName, call.toolInput]])
    expect(verdict.changes).toEqual([])
    expect(statuses(verdict)).toEqual([...attempts.map((_, index) => `gate${index} failed`), 'gate6 ok'])
    expect(kept).toHaveLength(attempts.length)
    expect(call.toolInput).toEqual({ command: 'ls', list: [1, 2] })
  })

  it('reaches nothing through what it is given beside the input', async () => {
    const given: string[] = []
    const verdict = await fireGates([
      {
        callback: (_, context) => {
          const reachable = context as unknown as Record<string, unknown>
          for (const key of ['hook', 'input', 'complete', 'context']) {
            given.push(typeof reachable[key])
            reachable[key] = { toolInput: { command: 'rm -rf /' } }
          }
        },
      },
      { callback: (input) => ({ systemMessage: String((input.toolInput as { command: string }).command) }) },
    ])
    expect(new Set(given)).toEqual(new Set(['undefined']))
    expect(verdict.messages).toEqual(['ls'])
    expect(statuses(verdict)).toEqual(['gate0 ok', 'gate1 ok'])
  })

  it('sees a copy: what the caller does to its own object afterwards nobody sees', async () => {
    const own = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls' } }
    const seen: unknown[] = []
    const hooks = await createHooks({
      PreToolUse: [() => sleep(20) as never, (input) => void seen.push({ ...(input.toolInput as object) })],
    })
    const firing = hooks.session().fire('PreToolUse', own)
    own.toolInput.command = 'rm -rf /'
    own.toolName = 'Other'
    await firing
    expect(seen).toEqual([{ command: 'ls' }])
  })

  it('has one signal, so that a listener can be taken off again', async () => {
    const signals: AbortSignal[] = []
    const { signal } = new AbortController()
    await fireGates([{ callback: (_, context) => void signals.push(context.signal, context.signal) }], { signal })
    expect(signals).toHaveLength(2)
    expect(signals[0]).toBe(signals[1])
  })
})

describe('F80 an answer that is no plain data', () => {
  const trap = (): never => raise(new Error('a trap was sprung'))
  const getter = (name: string): object => Object.defineProperty({}, name, { enumerable: true, get: trap })
  const cyclic: Record<string, unknown> = { reason: 'x' }
  cyclic['self'] = cyclic
  class Answer {
    action = 'skip'
    decision = 'deny'
  }
  const answers: Record<string, unknown> = {
    'a proxy': new Proxy({ action: 'continue' }, {}),
    'a proxy full of traps': new Proxy({}, { ownKeys: trap, getOwnPropertyDescriptor: trap, has: trap }),
    'a getter for the action': getter('action'),
    'a getter for the decision': getter('decision'),
    'a getter deep inside': { hookSpecificOutput: { updatedInput: getter('command') } },
    'an instance of a class': new Answer(),
    'a cyclic object': cyclic,
    'a map': new Map([['decision', 'allow']]),
    'a function inside': { reason: () => 'x' },
    'a big integer inside': { additionalContext: 10n },
    'data nested a thousand deep': nest(1000),
  }

  it.each(Object.keys(answers))('%s is invalid output', async (name) => {
    for (const callback of [() => answers[name], async () => answers[name]]) {
      const verdict = await fireGates([{ callback, onFailure: 'deny' }])
      expect(verdict).toMatchObject({ decision: 'deny', runs: [{ class: 'invalidOutput', decision: 'deny' }] })
      expect(verdict.reason).not.toContain('sprung')
    }
  })

  it('is taken from a thenable as from a promise', async () => {
    const thenable = { then: (resolve: (value: unknown) => void) => resolve({ decision: 'deny', reason: 'then' }) }
    expect(await fireGates([{ callback: () => thenable }])).toMatchObject({ decision: 'deny', reason: 'then' })
  })

  it('is a crash when a thenable throws, and a timeout when it never calls back', async () => {
    const throwing = { then: trap }
    const silent = { then: () => {} }
    expect(await fireGates([{ callback: () => throwing }])).toMatchObject({
      failedOpen: [{ hook: 'gate0', class: 'crash' }],
    })
    expect(await fireGates([{ callback: () => silent, timeout: '50ms' }])).toMatchObject({
      failedOpen: [{ hook: 'gate0', class: 'timeout' }],
    })
  })

  it('settles once when a thenable calls back twice', async () => {
    const twice = {
      then: (resolve: (value: unknown) => void) => {
        resolve({ decision: 'ask', reason: 'first' })
        resolve({ decision: 'deny', reason: 'second' })
      },
    }
    const verdict = await fireGates([{ callback: () => twice }])
    expect(verdict).toMatchObject({ decision: 'ask', reason: 'first', runs: [{ hook: 'gate0' }] })
    expect(verdict.runs).toHaveLength(1)
  })

  it('never pollutes a prototype', async () => {
    const answer = JSON.parse(
      '{"updatedInput":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}',
    )
    const verdict = await fireGates([{ callback: () => answer }])
    expect(verdict.changes.length).toBeGreaterThan(0)
    expect(({} as Record<string, unknown>)['polluted']).toBe(undefined)
    expect((verdict.input as Record<string, unknown>)['polluted']).toBe(undefined)
  })
})

describe('a callback that aborts its own event', () => {
  it.each([
    ['and returns', () => undefined],
    ['and resolves later', () => sleep(20)],
    ['and never settles', () => new Promise(() => {})],
    ['and rejects', () => Promise.reject(new Error('too late'))],
    ['and throws', () => raise(new Error('too late'))],
  ])('%s is cancelled, and the host lives on', async (_, then) => {
    const controller = new AbortController()
    const callback = (): unknown => {
      controller.abort()
      return then()
    }
    const verdict = await fireGates([{ callback }, { callback: () => undefined }], { signal: controller.signal })
    expect(verdict).toMatchObject({ decision: 'deny', aborted: true })
    expect(statuses(verdict)).toEqual(['gate0 cancelled', 'gate1 cancelled'])
    await sleep(30)
  })
})

function raise(thrown: unknown): never {
  throw thrown
}

function nest(depth: number): object {
  let value: object = { decision: 'allow' }
  for (let level = 0; level < depth; level++) value = { hookSpecificOutput: value }
  return value
}
