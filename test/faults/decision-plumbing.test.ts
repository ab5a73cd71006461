import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createHooks, type HookGroup, type Verdict } from '../../src/index.ts'
import { call, type Entry, say, useEngines } from './fixtures/engine-runs.ts'

type Group = HookGroup<'PreToolUse'>

const { open, fire } = useEngines()

/** A verdict without what differs from run to run. */
function timeless(verdict: Verdict): unknown {
  return JSON.parse(JSON.stringify(verdict, (key, value: unknown) => (key === 'ms' ? 0 : value)))
}

describe('C2 a decision never depends on its reason', () => {
  const long = 'x'.repeat(1 << 20)
  const reasons = { none: undefined, empty: '', blank: '  \n', long }
  const words = [
    ['decision', 'deny'],
    ['decision', 'block'],
    ['permissionDecision', 'deny'],
    ['permissionDecision', 'ask'],
  ] as const
  const cases = words.flatMap(([field, word]) =>
    (Object.keys(reasons) as (keyof typeof reasons)[]).map((reason) => [field, word, reason] as const),
  )

  it.each(cases)('%s: %s with a reason that is %s', async (field, word, reason) => {
    const text = reasons[reason]
    const verdict = await fire([say({ [field]: word, ...(text !== undefined && { reason: text }) })])
    expect(verdict.decision).toBe(word === 'ask' ? 'ask' : 'deny')
    expect(verdict.reason).toMatch(/\S/)
    if (reason === 'long') expect(verdict.reason).toBe(long)
  })

  it.each([
    ['nothing', 'exit 2'],
    ['blanks on stderr', "printf '  \\n' >&2; exit 2"],
    ['an empty reason on stdout', `printf '{"reason":""}'; exit 2`],
    ['a megabyte on stderr', "head -c 1048576 /dev/zero | tr '\\0' x >&2; exit 2"],
  ])('exit 2 with %s blocks with a reason', async (_, command) => {
    const verdict = await fire([{ command }])
    expect(verdict.decision).toBe('deny')
    expect(verdict.reason).toMatch(/\S/)
  })
})

describe('C6 the verdict does not depend on who finishes first', () => {
  const decisions = [undefined, 'allow', 'ask']
  const entries = Array.from({ length: 6 }, (_, index) => ({
    id: `h${index}`,
    answer: {
      additionalContext: `note ${index}`,
      updatedInput: { [`key${index % 3}`]: index, shared: index },
      ...(decisions[index % 3] && { permissionDecision: decisions[index % 3] }),
    },
  }))

  it('in 1,000 runs of callbacks and handlers that take random times', async () => {
    const random = createRandom(20_260_115)
    const wait = async (answer: unknown): Promise<unknown> => {
      const turns = Math.floor(random() * 5)
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      return answer
    }
    const channel = (text: string) => ({ text, bytes: text.length, truncated: false, invalidUtf8: false })
    const hooks = await createHooks(
      {
        PreToolUse: [
          { hooks: entries.map(({ id }) => ({ type: 'prompt' as const, id, prompt: id })) },
          { hooks: [{ type: 'callback', id: 'last', callback: () => wait({ additionalContext: 'last' }) as never }] },
        ],
      },
      {
        observer: () => {},
        handlers: {
          prompt: {
            run: async ({ hook }) => {
              const stdout = channel(JSON.stringify(entries.find(({ id }) => id === hook.id)!.answer))
              await wait(null)
              return { kind: 'process', end: { by: 'exit', code: 0 }, stdout, stderr: channel(''), leftovers: [] }
            },
          },
        },
      },
    )
    const session = hooks.session()
    const verdicts = new Set<string>()
    for (let run = 0; run < 1000; run++) {
      verdicts.add(JSON.stringify(timeless(await session.fire('PreToolUse', call))))
    }
    expect(verdicts.size).toBe(1)
    const verdict = JSON.parse([...verdicts][0]!) as Verdict
    expect(verdict.input).toEqual({ command: 'ls', key0: 3, key1: 4, key2: 5, shared: 5 })
    expect(verdict.decision).toBe('ask')
    expect(verdict.context).toEqual([...entries.map((_, index) => `note ${index}`), 'last'])
    expect(verdict.changes.filter(({ conflict }) => conflict).length).toBeGreaterThan(5)
  })

  it('in 60 runs of real commands that sleep for random times', async () => {
    const random = createRandom(7)
    const commands = entries.slice(0, 3).map(({ id, answer }) => ({
      id,
      command: `read -r _; sleep "$SLEEP_${id}"; printf '%s' '${JSON.stringify(answer)}'`,
      passEnv: [`SLEEP_${id}`],
      recheck: false,
    }))
    const hooks = await open({ PreToolUse: [{ hooks: commands }] })
    const verdicts = new Set<string>()
    const run = async (): Promise<void> => {
      const hostEnv: Record<string, string> = { PATH: process.env['PATH']! }
      for (const { id } of commands) hostEnv[`SLEEP_${id}`] = (random() * 0.05).toFixed(3)
      verdicts.add(JSON.stringify(timeless(await hooks.session({ hostEnv }).fire('PreToolUse', call))))
    }
    for (let batch = 0; batch < 15; batch++) await Promise.all([run(), run(), run(), run()])
    expect(verdicts.size).toBe(1)
    expect([...verdicts][0]).toContain('"shared":2')
  }, 60_000)
})

describe('C8 a hook runs once per event', () => {
  it('also when the id of the call repeats or is missing', async () => {
    let runs = 0
    const hooks = await open({ PreToolUse: [() => void runs++] })
    const session = hooks.session()
    await session.fire('PreToolUse', call)
    await session.fire('PreToolUse', call)
    await session.fire('PreToolUse', { toolName: 'Bash', toolInput: {} } as never)
    expect(runs).toBe(3)
  })

  it('runs once-hooks once per session, also with one matcher and when events overlap', async () => {
    const runs: string[] = []
    const once = (id: string): Entry => ({
      id,
      type: 'callback',
      once: true,
      callback: async () => {
        await sleep(5)
        runs.push(id)
      },
    })
    const group: Group = { matcher: 'Bash', hooks: [once('a'), once('b')] }
    const hooks = await open({ PreToolUse: [group] })
    const [first, second] = [hooks.session({ id: 'one' }), hooks.session({ id: 'two' })]
    await Promise.all([first.fire('PreToolUse', call), first.fire('PreToolUse', call), first.fire('PreToolUse', call)])
    await second.fire('PreToolUse', call)
    expect(runs.toSorted()).toEqual(['a', 'a', 'b', 'b'])
  })
})

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
