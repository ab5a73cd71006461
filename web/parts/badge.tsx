import type { JSX } from 'preact'
import type { Firing, Run } from '../data/timeline.ts'

export type Tone = 'deny' | 'ask' | 'allow' | 'plain' | 'open' | 'broken' | 'busy'

/** A word in a colour. The word says what the colour says. */
export function Badge({ tone, children, title }: { tone: Tone; children: string; title?: string }): JSX.Element {
  return (
    <span class={`badge ${tone}`} title={title}>
      {children}
    </span>
  )
}

/** What came of a firing, as a word and a tone; nothing to say is null. */
export function judgeFiring({ verdict, interrupted, event }: Firing): { tone: Tone; word: string } | null {
  if (verdict === null) {
    if (interrupted) return { tone: 'broken', word: 'interrupted' }
    return event === '' ? null : { tone: 'busy', word: 'running' }
  }
  if (verdict.aborted) return { tone: 'broken', word: 'aborted' }
  if (verdict.halted) return { tone: 'deny', word: 'halt' }
  if (verdict.decision !== undefined) return { tone: verdict.decision, word: verdict.decision }
  return null
}

/** What came of a run. */
export function judgeRun(run: Pick<Run, 'status' | 'decision' | 'failedOpen'>): { tone: Tone; word: string } {
  if (run.failedOpen) return { tone: 'open', word: 'failed open' }
  switch (run.status) {
    case 'blocked':
      return { tone: 'deny', word: run.decision === 'ask' ? 'ask' : 'deny' }
    case 'failed':
    case 'timeout':
      return { tone: 'broken', word: run.status }
    case 'cancelled':
      return { tone: 'broken', word: 'cancelled' }
    case 'skipped':
      return { tone: 'plain', word: 'skipped' }
    case 'async':
      return { tone: 'plain', word: 'async' }
    case 'shadow':
      return { tone: 'plain', word: 'shadow' }
    case 'ok':
      return run.decision === undefined ? { tone: 'plain', word: 'ok' } : { tone: run.decision, word: run.decision }
  }
}
