import { ModelError, type ModelMessage, type ModelProvider, type TextPart } from '../models/model-types.ts'
import type { DialectName } from '../protocol/dialect.ts'
import { HookEvent } from '../protocol/event-types.ts'
import type { Verdict } from '../protocol/verdict.ts'
import { type CallScope, callTools } from './call-tools.ts'
import { hookContext, stopFeedback } from './feedback.ts'
import { runModelStep, type StepResult } from './model-step.ts'
import type { PromptPart } from './session-options.ts'
import type { ResultSubtype } from './stream-messages.ts'

/** How a turn ended. */
export type TurnResult =
  | { kind: 'result'; subtype: ResultSubtype; content: string; reason?: string }
  | { kind: 'error'; code: string; message: string }

/** What a turn needs of its session. */
export interface TurnScope extends CallScope {
  provider: ModelProvider
  model(): string
  system: string
  turn: number
  maxSteps: number
  stopCap: number
  messages(): readonly ModelMessage[]
  /** Adds to the conversation, in memory and on disk. */
  add(message: ModelMessage, usage?: StepResult['usage']): void
  dialectOf(hookId: string): DialectName | undefined
}

/** One turn: the prompt through its hooks, then the model and its tools until it stops, and hooks let it stop. */
export async function runTurn(prompt: readonly PromptPart[], scope: TurnScope): Promise<TurnResult> {
  const accepted = await acceptPrompt(prompt, scope)
  if ('refused' in accepted) return accepted.refused
  scope.add({ role: 'user', content: accepted.content })
  scope.emit({ type: 'turn_start', turn: scope.turn })
  const state: TurnState = { steps: 0, blocks: 0, lastText: '' }
  const result = await workUntilStopped(state, scope).catch((error: unknown) => failed(error, scope))
  const stopReason = result.kind === 'error' ? 'error' : result.subtype
  await scope.hooks.fire(HookEvent.TurnEnd, {
    stopReason,
    ...(state.lastText !== '' && { finalResponse: state.lastText }),
  })
  scope.emit({ type: 'turn_end', turn: scope.turn })
  return result
}

interface TurnState {
  steps: number
  /** How often in a row Stop hooks have kept the agent working. */
  blocks: number
  lastText: string
}

type Accepted = { content: (TextPart | Extract<PromptPart, { type: 'image' }>)[] } | { refused: TurnResult }

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
  return { content: [{ type: 'text', text }, ...images, ...added] }
}

function refusal(verdict: Verdict): TurnResult | undefined {
  if (verdict.halt) return { kind: 'result', subtype: 'halted', content: '', reason: verdict.halt.reason }
  if (verdict.aborted) return { kind: 'result', subtype: 'interrupted', content: '' }
  if (verdict.decision !== 'deny') return undefined
  return { kind: 'result', subtype: 'blocked', content: '', reason: verdict.reason ?? 'Blocked by a hook.' }
}

async function workUntilStopped(state: TurnState, scope: TurnScope): Promise<TurnResult> {
  for (;;) {
    if (state.steps >= scope.maxSteps) {
      return {
        kind: 'result',
        subtype: 'max_turns',
        content: state.lastText,
        reason: `the limit of ${scope.maxSteps} model steps is reached`,
      }
    }
    const step = await askModel(scope)
    state.steps++
    if (step.text !== '') state.lastText = step.text
    const ended = step.calls.length > 0 ? await runCalls(step, state, scope) : await tryToStop(step, state, scope)
    if (ended) return ended
    if (scope.signal.aborted) return { kind: 'result', subtype: 'interrupted', content: state.lastText }
  }
}

async function askModel(scope: TurnScope): Promise<StepResult> {
  const request = {
    model: scope.model(),
    system: scope.system,
    messages: scope.messages(),
    tools: [...scope.tools.values()].map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    signal: scope.signal,
  }
  const step = await runModelStep(scope.provider, request, scope.emit)
  if (step.message.content.length > 0) scope.add(step.message, step.usage)
  return step
}

async function runCalls(step: StepResult, state: TurnState, scope: TurnScope): Promise<TurnResult | undefined> {
  const { results, context, halt, interrupt } = await callTools(step.calls, scope)
  scope.add({ role: 'tool', content: results })
  if (context.length > 0) scope.add({ role: 'user', content: [{ type: 'text', text: hookContext(context) }] })
  if (halt) return { kind: 'result', subtype: 'halted', content: state.lastText, reason: halt.reason }
  if (interrupt === null) return undefined
  // The approver's no ends the turn; hooks hear of it but cannot overrule a person.
  await fireStop('tool_rejected', step, state, scope)
  return { kind: 'result', subtype: 'interrupted', content: state.lastText, reason: interrupt }
}

async function tryToStop(step: StepResult, state: TurnState, scope: TurnScope): Promise<TurnResult | undefined> {
  const verdict = await fireStop('no_tool_calls', step, state, scope)
  if (verdict.halt) return { kind: 'result', subtype: 'halted', content: state.lastText, reason: verdict.halt.reason }
  if (verdict.aborted) return { kind: 'result', subtype: 'interrupted', content: state.lastText }
  if (verdict.decision !== 'deny') return { kind: 'result', subtype: 'success', content: step.text || state.lastText }
  const reason = verdict.reason ?? 'Blocked by a hook.'
  if (state.blocks >= scope.stopCap) return { kind: 'result', subtype: 'capped', content: state.lastText, reason }
  state.blocks++
  const feedback = stopFeedback(reason, verdict.decidedBy === null ? undefined : scope.dialectOf(verdict.decidedBy))
  const text = verdict.context.length === 0 ? feedback : `${feedback}\n\n${hookContext(verdict.context)}`
  scope.add({ role: 'user', content: [{ type: 'text', text }] })
  return undefined
}

function fireStop(
  stopReason: string,
  step: StepResult,
  state: TurnState,
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

function failed(error: unknown, scope: TurnScope): TurnResult {
  if (scope.signal.aborted) return { kind: 'result', subtype: 'interrupted', content: '' }
  if (error instanceof ModelError) return { kind: 'error', code: `model_${error.kind}`, message: error.message }
  return { kind: 'error', code: 'internal', message: error instanceof Error ? error.message : String(error) }
}
