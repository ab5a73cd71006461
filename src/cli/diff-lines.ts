/** One line of a difference between two texts; `gap` stands for lines that are the same and left out. */
export type DiffLine = { kind: 'same' | 'added' | 'removed'; number: number; text: string } | { kind: 'gap' }

/** Lines of both texts that may be compared with each other before a change counts as a replacement of the whole. */
const mostComparisons = 1_000_000
const context = 3

/**
 * What changed between two texts, line by line, with a few lines around every change. Lines are numbered as in the text they
 * stand in. Bounded: very large changes are shown as everything removed and everything added.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = splitLines(before)
  const fresh = splitLines(after)
  const start = countSame(old, fresh)
  const end = countSameEnd(old, fresh, start)
  const changed = compare(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end))
  const whole: DiffLine[] = []
  // Of what is the same before and after all changes, only the neighbours can be shown.
  const from = Math.max(0, start - context)
  const numbers = { old: from + 1, fresh: from + 1 }
  const put = (kind: Changed['kind'], text: string): void => {
    whole.push({ kind, number: kind === 'removed' ? numbers.old : numbers.fresh, text })
    if (kind !== 'added') numbers.old++
    if (kind !== 'removed') numbers.fresh++
  }
  for (const text of old.slice(from, start)) put('same', text)
  for (const { kind, text } of changed) put(kind, text)
  for (const text of old.slice(old.length - end).slice(0, context)) put('same', text)
  return leaveOutSame(whole)
}

function splitLines(text: string): string[] {
  if (text === '') return []
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function countSame(one: readonly string[], other: readonly string[]): number {
  const different = one.findIndex((line, at) => line !== other[at])
  return different === -1 ? Math.min(one.length, other.length) : different
}

function countSameEnd(one: readonly string[], other: readonly string[], start: number): number {
  const most = Math.min(one.length, other.length) - start
  let count = 0
  while (count < most && one[one.length - 1 - count] === other[other.length - 1 - count]) count++
  return count
}

interface Changed {
  kind: 'same' | 'added' | 'removed'
  text: string
}

// The longest common subsequence, by the table of its lengths.
function compare(old: readonly string[], fresh: readonly string[]): Changed[] {
  if (old.length * fresh.length > mostComparisons) return [...mark(old, 'removed'), ...mark(fresh, 'added')]
  const width = fresh.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        old[i] === fresh[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
    }
  }
  const changes: Changed[] = []
  let [i, j] = [0, 0]
  while (i < old.length && j < fresh.length) {
    if (old[i] === fresh[j]) {
      changes.push({ kind: 'same', text: old[i++]! })
      j++
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)
      changes.push({ kind: 'removed', text: old[i++]! })
    else changes.push({ kind: 'added', text: fresh[j++]! })
  }
  return [...changes, ...mark(old.slice(i), 'removed'), ...mark(fresh.slice(j), 'added')]
}

function mark(lines: readonly string[], kind: Changed['kind']): Changed[] {
  return lines.map((text) => ({ kind, text }))
}

function leaveOutSame(lines: readonly DiffLine[]): DiffLine[] {
  const near = new Set<number>()
  lines.forEach((line, at) => {
    if (line.kind === 'same') return
    for (let step = -context; step <= context; step++) near.add(at + step)
  })
  if (near.size === 0) return []
  const shown: DiffLine[] = []
  lines.forEach((line, at) => {
    if (near.has(at)) shown.push(line)
    else if (shown.length > 0 && shown.at(-1)!.kind !== 'gap') shown.push({ kind: 'gap' })
  })
  if (shown.at(-1)?.kind === 'gap') shown.pop()
  return shown
}
