/** A piece of a comparison: the same in both, only in the first, or only in the second. */
export interface Piece {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** A line of a comparison; a line that was changed shows which words were. */
export interface DiffLine {
  kind: 'same' | 'gone' | 'new'
  pieces: Piece[]
}

/** Cells of the table that the comparison fills at most; larger texts are told as wholly replaced in their middle. */
const mostCells = 4_000_000

/** Compares two texts line by line, and lines that took each other's place word by word. */
export function diffLines(before: string, after: string): DiffLine[] {
  const pieces = diffSequences(before.split('\n'), after.split('\n'))
  const lines: DiffLine[] = []
  for (let at = 0; at < pieces.length; ) {
    if (pieces[at]!.kind === 'same') {
      lines.push(plainLine(pieces[at]!))
      at += 1
      continue
    }
    const gone = takeWhile(pieces, at, 'gone')
    const fresh = takeWhile(pieces, at + gone.length, 'new')
    lines.push(...compareBlock(gone, fresh))
    at += gone.length + fresh.length
  }
  return lines
}

function takeWhile(pieces: readonly Piece[], from: number, kind: Piece['kind']): Piece[] {
  const end = pieces.findIndex((piece, index) => index >= from && piece.kind !== kind)
  return pieces.slice(from, end === -1 ? undefined : end)
}

function plainLine({ kind, text }: Piece): DiffLine {
  return { kind, pieces: [{ kind: 'same', text }] }
}

function compareBlock(gone: readonly Piece[], fresh: readonly Piece[]): DiffLine[] {
  if (gone.length !== fresh.length) return [...gone, ...fresh].map(plainLine)
  const pairs = gone.map((piece, index) => diffSequences(splitWords(piece.text), splitWords(fresh[index]!.text)))
  return [
    ...pairs.map((pieces): DiffLine => ({ kind: 'gone', pieces: pieces.filter(({ kind }) => kind !== 'new') })),
    ...pairs.map((pieces): DiffLine => ({ kind: 'new', pieces: pieces.filter(({ kind }) => kind !== 'gone') })),
  ]
}

function splitWords(line: string): string[] {
  return line.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []
}

/** The shortest way from one list of texts to the other. What was removed comes before what was put in its place. */
export function diffSequences(before: readonly string[], after: readonly string[]): Piece[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const middle = diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end))
  const same = (text: string): Piece => ({ kind: 'same', text })
  return [...before.slice(0, start).map(same), ...middle, ...before.slice(before.length - end).map(same)]
}

function diffMiddle(a: readonly string[], b: readonly string[]): Piece[] {
  const gone = (text: string): Piece => ({ kind: 'gone', text })
  const fresh = (text: string): Piece => ({ kind: 'new', text })
  if (a.length === 0 || b.length === 0 || a.length * b.length > mostCells) return [...a.map(gone), ...b.map(fresh)]
  const width = b.length + 1
  // Length of the longest common part of what follows each pair of positions.
  const common = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const here = i * width + j
      common[here] = a[i] === b[j] ? common[here + width + 1]! + 1 : Math.max(common[here + width]!, common[here + 1]!)
    }
  }
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      pieces.push({ kind: 'same', text: a[i]! })
      i += 1
      j += 1
    } else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) pieces.push(gone(a[i++]!))
    else pieces.push(fresh(b[j++]!))
  }
  return gatherChanges([...pieces, ...a.slice(i).map(gone), ...b.slice(j).map(fresh)])
}

// Between two equal stretches everything removed stands before everything added.
function gatherChanges(pieces: readonly Piece[]): Piece[] {
  const ordered: Piece[] = []
  let added: Piece[] = []
  for (const piece of pieces) {
    if (piece.kind === 'new') added.push(piece)
    else if (piece.kind === 'gone') ordered.push(piece)
    else {
      ordered.push(...added, piece)
      added = []
    }
  }
  return [...ordered, ...added]
}
