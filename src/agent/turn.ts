import type { TextPart } from '../models/model-types.ts'
import type { DialectName } from '../protocol/dialect.ts'
import { HookEvent } from '../protocol/event-types.ts'
import type { Verdict } from '../protocol/verdict.ts'
import { hookContext, stopFeedback } from './feedback.ts'
import type { StepResult } from './model-step.ts'
import type { PromptPart } from './session-options.ts'
import { beginWork, type WorkResult, type WorkScope, type WorkState, workUntilStopped } from './work.ts'

/** What a turn needs of its session. */
export interface TurnScope extends Omit<WorkScope, 'stop'> {
  turn: number
  stopCap: number
  dialectOf(hookId: string): DialectName | undefined
}

/** One turn: the prompt through its hooks, then the model and its tools until it stops, and hooks let it stop. */
export async function runTurn(prompt: readonly PromptPart[], scope: TurnScope): Promise<WorkResult> {
  const accepted = await acceptPrompt(prompt, scope)
  if ('refused' in accepted) return accepted.refused
  scope.conversation.add({ role: 'user', content: accepted.content }, { turn: scope.turn })
  scope.emit({ type: 'turn_start', turn: scope.turn })
  const state = beginWork()
  const stop = (step: StepResult): Promise<WorkResult | undefined> => tryToStop(step, state, scope)
  const result = await workUntilStopped(state, { ...scope, stop })
  // The approver's no ends the turn; hooks hear of it but cannot overrule a person.
  if (state.rejected) await fireStop('tool_rejected', state.rejected, state, scope)
  const stopReason = result.kind === 'error' ? 'error' : result.subtype
  await scope.hooks.fire(HookEvent.TurnEnd, {
    stopReason,
    ...(state.lastText !== '' && { finalResponse: state.lastText }),
  })
  scope.emit({ type: 'turn_end', turn: scope.turn })
  return result
}

type Accepted = { content: PromptPart[] } | { refused: WorkResult }

async function acceptPrompt(prompt: readonly PromptPart[], { hooks, signal }: TurnScope): Promise<Accepted> {
  const images = prompt.filter((part) => part.type === 'image')
  const texts = prompt.filter((part) => part.type === 'text').map((part) => part.text)
  const userPrompt = texts.join('\n')
  const submitted = await hooks.fire(
    HookEvent.UserPromptSubmit,
    { userPrompt, hasImages: images.length > 0, imageCount: images.length },
    { signal },
  )
  const refused = refusal(submitted)
  if (refused) return { refused }
  const text = submitted.prompt ?? userPrompt
  const started = await hooks.fire(HookEvent.TurnStart, { userPrompt: text }, { signal })
  const stopped = refusal(started)
  if (stopped) return { refused: stopped }
  const context = [...submitted.context, ...started.context]
  const added: TextPart[] = context.length === 0 ? [] : [{ type: 'text', text: hookContext(context) }]
  const said: PromptPart[] = submitted.prompt === undefined ? [...prompt] : [{ type: 'text', text }, ...images]
  return { content: [...said, ...added] }
}

function refusal(verdict: Verdict): WorkResult | undefined {
  if (verdict.halt) return { kind: 'result', subtype: 'halted', content: '', reason: verdict.halt.reason }
  if (verdict.aborted) return { kind: 'result', subtype: 'interrupted', content: '' }
  if (verdict.decision !== 'deny') return undefined
  return { kind: 'result', subtype: 'blocked', content: '', reason: verdict.reason ?? 'Blocked by a hook.' }
}

async function tryToStop(step: StepResult, state: WorkState, scope: TurnScope): Promise<WorkResult | undefined> {
  const verdict = await fireStop('no_tool_calls', step, state, scope)
  if (verdict.halt) return { kind: 'result', subtype: 'halted', content: state.lastText, reason: verdict.halt.reason }
  if (verdict.aborted) return { kind: 'result', subtype: 'interrupted', content: state.lastText }
  if (verdict.decision !== 'deny') return { kind: 'result', subtype: 'success', content: step.text || state.lastText }
  const reason = verdict.reason ?? 'Blocked by a hook.'
  if (state.blocks >= scope.stopCap) return { kind: 'result', subtype: 'capped', content: state.lastText, reason }
  state.blocks++
  const feedback = stopFeedback(reason, verdict.decidedBy === null ? undefined : scope.dialectOf(verdict.decidedBy))
  const text = verdict.context.length === 0 ? feedback : `${feedback}\n\n${hookContext(verdict.context)}`
  scope.conversation.add({ role: 'user', content: [{ type: 'text', text }] })
  return undefined
}

function fireStop(
  stopReason: string,
  step: StepResult,
  state: WorkState,
  { hooks, signal }: TurnScope,
): Promise<Verdict> {
  return hooks.fire(
    HookEvent.Stop,
    {
      stopReason,
      ...(step.text !== '' && { finalResponse: step.text, finalMessage: { role: 'assistant', content: step.text } }),
      stepCount: state.steps,
      stopHookActive: state.blocks > 0,
      stopBlockCount: state.blocks,
    },
    { signal },
  )
}
