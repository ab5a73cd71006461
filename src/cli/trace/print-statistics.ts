import type { HookStatistics } from '../../protocol/records.ts'
import { slowMs } from '../../protocol/records.ts'
import type { Style } from '../terminal.ts'
import { type Cell, columnWidth, type Screen, writeLine } from './screen.ts'
import { showDuration } from './show-time.ts'

/** Prints how every hook has done, one a line. */
export function printStatistics(statistics: readonly HookStatistics[], screen: Screen): void {
  const width = columnWidth(
    statistics.map(({ hook }) => hook),
    { least: 4, most: screen.live ? Math.min(40, Math.floor(screen.width / 3)) : 40 },
  )
  const line = (cells: readonly Cell[]): void => screen.print(writeLine(cells, screen))
  const heads = ['HOOK', 'RUNS', 'P50', 'P95', 'MAX', 'BLOCKED', 'FAILED', 'OPEN', 'KIND', 'SOURCE']
  line(cellsOf(heads, width).map((cell) => ({ ...cell, style: 'bold' })))
  for (const row of statistics) {
    const { hook, runs, p50, p95, max, blocked, failed, failedOpen, handler, source } = row
    const times = [p50, p95, max].map(showDuration)
    const counts = [share(blocked, runs), share(failed, runs), share(failedOpen, runs)]
    const cells = cellsOf([hook, String(runs), ...times, ...counts, handler, source], width)
    const styles = {
      3: p95 > slowMs && 'yellow',
      4: max > slowMs && 'yellow',
      6: failed > 0 && 'yellow',
      7: failedOpen > 0 && 'red',
    } as Record<number, Style | false>
    line(cells.map((cell, index) => (styles[index] ? { ...cell, style: styles[index] } : cell)))
  }
}

function share(count: number, runs: number): string {
  if (count === 0) return '-'
  const percent = (100 * count) / runs
  return `${count} (${percent < 1 ? '<1' : Math.round(percent)}%)`
}

function cellsOf([hook = '', ...rest]: readonly string[], width: number): Cell[] {
  const widths = [6, 9, 9, 9, 11, 11, 11, 8]
  // The last is where it is written: `explain` tells that, too.
  const spares = [3, 7, 4, 6, 1, 2, undefined, 8, 5]
  return [
    { text: hook, width },
    ...rest.map((text, index): Cell => {
      const column = widths[index]
      const spare = spares[index]
      return {
        text,
        ...(column !== undefined && { width: column }),
        ...(index < 7 && { align: 'right' }),
        ...(spare !== undefined && { spare }),
      }
    }),
  ]
}
