import type { ModelMessage, TextPart } from '../models/model-types.ts'
import type { DialectName } from '../protocol/dialect.ts'
import { HookEvent } from '../protocol/event-types.ts'
import type { Verdict } from '../protocol/verdict.ts'
import { stopFeedback } from './feedback.ts'
import { type HookText, joinTexts } from './hook-texts.ts'
import type { StepResult } from './model-step.ts'
import type { PromptPart } from './session-options.ts'
import type { Supervision } from './supervisor/supervision.ts'
import { beginWork, type WorkResult, type WorkScope, type WorkState, workUntilStopped } from './work.ts'

/** What a turn needs of its session. */
export interface TurnScope extends Omit<WorkScope, 'stop'> {
  turn: number
  stopCap: number
  dialectOf(hookId: string): DialectName | undefined
  readonly supervision: Pick<Supervision, 'begin' | 'hasRefused' | 'doubt'>
}

/** One turn: the prompt through its hooks, then the model and its tools until it stops, and hooks let it stop. */
export async function runTurn(prompt: readonly PromptPart[], scope: TurnScope): Promise<WorkResult> {
  const accepted = await acceptPrompt(prompt, scope)
  if ('refused' in accepted) return accepted.refused
  const message: ModelMessage = { role: 'user', content: accepted.content }
  scope.conversation.add(message, { turn: scope.turn })
  scope.texts.expect(accepted.texts, message)
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

type Accepted = { content: PromptPart[]; texts: HookText[] } | { refused: WorkResult }

async function acceptPrompt(prompt: readonly PromptPart[], { hooks, texts, signal }: TurnScope): Promise<Accepted> {
  const images = prompt.filter((part) => part.type === 'image')
  const userPrompt = prompt.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  const submitted = await hooks.fire(
    HookEvent.UserPromptSubmit,
    { userPrompt, hasImages: images.length > 0, imageCount: images.length },
    { signal },
  )
  const refused = refusal(submitted)
  const early = texts.context(submitted)
  if (refused) return refuse(refused, early)
  const text = submitted.prompt ?? userPrompt
  const started = await hooks.fire(HookEvent.TurnStart, { userPrompt: text }, { signal })
  const stopped = refusal(started)
  const given = [...early, ...texts.context(started)]
  if (stopped) return refuse(stopped, given)
  const added: TextPart[] = given.length === 0 ? [] : [{ type: 'text', text: joinTexts(given) }]
  const said: PromptPart[] = submitted.prompt === undefined ? [...prompt] : [{ type: 'text', text }, ...images]
  return { content: [...said, ...added], texts: given }

  // What hooks had to say about a prompt that is not processed, nobody reads.
  function refuse(why: WorkResult, unread: HookText[]): Accepted {
    texts.drop(unread)
    return { refused: why }
  }
}

function refusal(verdict: Verdict): WorkResult | undefined {
  if (verdict.halt) return { kind: 'result', subtype: 'halted', content: '', reason: verdict.halt.reason }
  if (verdict.aborted) return { kind: 'result', subtype: 'interrupted', content: '' }
  if (verdict.decision !== 'deny') return undefined
  return { kind: 'result', subtype: 'blocked', content: '', reason: verdict.reason ?? 'Blocked by a hook.' }
}

async function tryToStop(step: StepResult, state: WorkState, scope: TurnScope): Promise<WorkResult | undefined> {
  scope.supervision.begin()
  const verdict = await fireStop('no_tool_calls', step, state, scope)
  if (verdict.halt) return { kind: 'result', subtype: 'halted', content: state.lastText, reason: verdict.halt.reason }
  if (verdict.aborted) return { kind: 'result', subtype: 'interrupted', content: state.lastText }
  if (verdict.decision !== 'deny') return succeed(step.text || state.lastText, scope)
  if (!mayRefuse(verdict, state, scope))
    return {
      kind: 'result',
      subtype: 'capped',
      content: state.lastText,
      reason: verdict.reason ?? 'Blocked by a hook.',
    }
  return tellToGoOn(verdict, scope)
}

// Who was let go without a real yes is not told from a plain success otherwise.
function succeed(content: string, { supervision }: TurnScope): WorkResult {
  const reason = supervision.doubt()
  return { kind: 'result', subtype: 'success', content, ...(reason !== undefined && { reason }) }
}

/** No supervisor reviews more often; one that is hidden in a longer command line might refuse for ever. */
const mostUncounted = 100

/** Whether a refusal still counts, and counts it: hooks may refuse as often as the cap says, supervisors as they say themselves. */
export function mayRefuse(verdict: Verdict, state: WorkState, { stopCap, supervision }: TurnScope): boolean {
  const isSpared = state.uncounted < mostUncounted && supervision.hasRefused(verdict)
  if (!isSpared && state.blocks - state.uncounted >= stopCap) return false
  state.blocks++
  if (isSpared) state.uncounted++
  return true
}

/** Tells the model why a hook keeps it working, in words of our own and with the hook's framed among them. */
export function tellToGoOn(verdict: Verdict, { conversation, texts, dialectOf }: TurnScope): undefined {
  const reason = texts.reason(verdict)
  const context = texts.context(verdict)
  const feedback = stopFeedback(reason.text, verdict.decidedBy === null ? undefined : dialectOf(verdict.decidedBy))
  const text = [feedback, ...context.map((given) => given.text)].join('\n\n')
  const message: ModelMessage = { role: 'user', content: [{ type: 'text', text }] }
  conversation.add(message)
  texts.expect([reason, ...context], message)
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
