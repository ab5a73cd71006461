import { describeThrown } from '../base/describe-thrown.ts'
import { copyPlain, deepFreeze } from '../base/json.ts'
import { judgeInput } from '../engine/judge-input.ts'
import { evaluatePermissions, type PermissionRules } from '../match/index.ts'
import { type Permission, refuse } from './permission-answer.ts'
import type { PermissionResult } from './permission-types.ts'
import { protectionId } from './protect/create-protection.ts'
import type { PendingCall, ToolScope } from './tool-chain.ts'

/** Runs with the approver's input, if that still fits and no rule denies it. */
export function takeUpdatedInput(
  call: PendingCall,
  answer: PermissionResult & { behavior: 'allow' },
  scope: ToolScope,
  rules: PermissionRules,
): Permission {
  if (answer.updatedInput === undefined) return { granted: true }
  try {
    call.input = copyInput(answer.updatedInput)
  } catch (error) {
    return refuse(`The new input for ${call.name} must be a plain object: ${describeThrown(error)}`, null)
  }
  return checkFit(call, scope) ?? checkDenied(call, scope, rules) ?? checkProtected(call, scope) ?? { granted: true }
}

/** A frozen copy of a tool input: what was approved is what runs, whatever the caller does to its own object. */
export function copyInput(input: Record<string, unknown>): Record<string, unknown> {
  return deepFreeze(copyPlain(input)) as Record<string, unknown>
}

/** Refuses a call whose input does not fit its tool. */
export function checkFit(call: PendingCall, { engine }: ToolScope): Permission | undefined {
  const problem = judgeInput(engine.validateInput, call.name, call.input)
  return problem === undefined ? undefined : refuse(`The input of ${call.name} does not fit: ${problem}`, 'schema')
}

/** Refuses a call that the mode or a deny rule forbids. */
export function checkDenied(call: PendingCall, scope: ToolScope, rules: PermissionRules): Permission | undefined {
  if (scope.session.permissionMode === 'plan' && call.kind !== 'readonly') {
    return refuse(`${call.name} does not run in plan mode: only tools that read do.`, 'mode:plan')
  }
  const verdict = evaluatePermissions({ allow: [], ask: [], deny: rules.deny }, callOf(call, scope))
  if (verdict.decision !== 'deny') return undefined
  return refuse(verdict.reason, `rule:${verdict.rule}`)
}

// The guard has looked at the call before anybody was asked, so it is loaded if it has a say.
function checkProtected(call: PendingCall, scope: ToolScope): Permission | undefined {
  const { guard } = scope.session
  const said = guard?.concerns(call.name) ? guard.judge(callOf(call, scope)) : null
  return said?.decision === 'deny' ? refuse(said.reason, protectionId) : undefined
}

/** The call as permission rules look at it. */
export function callOf(call: PendingCall, { session }: ToolScope): Parameters<typeof evaluatePermissions>[1] {
  return { toolName: call.name, toolInput: call.input, cwd: session.cwd }
}
