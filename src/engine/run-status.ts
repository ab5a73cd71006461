import type { Hook } from '../protocol/hook.ts'
import { describeSource } from '../protocol/source.ts'
import type { RunRow, RunStatus } from '../protocol/verdict.ts'
import { applyPolicy } from './apply-policy.ts'
import type { Run } from './merge.ts'

/** One word for what became of a run. */
export function runStatus(run: Run): RunStatus {
  if (run.hook.shadow) return 'shadow'
  const { outcome } = run
  if (outcome.status === 'cancelled') return 'cancelled'
  if (outcome.class === 'timeout') return 'timeout'
  if (outcome.status === 'failed') return outcome.decision === 'deny' ? 'blocked' : 'failed'
  return outcome.decision === 'deny' ? 'blocked' : 'ok'
}

/** The row of a hook that ran. */
export function rowOfRun(run: Run): RunRow {
  const { hook, outcome } = run
  const { decision, reason } = applyPolicy(hook, outcome)
  const why = outcome.failure ?? (run.recheck && decision === 'allow' ? undefined : (reason ?? outcome.warnings[0]))
  return {
    ...rowStart(hook),
    status: runStatus(run),
    ...(why !== undefined && { why }),
    ...(outcome.class && { class: outcome.class }),
    ...(outcome.exitCode !== undefined && { exitCode: outcome.exitCode }),
    ...(outcome.signal !== undefined && { signal: outcome.signal }),
    ms: run.ms,
    ...(decision !== null && { decision }),
    ...(run.recheck && { recheck: true as const }),
  }
}

/** The row of a hook that did not run, with the reason. */
export function rowOfIdle(hook: Hook, status: 'skipped' | 'cancelled' | 'async', why?: string): RunRow {
  return { ...rowStart(hook), status, ...(why !== undefined && { why }), ms: 0 }
}

function rowStart(hook: Hook): Pick<RunRow, 'hook' | 'source' | 'handler'> {
  const handler = hook.handler.type === 'unsupported' ? hook.handler.name : hook.handler.type
  return { hook: hook.id, source: describeSource(hook.source), handler }
}
