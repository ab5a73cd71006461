import { describeThrown } from '../base/describe-thrown.ts'
import { evaluatePermissions, type PermissionRules } from '../match/index.ts'
import { type Decision, strictestDecision } from '../protocol/decision.ts'
import { HookEvent } from '../protocol/event-types.ts'
import { askPerson } from './ask-person.ts'
import { callOf, checkDenied, checkFit, copyInput, takeUpdatedInput } from './check-call.ts'
import { orAbort, type Permission, readPermissionResult, refuse } from './permission-answer.ts'
import type { PermissionResult } from './permission-types.ts'
import type { PendingCall, ToolScope } from './tool-chain.ts'

/**
 * The permission chain. The first deny ends it; deny rules and plan mode look at the input as asked for and again after
 * every rewrite; a hook's or rule's allow waives the mode's question, never `canUseTool`.
 */
export async function decidePermission(call: PendingCall, scope: ToolScope): Promise<Permission> {
  const rules = scope.session.permissions
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
    return { behavior: 'deny', message: `canUseTool failed: ${describeThrown(error)}` }
  }
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
