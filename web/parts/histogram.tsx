import type { JSX } from 'preact'
import { slowMs } from '../data/timeline.ts'
import { formatCount, formatMs } from '../text/format.ts'
import { toVisible } from '../text/visible.ts'

interface HistogramProps {
  edges: readonly number[]
  counts: readonly number[]
  label: string
  /** Large ones have an axis. */
  size: 'small' | 'large'
}

const sizes = {
  small: { width: 160, height: 28, foot: 0 },
  large: { width: 640, height: 150, foot: 22 },
} as const

/** How often a hook took how long. The steps are 1, 2, 5, 10, …: each is about twice the one before. */
export function Histogram({ edges, counts, label, size }: HistogramProps): JSX.Element {
  const { width, height, foot } = sizes[size]
  const most = Math.max(1, ...counts)
  const step = width / counts.length
  const room = height - foot - (size === 'large' ? 16 : 0)
  return (
    <svg
      class={`histogram ${size}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={describe(label, edges, counts)}
    >
      {counts.map((count, index) => {
        const tall = count === 0 ? 0 : Math.max(2, (count / most) * room)
        const x = index * step
        const y = height - foot - tall
        const slow = (edges[index - 1] ?? 0) >= slowMs ? ' slow' : ''
        const name = `${nameStep(edges, index)}: ${formatCount(count, 'run')}`
        return (
          <g key={name}>
            <title>{name}</title>
            <rect class="hit" x={x} y={0} width={step} height={height - foot} />
            <rect class={`column${slow}`} x={x + 1} y={y} width={step - 2} height={tall} rx={1} />
            {size === 'large' && count > 0 && (
              <text class="count" x={x + step / 2} y={y - 4}>
                {formatCount(count)}
              </text>
            )}
          </g>
        )
      })}
      <line class="axis" x1={0} x2={width} y1={height - foot} y2={height - foot} />
      {size === 'large' &&
        edges.map((edge, index) => (
          <text key={edge} class="tick" x={(index + 1) * step} y={height - 6}>
            {formatEdge(edge)}
          </text>
        ))}
    </svg>
  )
}

function formatEdge(ms: number): string {
  return ms < 1_000 ? `${ms}ms` : `${ms / 1_000}s`
}

function nameStep(edges: readonly number[], index: number): string {
  if (index === 0) return `below ${formatMs(edges[0]!)}`
  if (index === edges.length) return `${formatMs(edges.at(-1)!)} and more`
  return `${formatMs(edges[index - 1]!)} to ${formatMs(edges[index]!)}`
}

function describe(label: string, edges: readonly number[], counts: readonly number[]): string {
  const steps = counts.flatMap((count, index) =>
    count === 0 ? [] : [`${nameStep(edges, index)}: ${formatCount(count, 'run')}`],
  )
  return `${toVisible(label)}. ${steps.length === 0 ? 'No runs.' : steps.join('; ')}`
}
