import { hasPower } from '../protocol/event-types.ts'
import type { FullInput } from '../protocol/full-input.ts'
import { rewriteFields } from '../protocol/full-input.ts'
import type { Hook } from '../protocol/hook.ts'
import type { RunRow, Verdict } from '../protocol/verdict.ts'
import { applyPolicy } from './apply-policy.ts'
import { claimOnce } from './claim-once.ts'
import { abortReason, emptyVerdict } from './empty-verdict.ts'
import { type EventPlan, matchValue } from './hook-index.ts'
import type { InputCheck } from './judge-input.ts'
import { concludeDecision, createMerged, type Merged, mergeStage, type Run } from './merge.ts'
import type { Stages } from './order.ts'
import { onceAgain, type RunPorts, runHook, runStage, tell } from './run.ts'
import { type Admission, type CallbackRow, runCallbacks, silence } from './run-callbacks.ts'
import { rowOfIdle, rowOfRun } from './run-status.ts'
import { type HookTest, type SessionRefusal, selectHooks, testHook } from './select.ts'
import { noteOrigin, type VerdictOrigin } from './verdict-origin.ts'

export interface FireRequest {
  plan: EventPlan | undefined
  input: FullInput
  refuses: SessionRefusal
  checkInput?: InputCheck | undefined
  /** Keeps a hook that nobody waits for; the caller drains them. */
  keepAsync(work: Promise<unknown>): void
  /** What the host adds to the verdict before anyone sees it. It may not throw. */
  complete?(verdict: Verdict): void
}

/**
 * One event from start to verdict: select, order, run, interpret, merge. Never rejects; whatever hooks do is in the verdict.
 */
export async function fireEvent(request: FireRequest, ports: RunPorts): Promise<Verdict> {
  const { plan, input } = request
  const started = ports.clock.monotonic()
  const about = { event: input.event, sessionId: ports.session.id, firing: ports.firing }
  tell(ports.observer, () => ({ type: 'eventStart', ...about, input }))
  const verdict =
    plan === undefined ? emptyVerdict(input.event, isAborted(ports)) : await runChain(plan, request, ports)
  request.complete?.(verdict)
  tell(ports.observer, () => ({ type: 'eventEnd', ...about, verdict, ms: ports.clock.monotonic() - started }))
  return verdict
}

async function runChain(plan: EventPlan, request: FireRequest, ports: RunPorts): Promise<Verdict> {
  const { waited, unwaited } = plan.forValue(matchValue(request.input)).stages
  const chain: Chain = {
    plan,
    request,
    ports,
    merged: createMerged(request.input),
    runs: [],
    unstarted: undefined,
    async: undefined,
  }
  for (let position = 0; position < waited.length; position++) {
    if (chain.merged.endedBy !== null || isAborted(ports)) break
    const { kind, hooks } = waited[position]!
    if (unwaited.length > 0) startAsync(unwaited, position, chain)
    if (kind === 'row') await runCallbackRow(hooks, chain)
    else await runAndMerge(hooks, chain)
  }
  if (unwaited.length > 0) startAsync(unwaited, Number.POSITIVE_INFINITY, chain)
  return conclude(chain)
}

async function runCallbackRow(hooks: readonly Hook[], chain: Chain): Promise<void> {
  const { merged, request, ports, runs } = chain
  await runCallbacks({
    ...callbackRow(hooks, ports),
    current: () => merged.current,
    admit: (hook, input) => {
      const test = testHook(hook, input, request.refuses)
      if (test.why !== undefined) return null
      if (!hook.once) return test
      return admitOnce(hook, test.complete, chain)
    },
    take: (run) => {
      runs.push(run)
      if (run.outcome === silence) return false
      mergeStage(merged, [run], request.checkInput)
      tellFailedOpen(run, ports)
      return merged.endedBy !== null
    },
  })
}

async function admitOnce(hook: Hook, complete: boolean, chain: Chain): Promise<Admission | null> {
  const claim = await claimOnce(hook, chain.ports)
  if (claim === 'first') return { complete }
  if (claim !== 'again') return { complete, broken: claim }
  noteUnstarted(chain, hook, onceAgain)
  return null
}

function callbackRow(hooks: readonly Hook[], ports: RunPorts): Pick<CallbackRow, 'hooks' | 'handler' | 'ports'> {
  const handler = ports.handlers.callback
  if (!handler) throw new Error('the engine was made without a handler for callbacks')
  return { hooks, handler, ports }
}

/** One event on its way: what has been merged, and what has happened to which hook. */
interface Chain {
  plan: EventPlan
  request: FireRequest
  ports: RunPorts
  merged: Merged
  runs: Run[]
  /** Made when there is something to put in, as there seldom is. */
  unstarted: Map<Hook, string> | undefined
  async: Set<Hook> | undefined
}

// Matching is done stage by stage, because a stage sees the input as the stages before it left it.
async function runAndMerge(hooks: readonly Hook[], chain: Chain): Promise<void> {
  const { merged, request } = chain
  const known = merged.changes.length
  const chosen = selectHooks(hooks, merged.current, request.refuses)
  if (chosen.size === 0) return
  await runChosen(chosen, chain, { recheck: false })
  const rewrote = new Set(merged.changes.slice(known).map(({ by }) => by))
  if (rewrote.size > 0 && merged.endedBy === null) await recheckStage(hooks, rewrote, chain)
}

// A guard that ran beside the hook that rewrote has judged an input that will never run: it looks again at the new one.
// So does one whose `if` or pattern did not match before, and one that gave its input back as it was.
async function recheckStage(hooks: readonly Hook[], rewrote: ReadonlySet<string>, chain: Chain): Promise<void> {
  const { merged, request } = chain
  const others = hooks.filter((hook) => !rewrote.has(hook.id) && mayRecheck(hook))
  await runChosen(selectHooks(others, merged.current, request.refuses), chain, { recheck: true })
}

