import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHooks, type FailurePolicy, type Hooks, type Verdict } from '../../src/index.ts'

// Every way a hook can end, with every kind of output, under every policy, with real processes. What must come of it stands
// in the table below, written from the rules and not from the code.

const endings = {
  'exit 0': { command: 'exit 0', class: null },
  'exit 1': { command: 'exit 1', class: 'crash' },
  'exit 2': { command: 'exit 2', class: 'block' },
  'exit 3': { command: 'exit 3', class: 'crash' },
  'exit 124': { command: 'exit 124', class: 'timeout' },
  'exit 126': { command: 'exit 126', class: 'spawn' },
  'exit 127': { command: 'exit 127', class: 'spawn' },
  'exit 130': { command: 'exit 130', class: 'signal' },
  'exit 137': { command: 'exit 137', class: 'signal' },
  'death by SIGKILL': { command: 'kill -KILL $$', class: 'signal' },
  'past its deadline': { command: 'sleep 30', class: 'timeout' },
} as const

const deny = '{"decision":"deny","reason":"because"}'
const allow = '{"hookSpecificOutput":{"permissionDecision":"allow"}}'
const outputs = {
  nothing: '',
  allow,
  deny,
  ask: '{"hookSpecificOutput":{"permissionDecision":"ask"}}',
  text: 'all is well',
  'broken JSON': '{"decision": "deny", "reason": "cut o',
  'a noisy deny': `Welcome to this machine\n${deny}`,
  'a noisy allow': `${allow}\nbye`,
} as const

type Output = keyof typeof outputs
type Expected = 'none' | 'allow' | 'deny' | 'ask' | 'policy'

/** What each output means at exit 0; `policy` is class invalidOutput. */
const atExit0: Record<Output, Expected> = {
  nothing: 'none',
  allow: 'allow',
  deny: 'deny',
  ask: 'ask',
  text: 'none',
  'broken JSON': 'policy',
  'a noisy deny': 'deny',
  'a noisy allow': 'policy',
}

/** Beside any failure only an explicit deny in complete JSON counts. */
const besideFailure: Record<Output, Expected> = {
  nothing: 'policy',
  allow: 'policy',
  deny: 'deny',
  ask: 'policy',
  text: 'policy',
  'broken JSON': 'policy',
  'a noisy deny': 'deny',
  'a noisy allow': 'policy',
}

const policies: FailurePolicy[] = ['ignore', 'ask', 'deny']

function oracle(
  ending: keyof typeof endings,
  output: Output,
  policy: FailurePolicy,
): Pick<Verdict, 'decision' | 'failedOpen'> {
  const { class: failure } = endings[ending]
  if (failure === 'block') return { decision: 'deny', failedOpen: [] }
  const expected = failure === null ? atExit0[output] : besideFailure[output]
  if (expected !== 'policy') return { decision: expected === 'none' ? null : expected, failedOpen: [] }
  const name = failure ?? 'invalidOutput'
  if (policy === 'ignore') return { decision: null, failedOpen: [{ hook: 'guard', class: name }] }
  return { decision: policy, failedOpen: [] }
}

const cells = Object.keys(endings).flatMap((ending) =>
  Object.keys(outputs).flatMap((output) =>
    policies.map((policy) => [ending, output, policy] as [keyof typeof endings, Output, FailurePolicy]),
  ),
)

