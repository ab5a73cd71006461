/** A line of a difference: kept, taken out, put in, or a gap where kept lines are left out. */
export interface DiffLine {
  kind: ' ' | '-' | '+' | '@'
  text: string
}

const contextLines = 3
/** How far two texts may be apart before the whole middle counts as replaced: the search is quadratic in it. */
const furthest = 800

/** The difference of two lists of lines with three lines around each change; empty when there is none. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let fromEnd = 0
  const most = Math.min(before.length, after.length) - start
  while (fromEnd < most && before[before.length - 1 - fromEnd] === after[after.length - 1 - fromEnd]) fromEnd++
  const keep = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: ' ', text }))
  const middle = diffMiddle(before.slice(start, before.length - fromEnd), after.slice(start, after.length - fromEnd))
  if (middle.length === 0) return []
  return foldKept([...keep(before.slice(0, start)), ...middle, ...keep(before.slice(before.length - fromEnd))])
}

function diffMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const trail = searchPath(before, after)
  if (trail === null) {
    return [
      ...before.map((text): DiffLine => ({ kind: '-', text })),
      ...after.map((text): DiffLine => ({ kind: '+', text })),
    ]
  }
  return walkBack(trail, before, after)
}

/** How far each diagonal was reached after so many edits, after Myers; null when the two are too far apart. */
function searchPath(before: readonly string[], after: readonly string[]): Map<number, number>[] | null {
  const limit = Math.min(before.length + after.length, furthest)
  let reach = new Map<number, number>([[1, 0]])
  const trail: Map<number, number>[] = []
  for (let edits = 0; edits <= limit; edits++) {
    trail.push(new Map(reach))
    const next = new Map(reach)
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = startOf(reach, diagonal, edits)
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++
      next.set(diagonal, x)
      if (x >= before.length && x - diagonal >= after.length) return trail
    }
    reach = next
  }
  return null
}

function startOf(reach: ReadonlyMap<number, number>, diagonal: number, edits: number): number {
  const down = reach.get(diagonal + 1) ?? -1
  const right = reach.get(diagonal - 1) ?? -1
  return diagonal === -edits || (diagonal !== edits && right < down) ? down : right + 1
}

function walkBack(
  trail: readonly ReadonlyMap<number, number>[],
  before: readonly string[],
  after: readonly string[],
): DiffLine[] {
  const lines: DiffLine[] = []
  let x = before.length
  let y = after.length
  for (let edits = trail.length - 1; edits >= 0; edits--) {
    const reach = trail[edits]!
    const diagonal = x - y
    const down =
      diagonal === -edits || (diagonal !== edits && (reach.get(diagonal - 1) ?? -1) < reach.get(diagonal + 1)!)
    const previous = down ? diagonal + 1 : diagonal - 1
    const fromX = edits === 0 ? 0 : reach.get(previous)!
    const fromY = edits === 0 ? 0 : fromX - previous
    const stopX = edits === 0 ? 0 : down ? fromX : fromX + 1
    for (; x > stopX && x > 0 && y > 0; y--) lines.push({ kind: ' ', text: before[--x]! })
    if (edits === 0) break
    lines.push(down ? { kind: '+', text: after[fromY]! } : { kind: '-', text: before[fromX]! })
    x = fromX
    y = fromY
  }
  return lines.reverse()
}

function foldKept(lines: readonly DiffLine[]): DiffLine[] {
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - contextLines), index + contextLines + 1).some(({ kind }) => kind !== ' '),
  )
  const folded: DiffLine[] = []
  for (const [index, line] of lines.entries()) {
    if (near[index]) folded.push(line)
    else if (folded.at(-1)?.kind !== '@') folded.push({ kind: '@', text: '' })
  }
  return folded
}