function mayRecheck(hook: Hook): boolean {
  return hook.recheck && !hook.once && !hook.shadow && hook.dialect.can(hook.event, 'block')
}

async function runChosen(chosen: Map<Hook, HookTest>, chain: Chain, { recheck }: { recheck: boolean }): Promise<void> {
  const { merged, request, ports } = chain
  const isComplete = (hook: Hook): boolean => chosen.get(hook)!.complete
  const stage = { hooks: [...chosen.keys()], seen: merged.current, recheck, isComplete }
  const { runs, unstarted } = await runStage(stage, ports)
  chain.runs.push(...runs)
  for (const { hook, why } of unstarted) noteUnstarted(chain, hook, why)
  mergeStage(merged, runs, request.checkInput)
  for (const run of runs) tellFailedOpen(run, ports)
}

function noteUnstarted(chain: Chain, hook: Hook, why: string): void {
  chain.unstarted ??= new Map()
  chain.unstarted.set(hook, why)
}

function tellFailedOpen({ hook, outcome }: Run, ports: RunPorts): void {
  const { failedOpen } = applyPolicy(hook, outcome)
  if (failedOpen === undefined) return
  const message = outcome.failure ?? failedOpen
  tell(ports.alarm, () => ({
    type: 'failedOpen',
    event: hook.event,
    sessionId: ports.session.id,
    firing: ports.firing,
    hook,
    class: failedOpen,
    message,
  }))
}

/** Starts the hooks nobody waits for whose stage has come; after the last stage, all that are left. */
function startAsync(unwaited: Stages['unwaited'], position: number, chain: Chain): void {
  const { request, ports, merged } = chain
  if (isAborted(ports)) return
  const seen = merged.current
  for (const { hook, with: start } of unwaited) {
    if (start > position || chain.async?.has(hook) || testHook(hook, seen, request.refuses).why !== undefined) continue
    chain.async ??= new Set()
    chain.async.add(hook)
    request.keepAsync(runUnwaited(hook, seen, ports))
  }
}

// The caller's abort ends the event, not work that nobody waits for.
async function runUnwaited(hook: Hook, seen: FullInput, ports: RunPorts): Promise<void> {
  const unaborted = { ...ports, signal: undefined }
  const claim = hook.once ? await claimOnce(hook, unaborted) : 'first'
  if (claim === 'again') return
  const broken = claim === 'first' ? undefined : claim
  const scope = { seen, recheck: false, isComplete: () => true, over: Number.POSITIVE_INFINITY, broken }
  if (hook.handler.type !== 'callback') await runHook(hook, scope, unaborted)
  else
    await runCallbacks({
      ...callbackRow([hook], unaborted),
      current: () => seen,
      admit: () => ({ complete: true, broken }),
      take: () => true,
    })
}

function conclude(chain: Chain): Verdict {
  const { plan, merged, ports, request } = chain
  const event = request.input.event
  const { decision, reason, decidedBy } = concludeDecision(merged, (hook) => plan.hooks.indexOf(hook))
  const aborted = isAborted(ports)
  const denied = aborted && decision !== 'deny' && hasPower(event, 'block')
  let rows: RunRow[] | undefined
  const verdict: Verdict = {
    event,
    decision: denied ? 'deny' : decision,
    reason: denied ? abortReason : reason,
    decidedBy: denied ? null : decidedBy,
    changes: merged.changes,
    context: merged.context,
    messages: merged.messages,
    env: merged.env,
    warnings: merged.warnings,
    halt: merged.halt,
    aborted,
    failedOpen: merged.failedOpen,
    get runs() {
      rows ??= listRows(chain)
      return rows
    },
  }
  if (merged.changes.length > 0) Object.assign(verdict, rewritten(merged, request.input))
  if (merged.context.length > 0 || decision === 'deny') noteOrigin(verdict, () => traceOrigin(chain))
  return verdict
}

function traceOrigin({ ports, runs }: Chain): VerdictOrigin {
  const counted = runs.filter(({ hook, recheck }) => !hook.shadow && !recheck)
  const context = counted.flatMap(({ hook, outcome }) => outcome.context.map((text) => ({ hook: hook.id, text })))
  return { firing: ports.firing, context }
}

function rewritten(merged: Merged, input: FullInput): Pick<Verdict, 'input' | 'output' | 'prompt'> {
  const fields: Record<string, unknown> = {}
  for (const [kind, field] of Object.entries(rewriteFields)) {
    if (merged.current[field] !== input[field]) fields[kind] = merged.current[field]
  }
  return fields
}

function listRows({ plan, merged, request, runs, unstarted, async }: Chain): RunRow[] {
  const ran = Map.groupBy(runs, (run) => run.hook)
  return plan.hooks.flatMap((hook) => {
    const own = ran.get(hook)
    if (own) return own.map(rowOfRun)
    if (async?.has(hook)) return [rowOfIdle(hook, 'async')]
    const why = unstarted?.get(hook) ?? testHook(hook, merged.current, request.refuses).why ?? whyUnreached(merged)
    return [rowOfIdle(hook, why.startsWith('cancelled') ? 'cancelled' : 'skipped', why)]
  })
}

function whyUnreached(merged: Merged): string {
  return merged.endedBy === null ? 'cancelled: the caller aborted' : `chain ended by ${merged.endedBy}`
}

function isAborted(ports: RunPorts): boolean {
  return ports.signal?.aborted ?? false
}
