import { HookError } from '../base/errors.ts'
import { tell } from '../engine/run.ts'
import { listAncestors } from '../handlers/lineage-environment.ts'
import { rankOf } from '../protocol/decision.ts'
import { hasPower } from '../protocol/event-types.ts'
import type { Hook } from '../protocol/hook.ts'
import type { Lineage, Observer, SessionFacts } from '../protocol/ports.ts'
import type { Verdict } from '../protocol/verdict.ts'
import { lineageVariable, writeToken } from '../store/lineage-token.ts'

/** Whether a hook has started what a lineage belongs to. One of another process is known by its id and its file. */
export function isAbove(hook: Hook, { hooks, above }: Lineage): boolean {
  const brought = above?.hooks ?? []
  if (brought.some(({ id, file }) => id === hook.id && file === (hook.source.file ?? ''))) return true
  return hooks.indexOf(hook.id, brought.length) !== -1
}

/** What tells processes of an agent that a hook has started below which hooks they stand; nothing for any other agent. */
export function lineageOf(lineage: Lineage, { id, hostEnv }: SessionFacts): Record<string, string> {
  const isOwn = lineage.hooks.length > (lineage.above?.hooks.length ?? 0)
  if (!isOwn) return {}
  const root = lineage.above?.root || lineage.root || id
  return { [lineageVariable]: writeToken({ root, session: id, hooks: listAncestors({ lineage }) }, hostEnv) }
}

/** Says in the verdict that no hook ran, and does to the call what the owners of its gates want when they cannot start. */
export function refuseRecursion(verdict: Verdict, why: string, hooks: readonly Hook[] = []): void {
  verdict.warnings.push(`No hook ran: ${why}.`)
  if (!hasPower(verdict.event, 'block')) return
  for (const { id, idle, onFailure, shadow, async } of hooks) {
    const decision = onFailure.spawn
    if (idle || shadow || async || decision === 'ignore' || rankOf(decision) <= rankOf(verdict.decision)) continue
    Object.assign(verdict, { decision, reason: `${id} did not run: ${why}.`, decidedBy: id })
  }
}

/** Tells loudly that the hooks of a session do not run, and gives it as a notice. */
export function announceRecursion(why: string, sessionId: string, alarm: Observer): HookError {
  const notice = new HookError('RECURSION', `The hooks of session ${sessionId} do not run: ${why}.`)
  const { code, message, hint } = notice
  tell(alarm, () => ({ type: 'notice', code, message, hint, sessionId }))
  return notice
}
