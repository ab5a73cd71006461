import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assembleHook } from '../../src/dialects/assemble-hook.ts'
import { dialects } from '../../src/dialects/index.ts'
import { writeReply } from '../../src/dialects/reply.ts'
import { readWireEvent } from '../../src/dialects/wire-in.ts'
import { interpret } from '../../src/engine/index.ts'
import { compileMatcher } from '../../src/match/index.ts'
import { type Decision, rankOf } from '../../src/protocol/decision.ts'
import type { Dialect } from '../../src/protocol/dialect.ts'
import { type EventName, eventNames, HookEvent, hasPower } from '../../src/protocol/event-types.ts'
import type { FullInput } from '../../src/protocol/full-input.ts'
import type { Outcome } from '../../src/protocol/outcome.ts'
import type { Verdict } from '../../src/protocol/verdict.ts'

const toolInput = { command: 'ls', keep: 'k' }

function fullInput(event: EventName): FullInput {
  const isTool = hasPower(event, 'rewriteInput') || event.includes('Tool') || event === HookEvent.PermissionRequest
  return {
    event,
    sessionId: 's',
    hookExecutionId: 'x',
    timestamp: '2026-01-15T02:30:00.000Z',
    projectDir: '/p',
    permissionMode: 'default',
    cwd: '/p',
    ...(isTool && { toolName: 'Bash', toolInput, toolOutput: 'out' }),
  }
}

/** Reads an answer as a hook of that dialect would be read. */
function readBack(
  dialect: Dialect,
  event: EventName,
  reply: { stdout: string; stderr: string; exitCode: number },
): Outcome {
  const hook = assembleHook({
    id: 'h',
    event,
    dialect,
    source: { layer: 'code', trusted: true },
    matcher: compileMatcher(undefined, 'blade'),
    handler: { type: 'command', run: { shell: 'true' } },
    timeoutMs: 1000,
  })
  const captured = (text: string) => ({ text, bytes: text.length, truncated: false, invalidUtf8: false })
  return interpret(
    {
      kind: 'process',
      end: { by: 'exit', code: reply.exitCode },
      stdout: captured(reply.stdout),
      stderr: captured(reply.stderr),
      leftovers: [],
    },
    hook,
    fullInput(event),
  )
}

const words = fc.stringMatching(/^[a-z {}"]{1,12}$/).filter((text) => text.trim() !== '')
const flagged = fc.option(words, { nil: null })

function arbitraryVerdict(event: EventName): fc.Arbitrary<Verdict> {
  const decisions: (Decision | null)[] = [null]
  if (hasPower(event, 'block') || event === HookEvent.SubagentStart) decisions.push('deny')
  if (hasPower(event, 'ask')) decisions.push('ask')
  if (hasPower(event, 'allow')) decisions.push('allow')
  const inputs = [undefined, { command: 'ls -l', keep: 'k' }, { command: 'ls -l' }]
  return fc
    .record({
      decision: fc.constantFrom(...decisions),
      reason: flagged,
      halt: fc.option(
        words.map((reason) => ({ reason })),
        { nil: null, freq: 4 },
      ),
      context: fc.array(words, { maxLength: 2 }),
      messages: fc.array(words, { maxLength: 2 }),
      input: hasPower(event, 'rewriteInput') ? fc.constantFrom(...inputs) : fc.constant(undefined),
      prompt: hasPower(event, 'rewritePrompt') ? fc.option(words, { nil: undefined }) : fc.constant(undefined),
    })
    .map(({ input, prompt, ...parts }) => ({
      event,
      ...parts,
      ...(input && { input }),
      ...(prompt !== undefined && { prompt }),
      decidedBy: 'h',
      changes: [],
      env: {},
      warnings: [],
      aborted: false,
      failedOpen: [],
      runs: [],
    }))
}

/** How strict it is: a halt is stricter than any decision, a call that is not made needs no other halt. */
function strictness(decision: Decision | null, halt: unknown): number {
  return halt === null ? rankOf(decision) : 4
}

const byDialect = Object.values(dialects)

test.each(byDialect)('an answer in $name is read as no weaker than the verdict it was written for', (dialect) => {
  let checked = 0
  for (const event of eventNames) {
    const wire = readWireEvent(JSON.parse(dialects.blade.payload(fullInput(event))))
    fc.assert(
      fc.property(arbitraryVerdict(event), (verdict) => {
        const outcome = readBack(dialect, event, writeReply(dialect.name, verdict, wire))
        expect(outcome.failure).toBeUndefined()
        const wanted = expectedRank(verdict, dialect)
        expect(strictness(outcome.decision, outcome.halt)).toBeGreaterThanOrEqual(wanted)
        // Nothing that was not approved is approved.
        if (verdict.decision !== 'allow') expect(outcome.decision).not.toBe('allow')
        if (wanted >= rankOf('ask')) checked++
      }),
      { numRuns: 60 },
    )
  }
  expect(checked).toBeGreaterThan(200)
})

function expectedRank({ event, decision, halt }: Verdict, dialect: Dialect): number {
  const isStop = event === HookEvent.Stop || event === HookEvent.SubagentStop
  const canHalt = dialect.name === 'blade' || (dialect.name === 'claude' && event !== HookEvent.SessionStart)
  if (halt !== null) {
    if (canHalt) return 4
    // Who cannot end the session refuses the call; an agent that is to end is not kept working.
    return !isStop && dialect.can(event, 'block') ? rankOf('deny') : 0
  }
  // An approval may be lost, and a person who is about to be asked is asked.
  if (decision === 'allow' || (decision === 'ask' && event === HookEvent.PermissionRequest)) return 0
  if (decision === 'deny' && !dialect.can(event, 'block')) return canHalt ? 4 : 0
  return rankOf(decision)
}

test.each(byDialect)('a rewrite written in $name is read back, or the call is denied', (dialect) => {
  const event = HookEvent.PreToolUse
  const wire = readWireEvent(JSON.parse(dialects.blade.payload(fullInput(event))))
  let rewritten = 0
  fc.assert(
    fc.property(
      arbitraryVerdict(event).filter(({ input, decision }) => input !== undefined && decision !== 'deny'),
      (verdict) => {
        const outcome = readBack(dialect, event, writeReply(dialect.name, verdict, wire))
        if (outcome.decision === 'deny') return
        rewritten++
        expect(outcome.rewrite).toMatchObject({ kind: 'input', value: verdict.input })
      },
    ),
    { numRuns: 300 },
  )
  if (dialect.name !== 'kimi-official') expect(rewritten).toBeGreaterThan(0)
})
