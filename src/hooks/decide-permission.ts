import { copyPlain, deepFreeze } from '../base/json.ts'
import { evaluatePermissions, type PermissionRules, parsePermissions } from '../match/index.ts'
import { type Decision, strictestDecision } from '../protocol/decision.ts'
import { HookEvent } from '../protocol/event-types.ts'
import { askPerson } from './ask-person.ts'
import type { PermissionResult } from './permission-types.ts'
import type { PendingCall, ToolScope } from './tool-chain.ts'

/** Whether a call may run. */
export type Permission =
  | { granted: true }
  | { granted: false; reason: string; decidedBy: string | null; interrupt: boolean }

/**
 * The permission chain. The first deny ends it; deny rules and plan mode look at the input as asked for and again after
 * every rewrite; a hook's or rule's allow waives the mode's question, never `canUseTool`.
 */
export async function decidePermission(call: PendingCall, scope: ToolScope): Promise<Permission> {
  const rules = rulesOf(scope)
  const unfit = checkFit(call, scope)
  if (unfit) return unfit
  const asked = checkDenied(call, scope, rules)

  const hooks = await askHooks(call, scope)
  const denied = hooks.denied ?? asked ?? checkDenied(call, scope, rules)
  if (denied) return denied

  const rule = evaluatePermissions(rules, callOf(call, scope))
  const decision = strictestDecision(hooks.decision, rule.decision)
  const host = await askHost(call, scope, rules)
  if (host.permission) return host.permission
  return settle(call, scope, { decision, reason: decision === hooks.decision ? hooks.reason : rule.reason, rules })
}

function rulesOf({ engine, sessionOptions }: ToolScope): PermissionRules {
  const shared = engine.permissions()
  const own = sessionOptions.permissions ?? {}
  return parsePermissions({
    allow: [...shared.allow, ...(own.allow ?? [])],
    ask: [...shared.ask, ...(own.ask ?? [])],
    deny: [...shared.deny, ...(own.deny ?? [])],
  })
}

/** A frozen copy of a tool input: what was approved is what runs, whatever the caller does to its own object. */
export function copyInput(input: Record<string, unknown>): Record<string, unknown> {
  return deepFreeze(copyPlain(input)) as Record<string, unknown>
}

function checkFit(call: PendingCall, { engine }: ToolScope): Permission | undefined {
  const problem = engine.validateInput?.(call.name, call.input)
  return problem === undefined ? undefined : refuse(`The input of ${call.name} does not fit: ${problem}`, 'schema')
}

function checkDenied(call: PendingCall, scope: ToolScope, rules: PermissionRules): Permission | undefined {
  if (scope.session.permissionMode === 'plan' && call.kind !== 'readonly') {
    return refuse(`${call.name} does not run in plan mode: only tools that read do.`, 'mode:plan')
  }
  const verdict = evaluatePermissions({ allow: [], ask: [], deny: rules.deny }, callOf(call, scope))
  if (verdict.decision !== 'deny') return undefined
  return refuse(verdict.reason, `rule:${verdict.rule}`)
}

function callOf(call: PendingCall, { session }: ToolScope): Parameters<typeof evaluatePermissions>[1] {
  return { toolName: call.name, toolInput: call.input, cwd: session.cwd }
}

interface HooksSaid {
  denied?: Permission
  decision: Decision | null
  reason: string | null
}

async function askHooks(call: PendingCall, { session, options }: ToolScope): Promise<HooksSaid> {
  const fields = { toolName: call.name, toolUseId: call.id, toolInput: call.input }
  const verdict = await session.fire(HookEvent.PreToolUse, fields, signalOf(options))
  call.verdicts.push(verdict)
  if (verdict.input) call.input = copyInput(verdict.input)
  const { decision, reason, decidedBy, halt } = verdict
  if (decision === 'deny') return { denied: refuse(reason ?? 'Denied by a hook.', decidedBy), decision, reason }
  if (halt) return { denied: refuse(halt.reason, decidedBy), decision, reason }
  return { decision, reason }
}

