import { isDeepStrictEqual } from 'node:util'
import type { Power } from '../protocol/define-event.ts'
import { eventDefinition } from '../protocol/event-types.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { Hook } from '../protocol/hook.ts'
import type { Outcome, Rewrite } from '../protocol/outcome.ts'
import { describe, isRecord } from '../protocol/schema/check.ts'
import { blockOutcome, failedOutcome, silentOutcome } from './create-outcome.ts'
import type { Answer } from './read-answer.ts'

/**
 * Turns an answer into an outcome: what the event and the hook's dialect allow counts, the rest is told as a warning. An
 * answer that does not fit is class `invalidOutput`, but a deny in it is never lost. `doubtful` says why an allow or a
 * rewrite cannot be trusted (other text around the JSON, broken characters); deny, ask and context still count then.
 */
export function applyAnswer(answer: Answer, hook: Hook, seen: FullInput, doubtful?: string): Outcome {
  const rewrite = readRewrite(answer, hook, seen)
  const misfits = [...answer.misfits, ...rewrite.misfits]
  const base = voidAllow(decided(answer, hook), answer, hook, seen)
  if (misfits.length > 0) return invalid(base, answer, misfits)
  if (doubtful !== undefined && (answer.decision === 'allow' || rewrite.rewrite !== null)) {
    const outcome = invalid(base, answer, [`an allow or a rewrite needs clean output, but ${doubtful}`])
    return { ...outcome, ...keepAsk(base), context: hook.dialect.can(hook.event, 'context') ? answer.context : [] }
  }
  const warnings = [
    ...answer.unknown.map((name) => `unknown field ${name} was ignored`),
    ...powerlessFields(answer, hook, rewrite.rewrite),
    ...(doubtful === undefined ? [] : [doubtful]),
  ]
  const mayGive = (power: Power): boolean => hook.dialect.can(hook.event, power)
  return {
    ...base,
    rewrite: rewrite.rewrite,
    context: [...base.context, ...(mayGive('context') ? answer.context : [])],
    messages: [...base.messages, ...answer.messages],
    env: mayGive('env') ? answer.env : {},
    halt: base.halt ?? answer.halt,
    endsChain: base.endsChain || answer.halt !== null,
    suppressOutput: answer.suppressOutput,
    warnings: [...base.warnings, ...warnings],
  }
}

// An allow is for the input it came with: where that cannot be put in place, another one would run with its consent.
function voidAllow(base: Outcome, answer: Answer, hook: Hook, seen: FullInput): Outcome {
  if (base.decision !== 'allow' || answer.input === undefined || hook.dialect.can(hook.event, 'rewriteInput'))
    return base
  const { rewrite } = readInputRewrite(answer.input, hook, seen)
  if (rewrite && isDeepStrictEqual(rewrite.value, seen.toolInput)) return base
  return { ...silentOutcome(), warnings: ['the allow is void: it is for another input, which cannot be put in place'] }
}

/** What counts of an answer beside a failing exit, a signal, a timeout or a misfit: a deny, a halt, words for the user. */
export function keepDenyOnly(
  answer: Answer,
  hook: Hook,
): Pick<Outcome, 'decision' | 'reason' | 'halt' | 'messages' | 'endsChain'> {
  const base = decided(answer, hook)
  const denies = base.decision === 'deny'
  const halt = base.halt ?? answer.halt
  return {
    decision: denies ? 'deny' : null,
    reason: denies ? base.reason : null,
    halt,
    messages: [...base.messages, ...answer.messages],
    endsChain: denies || base.endsChain || halt !== null,
  }
}

function invalid(base: Outcome, answer: Answer, misfits: string[]): Outcome {
  const denies = base.decision === 'deny'
  return {
    ...failedOutcome('invalidOutput', misfits.join('; ')),
    decision: denies ? 'deny' : null,
    reason: denies ? base.reason : null,
    halt: base.halt ?? answer.halt,
    messages: answer.messages,
    endsChain: denies || answer.halt !== null,
    warnings: misfits,
  }
}

// The question was clear, whatever is wrong with the rewrite beside it.
function keepAsk({ decision, reason }: Outcome): Partial<Outcome> {
  return decision === 'ask' ? { decision, reason } : {}
}

function decided(answer: Answer, hook: Hook): Outcome {
  if (answer.action === 'abort') {
    const reason = answer.reason ?? 'A hook aborted the session.'
    const blocked = blockOutcome(reason, hook, 'user')
    return { ...blocked, messages: [], context: [], halt: { reason }, endsChain: true }
  }
  if (answer.action === 'skip') return skipped(answer, hook)
  switch (answer.decision) {
    case null:
      return silentOutcome()
    case 'deny':
      return blockOutcome(answer.reason ?? answer.messages[0] ?? defaultReason(hook), hook, feedbackTo(hook))
    case 'ask':
      return asked(answer, hook)
    case 'allow':
      if (!hook.dialect.can(hook.event, 'allow')) return silentOutcome()
      return { ...silentOutcome(), decision: 'allow', reason: answer.reason }
  }
}

