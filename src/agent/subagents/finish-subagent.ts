import { HookEvent } from '../../protocol/event-types.ts'
import type { Verdict } from '../../protocol/verdict.ts'
import type { StepResult } from '../model-step.ts'
import { mayRefuse, type TurnScope, tellToGoOn } from '../turn.ts'
import type { WorkResult, WorkState } from '../work.ts'
import type { SubagentFacts } from './run-subagent.ts'

/**
 * Asks hooks whether a sub-agent may finish and whether its task counts as completed. A refusal of either keeps it working,
 * so often in a row as the session's stop cap says; then it ends and the objection stands beside its answer.
 */
export async function tryToFinish(
  step: StepResult,
  state: WorkState,
  { facts, scope }: { facts: SubagentFacts; scope: TurnScope },
): Promise<WorkResult | undefined> {
  const { agentId, agentType, taskDescription } = facts
  const { hooks, signal } = scope
  const content = step.text || state.lastText
  const said = { taskDescription, success: true, ...(content !== '' && { resultSummary: content }) }

  const stopped = await hooks.fire(HookEvent.SubagentStop, { agentType, ...said }, { signal })
  const over = endedBy(stopped, state)
  if (over) return over
  if (stopped.decision === 'deny' && mayRefuse(stopped, state, scope)) return tellToGoOn(stopped, scope)

  const completed = await hooks.fire(HookEvent.TaskCompleted, { taskId: agentId, ...said }, { signal })
  const cut = endedBy(completed, state)
  if (cut) return cut
  if (completed.decision === 'deny' && mayRefuse(completed, state, scope)) return tellToGoOn(completed, scope)

  const objection = [stopped, completed].find(({ decision }) => decision === 'deny')
  if (!objection) return { kind: 'result', subtype: 'success', content }
  return { kind: 'result', subtype: 'capped', content, reason: reasonOf(objection) }
}

function endedBy(verdict: Verdict, state: WorkState): WorkResult | undefined {
  if (verdict.halt) return { kind: 'result', subtype: 'halted', content: state.lastText, reason: verdict.halt.reason }
  return verdict.aborted ? { kind: 'result', subtype: 'interrupted', content: state.lastText } : undefined
}

function reasonOf(verdict: Verdict): string {
  return verdict.reason ?? 'Blocked by a hook.'
}
