import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PageStatistics } from '../../src/server/page-types.ts'
import { slowMs } from '../data/timeline.ts'
import { Badge } from '../parts/badge.tsx'
import { Histogram } from '../parts/histogram.tsx'
import { Line } from '../parts/text.tsx'
import { useLoaded } from '../parts/use-loaded.ts'
import { useSource } from '../source-context.ts'
import { formatCount, formatMs } from '../text/format.ts'

interface HooksProps {
  /** Null for all of them. */
  session: string | null
  version: number
  /** Shows the events in which a hook ran; null where there is no timeline. */
  onPick: ((hook: string) => void) | null
}

/** Milliseconds between two readings, however much is recorded. */
const pause = 1_000

/** How each hook has done, in one session or in all. */
export function HooksView({ session, version, onPick }: HooksProps): JSX.Element {
  const source = useSource()
  const turn = useSlowed(version, pause)
  const { value, error } = useLoaded(() => source.statistics(session ?? undefined), [session, turn])
  return (
    <div class="hooks">
      {error !== undefined && (
        <p class="banner" role="alert">
          The statistics could not be read: {error}
        </p>
      )}
      {value?.hooks.length === 0 && <p class="empty">No hook has run.</p>}
      {[...(value?.hooks ?? [])].sort(worstFirst).map((hook) => (
        <HookCard key={`${hook.hook} ${hook.source}`} hook={hook} edges={value!.edges} onPick={onPick} />
      ))}
    </div>
  )
}

function worstFirst(a: HookRow, b: HookRow): number {
  return b.failedOpen - a.failedOpen || b.failed - a.failed || b.max - a.max
}

/** A value that changes often, looked at only now and then. */
function useSlowed(value: number, ms: number): number {
  const [shown, setShown] = useState(value)
  const latest = useRef(value)
  latest.current = value
  useEffect(() => {
    const timer = window.setInterval(() => setShown(latest.current), ms)
    return () => window.clearInterval(timer)
  }, [ms])
  return shown
}

type HookRow = PageStatistics['hooks'][number]

function HookCard({
  hook,
  edges,
  onPick,
}: {
  hook: HookRow
  edges: readonly number[]
  onPick: HooksProps['onPick']
}): JSX.Element {
  const slow = hook.max >= slowMs
  return (
    <details class={`hook-card${hook.failedOpen > 0 ? ' open' : ''}`}>
      <summary>
        <span class="hook-name">
          <Line text={hook.hook} />
          <span class="faint">{hook.handler}</span>
        </span>
        <span class="hook-flags">
          {hook.failedOpen > 0 && <Badge tone="open">{`${formatCount(hook.failedOpen)} failed open`}</Badge>}
          {hook.failed > 0 && <Badge tone="broken">{`${formatCount(hook.failed)} failed`}</Badge>}
          {hook.blocked > 0 && <Badge tone="deny">{`${formatCount(hook.blocked)} blocked`}</Badge>}
          {slow && <Badge tone="broken">slow</Badge>}
        </span>
        <span class="hook-numbers">
          <Figure name="runs" text={formatCount(hook.runs)} />
          <Figure name="p50" text={formatMs(hook.p50)} />
          <Figure name="p95" text={formatMs(hook.p95)} />
          <Figure name="max" text={formatMs(hook.max)} />
        </span>
        <Histogram edges={edges} counts={hook.counts} label={`Latency of ${hook.hook}`} size="small" />
      </summary>
      <p class="faint">
        <Line text={hook.source} />
      </p>
      <Histogram edges={edges} counts={hook.counts} label={`Latency of ${hook.hook} in steps`} size="large" />
      {onPick && (
        <button type="button" class="quiet" onClick={() => onPick(hook.hook)}>
          Show its events
        </button>
      )}
    </details>
  )
}

function Figure({ name, text }: { name: string; text: string }): JSX.Element {
  return (
    <span class="number">
      <small>{name}</small> {text}
    </span>
  )
}
