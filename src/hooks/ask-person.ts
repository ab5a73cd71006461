import { describeThrown } from '../base/describe-thrown.ts'
import type { PermissionRules } from '../match/index.ts'
import { HookEvent } from '../protocol/event-types.ts'
import { askThroughDesk } from './ask-through-desk.ts'
import { takeUpdatedInput } from './check-call.ts'
import { orAbort, type Permission, readPermissionResult, refuse } from './permission-answer.ts'
import type { Ask, PermissionResult } from './permission-types.ts'
import type { PendingCall, ToolScope } from './tool-chain.ts'

/** Asks whether a call may run: first PermissionRequest hooks, then a person. Nobody to ask means no. */
export async function askPerson(
  call: PendingCall,
  scope: ToolScope,
  why: { reason: string; rules: PermissionRules },
): Promise<Permission> {
  const { session, options, sessionOptions } = scope
  const fields = { toolName: call.name, toolUseId: call.id, toolInput: call.input }
  const signal = options.signal ? { signal: options.signal } : {}
  const verdict = await session.fire(HookEvent.PermissionRequest, fields, signal)
  call.verdicts.push(verdict)
  if (verdict.decision === 'deny') return refuse(verdict.reason ?? 'Denied by a hook.', verdict.decidedBy)
  if (verdict.halt) return refuse(verdict.halt.reason, verdict.decidedBy)
  if (verdict.decision === 'allow') return { granted: true }

  const message = `${call.name} wants to run: ${why.reason}`
  const notice = { notificationType: 'permission_prompt', title: 'Permission needed', message }
  const told = await session.fire(HookEvent.Notification, notice, signal)
  call.verdicts.push(told)
  if (told.halt) return refuse(told.halt.reason, told.decidedBy)
  const ask = throughDesk(options.ask ?? sessionOptions.onAsk, scope)
  return ask ? putQuestion(call, scope, ask, why) : refuse(nobodyToAsk(why.reason), null)
}

function throughDesk(ask: Ask | undefined, { engine, session }: ToolScope): Ask | undefined {
  return engine.desk ? askThroughDesk(engine.desk, ask, session.id) : ask
}

function nobodyToAsk(reason: string): string {
  return `${endSentence(reason)} There is nobody to ask, so it was denied. To let it run: give \`canUseTool\` or \`onAsk\`, add a rule to \`permissions.allow\`, let a PermissionRequest hook approve it, or choose another permission mode.`
}

function endSentence(text: string): string {
  return /[.!?。！？]$/.test(text) ? text : `${text}.`
}

async function putQuestion(
  call: PendingCall,
  scope: ToolScope,
  ask: Ask,
  why: { reason: string; rules: PermissionRules },
): Promise<Permission> {
  const question = {
    toolName: call.name,
    input: call.input,
    toolUseId: call.id,
    toolKind: call.kind,
    affectedPaths: call.affectedPaths(call.input),
    reason: why.reason,
    askedBy: call.verdicts.find(({ decision }) => decision === 'ask')?.decidedBy ?? null,
    signal: call.signal,
  }
  try {
    const answer = await orAbort(ask(question), call.signal)
    const result = typeof answer === 'boolean' ? yesOrNo(answer) : readPermissionResult(answer)
    if (result?.behavior === 'allow') return takeUpdatedInput(call, result, scope, why.rules)
    const denial: { message?: string; interrupt?: boolean } = result?.behavior === 'deny' ? result : {}
    return {
      ...refuse(denial.message || `${call.name} was refused by the user.`, 'user'),
      interrupt: denial.interrupt ?? false,
    }
  } catch (error) {
    return refuse(`The question about ${call.name} was not answered: ${describeThrown(error)}`, null)
  }
}

function yesOrNo(yes: boolean): PermissionResult {
  return yes ? { behavior: 'allow' } : { behavior: 'deny' }
}
