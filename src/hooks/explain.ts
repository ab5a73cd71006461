import { type HookIndex, matchValue } from '../engine/hook-index.ts'
import { numberStages, orderIntoStages } from '../engine/order.ts'
import { type SessionRefusal, testHook } from '../engine/select.ts'
import type { PermissionRules, PermissionVerdict } from '../match/index.ts'
import type { EventName } from '../protocol/event-types.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { Hook } from '../protocol/hook.ts'
import { describeSource } from '../protocol/source.ts'
import { judgeByRules } from './apply-rules.ts'
import type { ProtectionVerdict } from './protect/create-protection.ts'

/** What would happen to the hooks of an event. */
export interface Explanation {
  event: EventName
  /** The value that matchers test; null when the event has none. */
  matchValue: string | null
  hooks: ExplainedHook[]
  /** What permission rules say about the call as it stands; null when there are none, or no tool is called. */
  rules: PermissionVerdict | null
  /** What the guard of hook files says about the call as it stands; absent when nothing, and before it was loaded. */
  guard?: ProtectionVerdict
}

/** One configured hook and its fate. */
export interface ExplainedHook {
  hook: string
  name?: string
  source: string
  dialect: string
  handler: string
  /** What would run, for people. */
  runs: string
  willRun: boolean
  /** Why not. */
  why?: string
  matcher: string
  if?: string
  /** Number of its stage, from 1; null for hooks that nobody waits for or that cannot run. */
  stage: number | null
  async: boolean
  once: boolean
  shadow: boolean
  timeoutMs: number
  onFailure: Hook['onFailure']
  /** Names of the variables that the hook adds or passes on. */
  env: string[]
}

/** Explains every hook of the event, also those of files that are not trusted. Runs nothing. */
export function explainEvent(
  { index, rules }: { index: HookIndex; rules: PermissionRules },
  input: FullInput,
  refuses: SessionRefusal,
): Explanation {
  const hooks = index.event(input.event)?.hooks ?? []
  const numbers = numberStages(orderIntoStages(hooks.filter((hook) => hook.idle === undefined)))
  return {
    event: input.event,
    matchValue: matchValue(input) ?? null,
    hooks: hooks.map((hook) => explainHook(hook, testHook(hook, input, refuses).why, numbers.get(hook) ?? null)),
    rules: judgeByRules(rules, input),
  }
}

function explainHook(hook: Hook, why: string | undefined, stage: number | null): ExplainedHook {
  return {
    hook: hook.id,
    ...(hook.name !== undefined && { name: hook.name }),
    source: describeSource(hook.source),
    dialect: hook.dialect.name,
    handler: hook.handler.type === 'unsupported' ? hook.handler.name : hook.handler.type,
    runs: describeHandler(hook),
    willRun: why === undefined,
    ...(why !== undefined && { why }),
    matcher: hook.matcher.describe(),
    ...(hook.condition && { if: hook.condition.describe() }),
    stage,
    async: hook.async,
    once: hook.once,
    shadow: hook.shadow,
    timeoutMs: hook.timeoutMs,
    onFailure: hook.onFailure,
    env: envNames(hook),
  }
}

/** What a hook runs, in one line. */
export function describeHandler(hook: Hook): string {
  const { handler } = hook
  switch (handler.type) {
    case 'command':
      return 'shell' in handler.run ? handler.run.shell : [handler.run.exec, ...handler.run.args].join(' ')
    case 'callback':
      return handler.callback.name || 'a function'
    case 'prompt':
    case 'agent':
      return handler.prompt
    case 'http':
      return handler.url
    case 'worker':
      return handler.command
    case 'unsupported':
      return handler.name
  }
}

function envNames(hook: Hook): string[] {
  const { handler } = hook
  if (handler.type !== 'command' && handler.type !== 'worker') return []
  return [...Object.keys(handler.env ?? {}), ...(handler.passEnv ?? [])]
}
