import { describeThrown } from '../base/describe-thrown.ts'
import { HookError } from '../base/errors.ts'
import { ModelError, type ModelMessage, type ModelProvider } from '../models/model-types.ts'
import { addContext } from './add-context.ts'
import { type CallScope, callTools } from './call-tools.ts'
import type { Compactor } from './compaction/compactor.ts'
import type { Conversation } from './conversation.ts'
import type { HookTexts } from './hook-texts.ts'
import { runModelStep, type StepResult } from './model-step.ts'
import type { ResultSubtype } from './stream-messages.ts'

/** How the work of an agent ended. */
export type WorkResult =
  | { kind: 'result'; subtype: ResultSubtype; content: string; reason?: string }
  | { kind: 'error'; code: string; message: string }

/** What an agent works with: the same for the main agent and for sub-agents. */
export interface WorkScope extends CallScope {
  provider: ModelProvider
  model(): string
  system: string
  maxSteps: number
  conversation: Conversation
  compactor: Compactor
  texts: HookTexts
  /** Brings the tools up to date, when they have changed. */
  refreshTools(): Promise<void>
  /** Asks hooks whether the agent may stop; without a result it goes on. */
  stop(step: StepResult, state: WorkState): Promise<WorkResult | undefined>
}

export interface WorkState {
  steps: number
  /** How often in a row hooks have kept the agent working, and how many of these times the stop cap does not count. */
  blocks: number
  uncounted: number
  lastText: string
  /** The step whose call an approver refused in a way that ends the work. */
  rejected: StepResult | null
}

/** The model and its tools, until it stops and hooks let it stop. Never rejects: a model that fails is a result. */
export async function workUntilStopped(state: WorkState, scope: WorkScope): Promise<WorkResult> {
  try {
    for (;;) {
      const ended = await workOneStep(state, scope)
      if (ended) return ended
      if (scope.signal.aborted) return { kind: 'result', subtype: 'interrupted', content: state.lastText }
    }
  } catch (error) {
    if (scope.signal.aborted) return { kind: 'result', subtype: 'interrupted', content: state.lastText }
    return describeFailure(error)
  }
}

/** How work ends that something has failed in. */
export function describeFailure(error: unknown): WorkResult {
  if (error instanceof ModelError) return { kind: 'error', code: `model_${error.kind}`, message: error.message }
  const code = error instanceof HookError ? error.code : 'internal'
  return { kind: 'error', code, message: describeThrown(error) }
}

/** The state of work that has not begun. */
export function beginWork(): WorkState {
  return { steps: 0, blocks: 0, uncounted: 0, lastText: '', rejected: null }
}

async function workOneStep(state: WorkState, scope: WorkScope): Promise<WorkResult | undefined> {
  if (state.steps >= scope.maxSteps) {
    const reason = `the limit of ${scope.maxSteps} model steps is reached`
    return { kind: 'result', subtype: 'max_turns', content: state.lastText, reason }
  }
  await scope.refreshTools()
  const step = await askModel(scope)
  if ('halt' in step) return halted(step.halt.reason, state)
  state.steps++
  if (step.text !== '') state.lastText = step.text
  return step.calls.length > 0 ? runCalls(step, state, scope) : scope.stop(step, state)
}

/** A context that is too long is compacted once; the second refusal of the model stands. */
async function askModel(scope: WorkScope): Promise<StepResult | { halt: { reason: string } }> {
  const room = await scope.compactor.makeRoom(scope)
  if (room.halt) return { halt: room.halt }
  try {
    return await askOnce(scope)
  } catch (error) {
    if (!(error instanceof ModelError) || error.kind !== 'contextLength') throw error
    const compacted = await scope.compactor.compact({ trigger: 'auto' }, scope)
    if (compacted.halt) return { halt: compacted.halt }
    if (!compacted.done) throw error
    return await askOnce(scope)
  }
}

async function askOnce(scope: WorkScope): Promise<StepResult> {
  const { conversation, model } = scope
  const request = {
    model: model(),
    system: scope.system,
    messages: conversation.messages,
    tools: [...scope.tools.values()].map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    signal: scope.signal,
  }
  const arrived = scope.texts.send(conversation.messages)
  try {
    const step = await runModelStep(scope.provider, request, (body) => {
      arrived()
      if (body.type === 'content') conversation.speak(body.delta)
      scope.emit(body)
    })
    if (step.message.content.length > 0) conversation.add(step.message, { model: model(), usage: step.usage })
    scope.addUsage(step.usage)
    return step
  } catch (error) {
    conversation.keepSpoken(model())
    throw error
  }
}

async function runCalls(step: StepResult, state: WorkState, scope: WorkScope): Promise<WorkResult | undefined> {
  const { results, images, reasons, context, halt, interrupt } = await callTools(step.calls, scope)
  const { conversation, texts } = scope
  const answer: ModelMessage = { role: 'tool', content: results }
  conversation.add(answer)
  texts.expect(reasons, answer)
  if (images.length > 0) conversation.add({ role: 'user', content: images })
  addContext(context, scope)
  if (halt) return halted(halt.reason, state)
  if (interrupt === null) return undefined
  state.rejected = step
  return { kind: 'result', subtype: 'interrupted', content: state.lastText, reason: interrupt }
}

function halted(reason: string, state: WorkState): WorkResult {
  return { kind: 'result', subtype: 'halted', content: state.lastText, reason }
}
