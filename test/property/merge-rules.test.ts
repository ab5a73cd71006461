import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Clock, createHooks, type HooksConfig, type RawResult, type Verdict } from '../../src/index.ts'
import { type Decision, rankOf, strictestDecision } from '../../src/protocol/decision.ts'

/** What one hook answers; absent fields are not printed. */
interface Answer {
  decision: Decision | null
  context: string | null
  message: string | null
  /** Arguments it sets; null when it rewrites nothing. */
  rewrite: Record<string, number> | null
  /** Whether a callback that says nothing stands before it, so that it begins a stage. */
  newStage: boolean
}

const answer = fc.record<Answer>({
  decision: fc.constantFrom('deny', 'ask', 'allow', null, null),
  context: fc.constantFrom('note', 'hint', null),
  message: fc.constantFrom('look', null, null),
  rewrite: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.nat(2), { minKeys: 1 }) },
  ),
  newStage: fc.boolean(),
})
const answers = fc.array(answer, { minLength: 1, maxLength: 6 })
const plainAnswers = answers.map((list) => list.map((one) => ({ ...one, rewrite: null, newStage: false })))
const toolInput = { a: 0, b: 0, kept: 'x' }

describe('merging', () => {
  it('gives the verdict that the rules say, whole', async () => {
    const decisions = new Set<Decision | null>()
    await fc.assert(
      fc.asyncProperty(plainAnswers, async (list) => {
        const verdict = await fire(list)
        decisions.add(verdict.decision)
        expect(verdict).toEqual(expectedVerdict(list))
      }),
    )
    expect(decisions).toEqual(new Set(['deny', 'ask', 'allow', null]))
  })

  it('does not depend on who finishes first', async () => {
    let rewritten = 0
    await fc.assert(
      fc.asyncProperty(answers, fc.scheduler(), async (list, scheduler) => {
        const inOrder = await fire(list)
        if (inOrder.input) rewritten++
        const shuffled = fire(list, (raw) => scheduler.schedule(Promise.resolve(raw)))
        expect(await scheduler.waitFor(shuffled)).toEqual(inOrder)
      }),
    )
    expect(rewritten).toBeGreaterThan(0)
  })

  it('keeps a deny, whatever is added and wherever', async () => {
    await fc.assert(
      fc.asyncProperty(answers, answers, fc.nat(6), async (before, added, place) => {
        const first: Answer = { decision: 'deny', context: null, message: null, rewrite: null, newStage: false }
        const at = Math.min(place, before.length)
        const list = [...before.slice(0, at), first, ...added, ...before.slice(at)]
        expect((await fire(list)).decision).toBe('deny')
      }),
    )
  })

  it('is never weakened by a further allow', async () => {
    const allow: Answer = { decision: 'allow', context: null, message: null, rewrite: null, newStage: false }
    await fc.assert(
      fc.asyncProperty(answers, fc.nat(6), async (list, place) => {
        const at = Math.min(place, list.length)
        const without = await fire(list)
        const withAllow = await fire([...list.slice(0, at), allow, ...list.slice(at)])
        expect(rankOf(withAllow.decision)).toBeGreaterThanOrEqual(rankOf(without.decision))
        const strict = without.decision === 'deny' || without.decision === 'ask'
        if (strict) expect(withAllow.decision).toBe(without.decision)
      }),
    )
  })

  it('lets an allow count only for the input its hook saw or returned', async () => {
    let counted = 0
    await fc.assert(
      fc.asyncProperty(answers, async (list) => {
        const verdict = await fire(list)
        if (verdict.decision !== 'allow') return
        const decider = list[Number(verdict.decidedBy?.slice('hook'.length))]
        const final = verdict.input
        if (!final) return
        counted++
        // Nobody but the decider may have changed what it judged after it spoke.
        expect(decider?.rewrite ?? {}).toEqual(pick(final, Object.keys(decider?.rewrite ?? {})))
      }),
      { numRuns: 300 },
    )
    expect(counted).toBeGreaterThan(0)
  })

  it('applies rewrites of one stage in configuration order and names every conflict', async () => {
    let conflicts = 0
    const rewriting = fc.array(
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 2 }), { minKeys: 1 }),
      { minLength: 1, maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(rewriting, fc.scheduler(), async (rewrites, scheduler) => {
        const list = rewrites.map((rewrite): Answer => ({ ...silent, rewrite }))
        const verdict = await scheduler.waitFor(fire(list, (raw) => scheduler.schedule(Promise.resolve(raw))))
        expect(verdict.input).toEqual(Object.assign({ ...toolInput }, ...rewrites))
        const changes = rewrites.flatMap((rewrite, index) =>
          Object.entries(rewrite).map(([key, value]) => ({ key, value, by: `hook${index}` })),
        )
        const expected = changes.map(({ key, value, by }) => ({
          path: `input.${key}`,
          by,
          ...(changes.some((other) => other.key === key && other.value !== value) && { conflict: true as const }),
        }))
        conflicts += expected.filter((change) => change.conflict).length
        expect(byName(verdict.changes)).toEqual(byName(expected))
      }),
    )
    expect(conflicts).toBeGreaterThan(0)
  })
})

