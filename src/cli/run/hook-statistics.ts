import type { Hook } from '../../protocol/hook.ts'
import type { ObservedStep } from '../../protocol/ports.ts'
import { describeSource } from '../../protocol/source.ts'
import { formatTable } from '../format-table.ts'
import { showLines } from '../show-lines.ts'
import { showDuration } from './view/show-numbers.ts'

interface Counts {
  runs: number
  blocked: number
  failed: number
  failedOpen: number
  totalMs: number
  maxMs: number
}

/** Counts what every hook of a session does. */
export class HookStatistics {
  readonly #counts = new Map<string, Counts>()

  readonly observe = (step: ObservedStep): void => {
    if (step.type === 'failedOpen') this.#of(step.hook).failedOpen++
    if (step.type !== 'hookEnd') return
    const counts = this.#of(step.hook)
    counts.runs++
    if (step.decision === 'deny') counts.blocked++
    if (step.class !== undefined) counts.failed++
    counts.totalMs += step.ms
    counts.maxMs = Math.max(counts.maxMs, step.ms)
  }

  /** The table of hooks, those included that cannot run: what each is, and how it has done. */
  table(hooks: readonly Hook[], shorten: (path: string) => string): string[] {
    const rows = hooks.map((hook) => {
      const { runs, blocked, failed, failedOpen, totalMs, maxMs } = this.#of(hook)
      return [
        hook.name ?? hook.id,
        hook.event,
        stateOf(hook, failedOpen),
        String(runs),
        String(blocked),
        String(failed),
        runs === 0 ? '-' : showDuration(totalMs / runs),
        runs === 0 ? '-' : showDuration(maxMs),
        shorten(describeSource(hook.source)),
      ].map((cell) => showLines(cell))
    })
    return formatTable([['HOOK', 'EVENT', 'STATE', 'RUNS', 'DENIED', 'FAILED', 'MEAN', 'MAX', 'SOURCE'], ...rows])
  }

  #of({ id }: Hook): Counts {
    const counts = this.#counts.get(id) ?? { runs: 0, blocked: 0, failed: 0, failedOpen: 0, totalMs: 0, maxMs: 0 }
    this.#counts.set(id, counts)
    return counts
  }
}

function stateOf(hook: Hook, failedOpen: number): string {
  if (hook.idle) return hook.idle.why
  const marks = [hook.shadow && 'shadow', hook.async && 'async', hook.once && 'once', failedOpen > 0 && 'FAILED OPEN']
  return marks.filter(Boolean).join(' ') || 'active'
}
