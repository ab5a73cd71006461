import type { JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Row } from '../data/filter.ts'
import { roundUp, ticksOf, wideAxis } from '../parts/bar.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { useNarrow } from '../parts/use-narrow.ts'
import { rowPlace, useVirtualRows } from '../parts/virtual-rows.tsx'
import { formatMs } from '../text/format.ts'
import { RowLine } from './row-line.tsx'

interface TimelineProps {
  rows: readonly Row[]
  /** Everything recorded so far is here. */
  current: boolean
  /** Hooks have lines of their own. */
  hooks: boolean
  /** The firing whose details are open. */
  selected: string | null
  onOpen(firing: string): void
  empty: string
}

const heights = {
  wide: { firing: 34, run: 26, note: 30 },
  narrow: { firing: 58, run: 30, note: 44 },
} as const

/** Pixels from the end within which the list counts as being at its end. */
const nearEnd = 40

/** Events and hooks line by line, with a waterfall of their times. However many there are, only those in sight are drawn. */
export function TimelineView({ rows, current, hooks, selected, onOpen, empty }: TimelineProps): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null)
  const height = heights[useNarrow() ? 'narrow' : 'wide']
  const [active, setActive] = useState<string | null>(null)
  const at = useMemo(() => rows.findIndex((row) => keyOf(row) === active), [rows, active])
  const longest = useMemo(() => roundUp(rows.reduce((most, row) => Math.max(most, timeOf(row)), 1_000)), [rows])
  const axis = useMemo(() => wideAxis(longest), [longest])
  const virtual = useVirtualRows({
    count: rows.length,
    sizeOf: (index) => height[rows[index]!.type],
    scroller,
    keep: at,
  })
  useEffect(() => virtual.measure(), [rows, height])
  const fresh = useFollowing({ scroller, count: rows.length, current })

  const move = (to: number): void => {
    const index = Math.max(0, Math.min(rows.length - 1, to))
    const row = rows[index]
    if (!row) return
    setActive(keyOf(row))
    virtual.scrollToIndex(index, { align: 'auto' })
    if (selected !== null && row.type !== 'note') onOpen(row.firing.key)
  }
  const openAt = (index: number): void => {
    const row = rows[index]
    if (!row) return
    setActive(keyOf(row))
    if (row.type !== 'note') onOpen(row.firing.key)
  }
  const page = (): number => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height.firing) - 1)
  useKeys({
    j: () => move(at + 1),
    k: () => move(at - 1),
    ArrowDown: () => move(at + 1),
    ArrowUp: () => move(at - 1),
    PageDown: () => move(at + page()),
    PageUp: () => move(at - page()),
    g: () => move(0),
    G: () => move(rows.length - 1),
    Home: () => move(0),
    End: () => move(rows.length - 1),
  })
  useFocusOn(scroller, active)
  useFocusBack(scroller, selected)

  return (
    <div class="timeline">
      <div class="columns" aria-hidden="true">
        <span>Time</span>
        <span>Event</span>
        <span>What</span>
        <span>Decision</span>
        <span class="scale">
          {ticksOf(longest).map((ms) => (
            <span key={ms} style={{ left: `${axis(ms) * 100}%` }}>
              {formatMs(ms)}
            </span>
          ))}
        </span>
        <span class="ms">Took</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a list that draws only what is in sight cannot be a table. */}
      <div
        ref={scroller}
        class={hooks ? 'rows with-hooks' : 'rows'}
        role="grid"
        aria-label="Timeline"
        aria-rowcount={rows.length}
      >
        {rows.length === 0 && <p class="empty">{empty}</p>}
        {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
        <div class="canvas" role="rowgroup" style={{ height: `${virtual.getTotalSize()}px` }}>
          {virtual.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index]
            if (!row) return null
            const key = keyOf(row)
            return (
              <RowLine
                key={key}
                name={key}
                row={row}
                index={index}
                axis={axis}
                place={rowPlace(start, size)}
                focusable={key === active || (at === -1 && index === 0)}
                active={key === active}
                selected={row.type !== 'note' && row.firing.key === selected}
                onOpen={() => openAt(index)}
              />
            )
          })}
        </div>
      </div>
      {fresh.count > 0 && (
        <button type="button" class="latest" onClick={fresh.jump}>
          {fresh.count === 1 ? '1 new line' : `${fresh.count} new lines`} ↓
        </button>
      )}
    </div>
  )
}

export function keyOf(row: Row): string {
  if (row.type === 'note') return `n${row.note.id}`
  return row.type === 'run' ? `r${row.run.id}` : `f${row.firing.id}`
}

function timeOf(row: Row): number {
  if (row.type === 'run') return row.run.startMs + row.run.ms
  return row.type === 'firing' ? (row.firing.verdict?.ms ?? 0) : 0
}

/** Stays at the end as lines come in, if it was at the end; otherwise counts what came. */
function useFollowing(list: { scroller: { current: HTMLElement | null }; count: number; current: boolean }) {
  const { scroller, count, current } = list
  const follows = useRef(false)
  const seen = useRef<number | null>(null)
  const [missed, setMissed] = useState(0)
  useEffect(() => {
    const element = scroller.current!
    const onScroll = (): void => {
      follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd
      if (follows.current) setMissed(0)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [])
  const jump = (): void => {
    const element = scroller.current!
    element.scrollTop = element.scrollHeight
  }
  useEffect(() => {
    const element = scroller.current!
    const grown = count - (seen.current ?? count)
    // What was there when the page was opened is not new.
    if (current) seen.current = count
    if (grown <= 0) return
    // A list that fits is always seen whole.
    if (element.scrollHeight <= element.clientHeight + nearEnd) follows.current = true
    if (follows.current) jump()
    else setMissed((before) => before + grown)
  }, [count, current])
  return { count: missed, jump }
}

/** Puts the focus on the active line once it is drawn, unless somebody is writing. */
function useFocusOn(scroller: { current: HTMLElement | null }, active: string | null): void {
  useEffect(() => {
    if (active === null || document.activeElement?.matches('input, textarea, select')) return
    const frame = requestAnimationFrame(() => {
      // Whoever is reading the details stays there.
      if (document.activeElement?.closest('.detail')) return
      scroller.current?.querySelector<HTMLElement>(`[data-key="${active}"]`)?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [active])
}

/** Gives the focus back to the active line when the details that had it are closed. */
function useFocusBack(scroller: { current: HTMLElement | null }, selected: string | null): void {
  useEffect(() => {
    if (selected !== null || document.activeElement !== document.body) return
    scroller.current?.querySelector<HTMLElement>('.row.active')?.focus({ preventScroll: true })
  }, [selected])
}
