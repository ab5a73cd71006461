import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core'
import type { CSSProperties, RefObject } from 'preact'
import { useEffect, useLayoutEffect, useReducer, useState } from 'preact/hooks'

/** What a list of any length needs to draw only what is seen. */
export interface VirtualOptions {
  count: number
  /** Height of a row in pixels. */
  sizeOf(index: number): number
  scroller: RefObject<HTMLElement | null>
  /** A row that stays drawn wherever the list is scrolled to, so that it keeps the focus; -1 for none. */
  keep: number
}

export type RowVirtualizer = Virtualizer<HTMLElement, HTMLElement>

/** Draws only the rows that are in sight. */
export function useVirtualRows({ count, sizeOf, scroller, keep }: VirtualOptions): RowVirtualizer {
  const [, redraw] = useReducer((turn: number, _: undefined) => turn + 1, 0)
  const options = {
    count,
    estimateSize: sizeOf,
    getScrollElement: () => scroller.current,
    overscan: 12,
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
      const seen = defaultRangeExtractor(range)
      if (keep < 0 || keep >= count || seen.includes(keep)) return seen
      return keep < (seen[0] ?? 0) ? [keep, ...seen] : [...seen, keep]
    },
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(undefined),
  }
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options))
  virtualizer.setOptions(options)
  useEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => virtualizer._willUpdate())
  return virtualizer
}

/** Where a row stands in its list. */
export function rowPlace(start: number, size: number): CSSProperties {
  return { transform: `translateY(${start}px)`, height: `${size}px` }
}
