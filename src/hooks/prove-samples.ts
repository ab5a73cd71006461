import { HookError } from '../base/errors.ts'
import type { EventName } from '../protocol/event-types.ts'
import type { Hook, Sample } from '../protocol/hook.ts'
import { describeSource } from '../protocol/source.ts'
import type { RunRow } from '../protocol/verdict.ts'
import type { HookSession } from './hook-session.ts'
import { readSample, type TakesTool } from './sample-input.ts'

/** Whatever has hooks and can fire events at them, such as the result of `createHooks`. */
export interface ProofTarget {
  list(): readonly Hook[]
  session(): HookSession
}

/** What became of one sample. */
export interface SampleProof {
  hook: string
  source: string
  event: EventName
  kind: 'mustDeny' | 'mustAllow'
  sample: Sample
  passed: boolean
  /** What the hook did, in words. */
  happened: string
  ms: number
}

/** What is proved of a configuration, and what is not. */
export interface GuardProof {
  samples: SampleProof[]
  /** Gates without a sample that they must deny. */
  unproved: { hook: string; source: string }[]
}

/**
 * Proves every sample of every hook: fires its event at the whole configuration and looks at what that hook itself did. A
 * `mustDeny` sample holds when the hook decided to deny; a hook that failed proves nothing, whatever its policy. A `mustAllow`
 * sample holds when the hook neither denied nor asked nor failed. Rejects for nothing that hooks do.
 */
export async function proveSamples(target: ProofTarget): Promise<GuardProof> {
  const samples: SampleProof[] = []
  for (const hook of target.list()) {
    if (hook.idle?.why === 'disabled' || hook.idle?.why === 'duplicate') continue
    for (const kind of ['mustDeny', 'mustAllow'] as const)
      for (const sample of hook.samples[kind]) samples.push(await proveSample(target, { hook, kind, sample }))
  }
  return { samples, unproved: target.list().filter(isUnproved).map(nameHook) }
}

/**
 * Throws `GUARD_UNPROVED` unless every sample holds and every gate has one that it must deny. Hooks that never run, such as those
 * of a file that nobody approved, are announced elsewhere and keep nothing from starting.
 */
export async function requireProof(target: ProofTarget): Promise<void> {
  const active = target.list().filter(({ idle }) => idle === undefined)
  const { samples, unproved } = await proveSamples({ ...target, list: () => active })
  const failed = samples.filter(({ passed }) => !passed)
  const [first] = failed
  if (first) {
    const others = failed.length === 1 ? '' : ` (${failed.length - 1} more of ${samples.length} samples failed.)`
    const wanted = first.kind === 'mustDeny' ? 'must deny' : 'must let pass'
    throw unprovedError(
      `${first.hook} ${wanted} ${describeSample(first.sample)}, but ${first.happened}.${others}`,
      first,
    )
  }
  const [open] = unproved
  if (open) throw unprovedError(`${open.hook} is a gate without a sample that it must deny.`, open)
}

function unprovedError(message: string, { source }: { source: string }): HookError {
  return new HookError('GUARD_UNPROVED', message, { place: { file: source } })
}

/** A sample in one line. */
export function describeSample(sample: Sample): string {
  const text = JSON.stringify(sample)
  return text.length > 100 ? `${text.slice(0, 97)}…` : text
}

// What the package brings along is proved by its own tests.
function isUnproved(hook: Hook): boolean {
  const isGate = hook.idle === undefined && !hook.async && !hook.shadow && hook.dialect.can(hook.event, 'block')
  return isGate && hook.samples.mustDeny.length === 0 && !hook.id.startsWith('hookline:')
}

function nameHook(hook: Hook): { hook: string; source: string } {
  return { hook: hook.id, source: describeSource(hook.source) }
}

interface Claim {
  hook: Hook
  kind: SampleProof['kind']
  sample: Sample
}

async function proveSample(target: ProofTarget, { hook, kind, sample }: Claim): Promise<SampleProof> {
  const started = performance.now()
  const { passed, happened } = await tryOut(target, { hook, kind, sample })
  return { ...nameHook(hook), event: hook.event, kind, sample, passed, happened, ms: performance.now() - started }
}

interface Finding {
  passed: boolean
  happened: string
}

async function tryOut(target: ProofTarget, { hook, kind, sample }: Claim): Promise<Finding> {
  const read = readSample(hook.event, sample, takesFor(hook))
  if ('problem' in read) return { passed: false, happened: read.problem }
  try {
    const session = target.session()
    const verdict = await session.fire(hook.event, read.input)
    const rows = verdict.runs.filter((row) => row.hook === hook.id)
    if (rows.some(({ status }) => status !== 'skipped') || !willRun(session, hook, read.input)) return judge(rows, kind)
    const alone = await fireAlone(target, hook, read.input)
    return judge(alone, kind)
  } catch (error) {
    if (error instanceof HookError) return { passed: false, happened: error.message }
    throw error
  }
}

function takesFor({ matcher, dialect }: Hook): TakesTool {
  return (toolName, toolInput) =>
    matcher.test({ value: dialect.toolName(toolName), toolInput: dialect.toolInput(toolName, toolInput) })
}

type Input = Parameters<HookSession['fire']>[1]

function willRun(session: HookSession, hook: Hook, input: Input): boolean {
  return session.explain(hook.event, input).hooks.some((row) => row.hook === hook.id && row.willRun)
}

// A hook before it ended the chain: set aside whatever else there is, so that this one is asked at all.
async function fireAlone(target: ProofTarget, hook: Hook, input: Input): Promise<RunRow[]> {
  const session = target.session()
  for (const other of target.list()) if (other !== hook) session.disable(other.id)
  const verdict = await session.fire(hook.event, input)
  return verdict.runs.filter((row) => row.hook === hook.id)
}

function judge(rows: readonly RunRow[], kind: SampleProof['kind']): Finding {
  const row = rows.find(({ decision }) => decision === 'deny') ?? rows.find((each) => each.class) ?? rows[0]
  if (!row) return { passed: false, happened: 'it is not among the hooks of the event' }
  const denied = row.decision === 'deny' && (row.class === undefined || row.status === 'blocked')
  const happened = describeRow(row, denied)
  if (kind === 'mustDeny') return { passed: denied, happened }
  const isIdle = row.status === 'skipped' && !/^(?:matcher|if): /.test(row.why ?? '')
  const broke = row.class !== undefined || row.status === 'async' || row.status === 'cancelled' || isIdle
  return { passed: !broke && row.decision !== 'deny' && row.decision !== 'ask', happened }
}

function describeRow({ status, decision, why, class: failure }: RunRow, denied: boolean): string {
  const detail = why === undefined ? '' : `: ${why}`
  if (denied) return `it denied${detail}`
  if (status === 'skipped') return `it did not run${detail}`
  if (status === 'async') return 'it is async, so that nothing it says counts'
  if (failure !== undefined) return `it failed (${failure})${detail}`
  if (status === 'cancelled') return 'it was cancelled'
  return decision === undefined ? 'it had no objection' : `it said ${decision}${detail}`
}
