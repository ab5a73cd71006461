import type { FullInput } from '../protocol/full-input.ts'
import type { Hook } from '../protocol/hook.ts'
import { type EventPlan, matchSubject, matchValue } from './hook-index.ts'

/** What the session knows of a hook: the words that keep it from running, or undefined. */
export type SessionRefusal = (hook: Hook) => string | undefined

/** Whether a hook runs for an input. */
export interface HookTest {
  /** Why it does not; undefined when it does. */
  readonly why: string | undefined
  /** False when its `if` was not understood in full: its allow and rewrite do not count. */
  readonly complete: boolean
}

/** Those of the given hooks that run for this input. Runs nothing and changes nothing. */
export function selectHooks(hooks: readonly Hook[], input: FullInput, refuses: SessionRefusal): Map<Hook, HookTest> {
  const chosen = new Map<Hook, HookTest>()
  for (const hook of hooks) {
    const test = testHook(hook, input, refuses)
    if (test.why === undefined) chosen.set(hook, test)
  }
  return chosen
}

const passed: HookTest = { why: undefined, complete: true }

/** Tests one hook against one input, giving the reason in words when it does not run. */
export function testHook(hook: Hook, input: FullInput, refuses: SessionRefusal): HookTest {
  if (hook.idle) return { why: `${hook.idle.why}: ${hook.idle.detail}`, complete: true }
  const refusal = refuses(hook)
  if (refusal !== undefined) return { why: refusal, complete: true }
  if (hook.matcher.all && hook.condition === undefined) return passed
  const subject = matchSubject(hook, input)
  if (!hook.matcher.test(subject)) {
    return { why: `matcher: ${hook.matcher.describe()} does not match ${quoted(subject.value)}`, complete: true }
  }
  if (hook.condition === undefined) return passed
  const { runs, complete, reason } = hook.condition.test(subject)
  return runs ? { why: undefined, complete } : { why: `if: ${reason}`, complete }
}

function quoted(value: string | undefined): string {
  return value === undefined ? 'an event without that field' : JSON.stringify(value)
}

/** Whether anything would run: the cheap question, asked without making a promise. */
export function wantsEvent(plan: EventPlan | undefined, input: FullInput, refuses: SessionRefusal): boolean {
  if (plan === undefined) return false
  const { empty, stages } = plan.forValue(matchValue(input))
  if (empty) return false
  const runs = (hook: Hook): boolean => testHook(hook, input, refuses).why === undefined
  return stages.waited.some(({ hooks }) => hooks.some(runs)) || stages.unwaited.some(({ hook }) => runs(hook))
}
