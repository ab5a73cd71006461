import { type Firing, hasFailedOpen, type Item, isDenied, longestMs, type Note, type Run } from './timeline.ts'

/** Which firings are shown. */
export interface Filter {
  text: string
  denied: boolean
  failedOpen: boolean
  /** Milliseconds; 0 shows all. */
  slowerThan: number
  hook: string
  tool: string
}

export const noFilter: Filter = { text: '', denied: false, failedOpen: false, slowerThan: 0, hook: '', tool: '' }

/** A line of the timeline. */
export type Row =
  | { type: 'firing'; firing: Firing }
  | { type: 'run'; firing: Firing; run: Run; last: boolean }
  | { type: 'note'; note: Note }

/** The lines to show: firings that pass the filter, the hooks below each when they are wanted, and what stands beside them. */
export function buildRows(items: readonly Item[], filter: Filter, shown: { hooks: boolean }): Row[] {
  const passes = createTest(filter)
  const rows: Row[] = []
  for (const item of items) {
    if (!passes(item)) continue
    rows.push(item)
    if (item.type === 'note' || !shown.hooks) continue
    const { firing } = item
    firing.runs.forEach((run, index) => {
      rows.push({ type: 'run', firing, run, last: index === firing.runs.length - 1 })
    })
  }
  return rows
}

export function isFiltering(filter: Filter): boolean {
  return Object.values(filter).some((value) => value !== '' && value !== false && value !== 0)
}

function createTest(filter: Filter): (item: Item) => boolean {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  const aboutFirings = filter.denied || filter.failedOpen || filter.slowerThan > 0 || filter.hook !== ''
  return (item) => {
    if (item.type === 'note') {
      if (aboutFirings || (filter.tool !== '' && !('tool' in item.note && item.note.tool === filter.tool))) return false
      return words.every((word) => wordsOfNote(item.note).includes(word))
    }
    const { firing } = item
    if (filter.denied && !isDenied(firing)) return false
    if (filter.failedOpen && !hasFailedOpen(firing)) return false
    if (filter.slowerThan > 0 && longestMs(firing) < filter.slowerThan) return false
    if (filter.tool !== '' && firing.tool !== filter.tool) return false
    if (filter.hook !== '' && !firing.runs.some((run) => run.hook === filter.hook)) return false
    if (words.length === 0) return true
    firing.words ??= wordsOfFiring(firing)
    return words.every((word) => firing.words!.includes(word))
  }
}

function wordsOfFiring({ event, tool, subject, agentId, runs, verdict }: Firing): string {
  const said = runs.flatMap((run) => [run.hook, run.name, run.reason, run.status, run.class])
  const parts = [event, tool, subject, agentId, verdict?.decision, verdict?.reason, verdict?.decidedBy, ...said]
  return parts.filter(Boolean).join(' ').toLowerCase()
}

function wordsOfNote(note: Note): string {
  return Object.values(note).join(' ').toLowerCase()
}