describe('C1 command hooks', () => {
  const verdicts = new Map<string, Verdict>()
  const engines: Hooks[] = []

  beforeAll(async () => {
    const run = async (cell: (typeof cells)[number]): Promise<void> => {
      const [ending, output, policy] = cell
      const command = `printf '%s' '${outputs[output]}'; ${endings[ending].command}`
      const hook = {
        id: 'guard',
        command,
        timeout: ending === 'past its deadline' ? '700ms' : '30s',
        onFailure: policy,
      }
      const hooks = await createHooks({ PreToolUse: [{ hooks: [hook] }] }, { observer: () => {} })
      engines.push(hooks)
      verdicts.set(
        cell.join(),
        await hooks.session().fire('PreToolUse', { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls' } }),
      )
    }
    const queue = [...cells]
    const lane = async (): Promise<void> => {
      for (let cell = queue.pop(); cell; cell = queue.pop()) await run(cell)
    }
    await Promise.all(Array.from({ length: 8 }, lane))
  }, 120_000)

  afterAll(async () => {
    await Promise.all(engines.map((hooks) => hooks.close()))
  })

  it('has run every cell', () => {
    expect(verdicts.size).toBe(11 * 8 * 3)
  })

  it.each(cells)('%s with %s under %s', (...cell) => {
    const { decision, failedOpen } = verdicts.get(cell.join())!
    expect({ decision, failedOpen }).toEqual(oracle(...cell))
  })
})

describe('callback hooks', () => {
  const values: Record<string, { value: unknown; expected: Expected }> = {
    nothing: { value: undefined, expected: 'none' },
    'action continue': { value: { action: 'continue' }, expected: 'none' },
    'action skip': { value: { action: 'skip', reason: 'because' }, expected: 'deny' },
    'action abort': { value: { action: 'abort', reason: 'because' }, expected: 'deny' },
    'an unknown action': { value: { action: 'jump' }, expected: 'policy' },
    allow: { value: JSON.parse(allow), expected: 'allow' },
    deny: { value: JSON.parse(deny), expected: 'deny' },
    ask: { value: { decision: 'ask' }, expected: 'ask' },
    text: { value: 'all is well', expected: 'none' },
    'an unknown decision': { value: { decision: 'denny' }, expected: 'policy' },
    'a function': { value: () => 1, expected: 'policy' },
    'a cyclic object': { value: cyclic(), expected: 'policy' },
    'a getter that throws': {
      value: Object.defineProperty({}, 'decision', { enumerable: true, get: thrower }),
      expected: 'policy',
    },
  }
  const ways = ['returns', 'resolves with'] as const
  const rows = Object.keys(values).flatMap((name) =>
    ways.flatMap((way) => policies.map((policy) => [way, name, policy] as const)),
  )

  it.each(rows)('one that %s %s under %s', async (way, name, policy) => {
    const { value, expected } = values[name]!
    const verdict = await fireCallback(way === 'returns' ? () => value : async () => value, policy)
    expect(pick(verdict)).toEqual(expectedOf(expected, 'invalidOutput', policy))
  })

  const failures = {
    'throws an error': { callback: thrower, class: 'crash' },
    'throws undefined': {
      callback: () => {
        throw undefined
      },
      class: 'crash',
    },
    rejects: { callback: async () => thrower(), class: 'crash' },
    'never settles': { callback: () => new Promise(() => {}), class: 'timeout' },
  } as const
  const failing = Object.keys(failures).flatMap((name) =>
    policies.map((policy) => [name, policy] as [keyof typeof failures, FailurePolicy]),
  )

  it.each(failing)('one that %s under %s', async (name, policy) => {
    const verdict = await fireCallback(failures[name].callback as () => unknown, policy)
    expect(pick(verdict)).toEqual(expectedOf('policy', failures[name].class, policy))
  })
})

function expectedOf(
  expected: Expected,
  name: 'invalidOutput' | 'crash' | 'timeout',
  policy: FailurePolicy,
): Pick<Verdict, 'decision' | 'failedOpen'> {
  if (expected !== 'policy') return { decision: expected === 'none' ? null : expected, failedOpen: [] }
  if (policy === 'ignore') return { decision: null, failedOpen: [{ hook: 'guard', class: name }] }
  return { decision: policy, failedOpen: [] }
}

async function fireCallback(callback: () => unknown, onFailure: FailurePolicy): Promise<Verdict> {
  const hook = { type: 'callback' as const, id: 'guard', callback: callback as never, timeout: '100ms', onFailure }
  const hooks = await createHooks({ PreToolUse: [{ hooks: [hook] }] }, { observer: () => {} })
  return hooks.session().fire('PreToolUse', { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls' } })
}

function pick({ decision, failedOpen }: Verdict): Pick<Verdict, 'decision' | 'failedOpen'> {
  return { decision, failedOpen }
}

function thrower(): never {
  throw new Error('broken on purpose')
}

function cyclic(): unknown {
  const value: Record<string, unknown> = {}
  value['self'] = value
  return value
}
