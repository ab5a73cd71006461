import { isDeepStrictEqual } from 'node:util'
import type { Decision } from '../protocol/decision.ts'
import { rankOf } from '../protocol/decision.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { Hook } from '../protocol/hook.ts'
import type { Outcome } from '../protocol/outcome.ts'
import type { Verdict } from '../protocol/verdict.ts'
import { applyPolicy } from './apply-policy.ts'
import { applyRewrites, type StageRewrite } from './apply-rewrites.ts'
import type { InputCheck } from './judge-input.ts'

export type { InputCheck } from './judge-input.ts'

/** One run of one hook, interpreted. */
export interface Run {
  readonly hook: Hook
  readonly outcome: Outcome
  /** The input as the hook saw it, under our names. */
  readonly seen: FullInput
  readonly ms: number
  readonly recheck: boolean
  /** False when the hook's `if` was not understood in full: its allow and rewrite do not count. */
  readonly complete: boolean
}

/** What the runs of an event come to, so far. */
export interface Merged extends Omit<Verdict, 'event' | 'runs' | 'aborted' | 'decision' | 'reason' | 'decidedBy'> {
  /** The input as rewritten so far. */
  current: FullInput
  opinions: Opinion[]
  /** The chain is over: something denied, skipped, aborted or halted. */
  endedBy: string | null
}

interface Opinion {
  hook: Hook
  decision: Decision
  reason: string | null
  /** For an allow: the inputs it holds for. */
  holdsFor: unknown[]
}

export function createMerged(input: FullInput): Merged {
  return {
    current: input,
    opinions: [],
    endedBy: null,
    changes: [],
    context: [],
    messages: [],
    env: {},
    warnings: [],
    halt: null,
    failedOpen: [],
  }
}

/** Adds the runs of one stage, given in configuration order: who finished first never matters. */
export function mergeStage(merged: Merged, runs: readonly Run[], checkInput?: InputCheck): void {
  const rewrites: StageRewrite[] = []
  for (const run of runs) {
    if (run.hook.shadow) continue
    mergeRun(merged, run)
    if (run.outcome.rewrite !== null && run.complete && !run.recheck)
      rewrites.push({ run, rewrite: run.outcome.rewrite })
  }
  if (rewrites.length === 0) return
  const { input, changes, misfit } = applyRewrites(merged.current, rewrites, checkInput)
  merged.current = input
  merged.changes.push(...changes)
  if (misfit) addOpinion(merged, misfit.hook, 'deny', misfit.reason)
}

function mergeRun(merged: Merged, run: Run): void {
  const { hook, outcome } = run
  const { decision, reason, failedOpen } = applyPolicy(hook, outcome)
  if (failedOpen !== undefined) merged.failedOpen.push({ hook: hook.id, class: failedOpen })
  const hint = outcome.hint === undefined ? '' : ` (${outcome.hint})`
  if (outcome.failure !== undefined) merged.warnings.push(`${hook.id}: ${outcome.failure}${hint}`)
  else merged.warnings.push(...outcome.warnings.map((warning) => `${hook.id}: ${warning}`))
  const counts = !run.recheck || decision === 'deny' || decision === 'ask'
  if (decision !== null && counts) mergeDecision(merged, run, decision, reason)
  if (run.recheck) return
  merged.context.push(...outcome.context)
  merged.messages.push(...outcome.messages)
  Object.assign(merged.env, outcome.env)
  if (!run.complete && outcome.rewrite !== null)
    merged.warnings.push(`${hook.id}: its rewrite does not count, the command was not understood in full`)
  merged.halt ??= outcome.halt
  if (outcome.endsChain || outcome.halt) merged.endedBy ??= hook.id
}

function mergeDecision(merged: Merged, run: Run, decision: Decision, reason: string | null): void {
  if (decision === 'allow' && !run.complete) {
    merged.warnings.push(`${run.hook.id}: its allow does not count, the command was not understood in full`)
    return
  }
  addOpinion(merged, run.hook, decision, reason, [run.seen.toolInput, ownInput(run)])
}

function ownInput(run: Run): unknown {
  return run.outcome.rewrite?.kind === 'input' ? run.outcome.rewrite.value : run.seen.toolInput
}

function addOpinion(
  merged: Merged,
  hook: Hook,
  decision: Decision,
  reason: string | null,
  holdsFor: unknown[] = [],
): void {
  merged.opinions.push({ hook, decision, reason, holdsFor })
  if (decision === 'deny') merged.endedBy ??= hook.id
}

/** The decision of all, by the lattice: deny > ask > allow > none; the first of the strictest in configuration order is the reason. */
export function concludeDecision(
  merged: Merged,
  order: (hook: Hook) => number,
): Pick<Verdict, 'decision' | 'reason' | 'decidedBy'> {
  if (merged.opinions.length === 0) return undecided
  const counted = merged.opinions.filter((opinion) => stillHolds(merged, opinion))
  const [first] = counted.sort((a, b) => rankOf(b.decision) - rankOf(a.decision) || order(a.hook) - order(b.hook))
  return { decision: first?.decision ?? null, reason: first?.reason ?? null, decidedBy: first?.hook.id ?? null }
}

const undecided = { decision: null, reason: null, decidedBy: null }

// An allow is for the input its author saw or returned; after any other rewrite it says nothing.
function stillHolds(merged: Merged, opinion: Opinion): boolean {
  if (opinion.decision !== 'allow' || merged.changes.length === 0) return true
  const holds = opinion.holdsFor.some((input) => isDeepStrictEqual(input, merged.current.toolInput))
  if (!holds) merged.warnings.push(`${opinion.hook.id}: its allow is void, the input was rewritten after it`)
  return holds
}