function signalOf(options: ToolScope['options']): { signal?: AbortSignal } {
  return options.signal ? { signal: options.signal } : {}
}

async function askHost(
  call: PendingCall,
  scope: ToolScope,
  rules: PermissionRules,
): Promise<{ permission?: Permission }> {
  const { canUseTool } = scope.sessionOptions
  if (!canUseTool) return {}
  const answer = await callHost(call, canUseTool)
  switch (answer.behavior) {
    case 'allow':
      return { permission: takeUpdatedInput(call, answer, scope, rules) }
    case 'deny':
      return {
        permission: {
          ...refuse(answer.message || `${call.name} was refused.`, 'canUseTool'),
          interrupt: answer.interrupt ?? false,
        },
      }
    case 'ask':
      return {}
  }
}

async function callHost(
  call: PendingCall,
  canUseTool: NonNullable<ToolScope['sessionOptions']['canUseTool']>,
): Promise<PermissionResult> {
  const options = {
    signal: call.signal,
    abortSignal: call.signal,
    toolKind: call.kind,
    toolUseId: call.id,
    affectedPaths: call.affectedPaths(call.input),
  }
  try {
    const answer: unknown = await orAbort(canUseTool(call.name, call.input, options), call.signal)
    return (
      readPermissionResult(answer) ?? { behavior: 'deny', message: `canUseTool gave no valid answer for ${call.name}.` }
    )
  } catch (error) {
    return { behavior: 'deny', message: `canUseTool failed: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Settles with the value, or rejects as soon as the signal fires. */
export function orAbort<T>(value: T | PromiseLike<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(new Error('aborted by the caller'))
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('aborted by the caller'))
    signal.addEventListener('abort', abort, { once: true })
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

/** The answer of an approver, or undefined when it is none. */
export function readPermissionResult(answer: unknown): PermissionResult | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { behavior, updatedInput, message, interrupt } = answer as Record<string, unknown>
  if (behavior === 'ask') return { behavior }
  if (behavior === 'deny') {
    return { behavior, ...(typeof message === 'string' && { message }), ...(interrupt === true && { interrupt }) }
  }
  if (behavior !== 'allow') return undefined
  if (updatedInput === undefined) return { behavior }
  const isObject = typeof updatedInput === 'object' && updatedInput !== null && !Array.isArray(updatedInput)
  return isObject ? { behavior, updatedInput: updatedInput as Record<string, unknown> } : undefined
}

/** Runs with the approver's input, if that still fits and no rule denies it. */
export function takeUpdatedInput(
  call: PendingCall,
  answer: PermissionResult & { behavior: 'allow' },
  scope: ToolScope,
  rules: PermissionRules,
): Permission {
  if (answer.updatedInput === undefined) return { granted: true }
  call.input = copyInput(answer.updatedInput)
  return checkFit(call, scope) ?? checkDenied(call, scope, rules) ?? { granted: true }
}

interface Standing {
  decision: Decision | null
  reason: string | null
  rules: PermissionRules
}

function settle(call: PendingCall, scope: ToolScope, standing: Standing): Permission | Promise<Permission> {
  const { decision } = standing
  if (decision === 'allow') return { granted: true }
  if (decision === null && modeRuns(call, scope)) return { granted: true }
  const reason = decision === 'ask' ? standing.reason : null
  return askPerson(call, scope, {
    reason: reason ?? `${call.name} needs approval in ${scope.session.permissionMode} mode.`,
    rules: standing.rules,
  })
}

function modeRuns(call: PendingCall, { session }: ToolScope): boolean {
  switch (session.permissionMode) {
    case 'yolo':
      return true
    case 'autoEdit':
      return call.kind === 'readonly' || call.kind === 'write'
    case 'default':
    case 'plan':
      return call.kind === 'readonly'
  }
}

/** @internal */
export function refuse(reason: string, decidedBy: string | null): Permission & { granted: false } {
  return { granted: false, reason, decidedBy, interrupt: false }
}