function skipped(answer: Answer, hook: Hook): Outcome {
  const reason = answer.reason ?? defaultReason(hook)
  if (hook.dialect.can(hook.event, 'block')) return blockOutcome(reason, hook, 'user')
  return { ...silentOutcome(), endsChain: true, recorded: reason }
}

function asked(answer: Answer, hook: Hook): Outcome {
  if (hook.dialect.can(hook.event, 'ask')) {
    return { ...silentOutcome(), decision: 'ask', reason: answer.reason ?? 'A hook wants this call to be confirmed.' }
  }
  if (hook.dialect.can(hook.event, 'block'))
    return blockOutcome(answer.reason ?? defaultReason(hook), hook, feedbackTo(hook))
  return { ...silentOutcome(), warnings: ['ask was ignored: this event has nobody to ask and cannot be blocked'] }
}

/** The sentence used when a hook blocks without a word. */
export function defaultReason(hook: Hook): string {
  return `Blocked by hook ${hook.name ?? hook.id}.`
}

/** Who reads a complaint about an event that cannot be blocked. */
export function feedbackTo(hook: Hook): 'model' | 'user' {
  return eventDefinition(hook.event).feedbackTo
}

function readRewrite(answer: Answer, hook: Hook, seen: FullInput): { rewrite: Rewrite | null; misfits: string[] } {
  const can = (power: Power): boolean => hook.dialect.can(hook.event, power)
  if (can('rewriteInput') && answer.input !== undefined) return readInputRewrite(answer.input, hook, seen)
  if (can('rewritePrompt')) return readPromptRewrite(answer, seen)
  if (can('rewriteOutput') && answer.output !== null)
    return { rewrite: { kind: 'output', value: answer.output.value }, misfits: [] }
  return { rewrite: null, misfits: [] }
}

function readInputRewrite(value: unknown, hook: Hook, seen: FullInput): { rewrite: Rewrite | null; misfits: string[] } {
  if (!isRecord(value))
    return { rewrite: null, misfits: [`the rewritten input is ${describe(value)}, expected an object`] }
  const toolName = seen.toolName ?? ''
  const shown = hook.dialect.toolInput(toolName, seen.toolInput ?? {})
  const merges = hook.handler.type === 'callback' || hook.dialect.inputRewrite === 'merge'
  const rewritten = merges ? { ...shown, ...value } : value
  const { input, conflicts } = hook.dialect.readToolInput({ toolName, seen: shown, rewritten })
  return { rewrite: { kind: 'input', value: input, conflicts }, misfits: [] }
}

function readPromptRewrite(answer: Answer, seen: FullInput): { rewrite: Rewrite | null; misfits: string[] } {
  if (answer.prompt !== null) return { rewrite: { kind: 'prompt', value: answer.prompt }, misfits: [] }
  if (answer.input === undefined) return { rewrite: null, misfits: [] }
  const given = isRecord(answer.input) ? choosePrompt(answer.input, seen) : answer.input
  if (typeof given === 'string') return { rewrite: { kind: 'prompt', value: given }, misfits: [] }
  return { rewrite: null, misfits: [`the rewritten prompt is ${describe(given)}, expected text`] }
}

// A callback sees the prompt under both names, and may hand its whole input back with one of them changed: that one is meant.
function choosePrompt({ userPrompt, message }: Record<string, unknown>, seen: FullInput): unknown {
  const given = [userPrompt, message].filter((prompt) => prompt !== undefined && prompt !== null)
  return given.find((prompt) => prompt !== seen.userPrompt) ?? given[0]
}

function powerlessFields(answer: Answer, hook: Hook, rewrite: Rewrite | null): string[] {
  const lost: string[] = []
  const tell = (what: string): void => void lost.push(`${what} has no effect on ${hook.event} and was ignored`)
  if (answer.input !== undefined && rewrite === null) tell('a rewritten input')
  if (answer.output !== null && rewrite?.kind !== 'output') tell('a rewritten output')
  if (answer.prompt !== null && rewrite?.kind !== 'prompt') tell('a rewritten prompt')
  if (answer.context.length > 0 && !hook.dialect.can(hook.event, 'context')) tell('context')
  if (Object.keys(answer.env).length > 0 && !hook.dialect.can(hook.event, 'env')) tell('env')
  return lost
}
