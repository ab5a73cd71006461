import type { CSSProperties, JSX } from 'preact'
import { type Firing, type Run, slowMs } from '../data/timeline.ts'
import { judgeRun } from './badge.tsx'

/** Where a time stands on an axis, from 0 to 1. */
export type Axis = (ms: number) => number

/** The waterfall of one firing: its whole time as a rail, and a bar for each hook where in that time it ran. */
export function FiringBars({ firing, axis }: { firing: Firing; axis: Axis }): JSX.Element {
  return (
    <span class="bars" aria-hidden="true">
      {firing.verdict && <span class="rail" style={place(0, firing.verdict.ms, axis)} />}
      {firing.runs.slice(0, mostBars).map((run) => (
        <Bar key={run.id} run={run} axis={axis} />
      ))}
    </span>
  )
}

/** Bars beyond these would only paint over each other. */
const mostBars = 40

/** The bar of one run. */
export function RunBar({ run, axis }: { run: Run; axis: Axis }): JSX.Element {
  return (
    <span class="bars" aria-hidden="true">
      <Bar run={run} axis={axis} />
    </span>
  )
}

function Bar({ run, axis }: { run: Run; axis: Axis }): JSX.Element {
  const slow = run.ms >= slowMs ? ' slow' : ''
  return <span class={`bar ${judgeRun(run).tone}${slow}`} style={place(run.startMs, run.ms, axis)} />
}

function place(start: number, length: number, axis: Axis): CSSProperties {
  const from = Math.min(axis(start), 0.99)
  return { left: `${percent(from)}%`, width: `${percent(Math.min(axis(start + length), 1) - from)}%` }
}

function percent(share: number): number {
  return Math.round(share * 10_000) / 100
}

/** Equal times are equal lengths. */
export function linearAxis(longest: number): Axis {
  return (ms) => ms / longest
}

/** Milliseconds up to which the axis is nearly even. */
const evenUntil = 10

/**
 * Every step of ten has about the same length: a hook of 20 ms can be seen beside one of 20 s. It begins at zero, where a
 * logarithm would not.
 */
export function wideAxis(longest: number): Axis {
  const whole = Math.log1p(longest / evenUntil)
  return (ms) => Math.log1p(ms / evenUntil) / whole
}

/** The round times that are written on a wide axis. */
export function ticksOf(longest: number): number[] {
  return [10, 100, 1_000, 10_000, 60_000, 600_000].filter((ms) => ms <= longest * 0.75)
}

/** The next of 1, 2, 5, 10, 20, 50, … */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 5].find((step) => step * power >= value) ?? 10)
}