/** Time stands still, so that verdicts can be compared whole; every answer arrives, so that no deadline is needed. */
const standingClock: Clock = { now: () => 0, monotonic: () => 0, after: () => () => {} }

const silent: Answer = { decision: null, context: null, message: null, rewrite: null, newStage: false }

/** Fires one event at hooks with these answers. `deliver` says when an answer arrives. */
async function fire(
  list: readonly Answer[],
  deliver: (raw: RawResult) => Promise<RawResult> = (raw) => Promise.resolve(raw),
): Promise<Verdict> {
  const run = ({ hook }: { hook: { id: string } }): Promise<RawResult> =>
    deliver(print(list[Number(hook.id.slice('hook'.length))]!, hook.id))
  const hooks = await createHooks(configOf(list), {
    handlers: { command: { run } },
    clock: standingClock,
  })
  const verdict = await hooks.session({ id: 's' }).fire('PreToolUse', { toolName: 'T', toolUseId: '1', toolInput })
  await hooks.close()
  return { ...verdict, runs: verdict.runs }
}

function configOf(list: readonly Answer[]): HooksConfig {
  const groups = list.flatMap(({ newStage }, index) => {
    const group = { hooks: [{ id: `hook${index}`, command: 'true' }] }
    return newStage ? [() => undefined, group] : [group]
  })
  return { maxConcurrentHooks: 20, PreToolUse: groups }
}

function print({ decision, context, message, rewrite }: Answer, id: string): RawResult {
  const answer = {
    ...(message !== null && { systemMessage: message }),
    hookSpecificOutput: {
      ...(decision !== null && { permissionDecision: decision, permissionDecisionReason: `${decision} by ${id}` }),
      ...(context !== null && { additionalContext: context }),
      ...(rewrite !== null && { updatedInput: rewrite }),
    },
  }
  const text = JSON.stringify(answer)
  const output = (written: string) => ({ text: written, bytes: written.length, truncated: false, invalidUtf8: false })
  return { kind: 'process', end: { by: 'exit', code: 0 }, stdout: output(text), stderr: output(''), leftovers: [] }
}

function expectedVerdict(list: readonly Answer[]): Verdict {
  const decision = list.map((one) => one.decision).reduce(strictestDecision, null)
  const by = decision === null ? null : `hook${list.findIndex((one) => one.decision === decision)}`
  return {
    event: 'PreToolUse',
    decision,
    reason: by && `${decision} by ${by}`,
    decidedBy: by,
    changes: [],
    context: list.flatMap((one) => one.context ?? []),
    messages: list.flatMap((one) => one.message ?? []),
    env: {},
    warnings: [],
    halt: null,
    aborted: false,
    failedOpen: [],
    runs: list.map((one, index) => ({
      hook: `hook${index}`,
      source: 'code',
      handler: 'command',
      status: one.decision === 'deny' ? 'blocked' : 'ok',
      ms: 0,
      exitCode: 0,
      ...(one.decision && { decision: one.decision, why: `${one.decision} by hook${index}` }),
    })),
  }
}

function pick(record: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, record[key]]))
}

function byName<T extends { path: string; by: string }>(changes: readonly T[]): T[] {
  return [...changes].sort((x, y) => (x.path + x.by < y.path + y.by ? -1 : 1))
}
