/** One replacement in one text. */
export interface Replacement {
  /** Named in errors. */
  path: string
  from: string
  to: string
  all: boolean
}

/**
 * Replaces text that occurs exactly once, or all of it when asked to. In a file with CRLF line ends a text given with bare
 * newlines is understood. Throws, telling what would help, when it does not occur or occurs too often.
 */
export function replaceText(whole: string, replacement: Replacement): { content: string; replacements: number } {
  const { from, to } = adaptLineEnds(whole, replacement)
  const pieces = whole.split(from)
  const found = pieces.length - 1
  if (found === 0) throw new Error(`old_string does not occur in ${replacement.path}.${guessReason(whole, from)}`)
  if (found > 1 && !replacement.all) {
    throw new Error(
      `old_string occurs ${found} times in ${replacement.path}, in lines ${listLines(pieces, from)}. Give more of what stands around the one to change, or set replace_all.`,
    )
  }
  return { content: pieces.join(to), replacements: found }
}

function adaptLineEnds(whole: string, { from, to }: Replacement): { from: string; to: string } {
  if (whole.includes(from) || !whole.includes('\r\n') || from.includes('\r')) return { from, to }
  return { from: from.replaceAll('\n', '\r\n'), to: to.replaceAll(/\r?\n/g, '\r\n') }
}

function listLines(pieces: readonly string[], from: string): string {
  const lines: number[] = []
  let line = 1
  for (const piece of pieces.slice(0, -1)) {
    line += countNewlines(piece)
    lines.push(line)
    line += countNewlines(from)
  }
  return lines.length > 10 ? `${lines.slice(0, 10).join(', ')} and more` : lines.join(', ')
}

function guessReason(whole: string, from: string): string {
  const at = findIgnoringBlanks(whole, from)
  if (at !== undefined) return ` Line ${at} has it with other blanks or line breaks: copy it exactly.`
  if (/^\s*\d+\t/.test(from)) return ' It seems to hold line numbers, which are not part of the file.'
  if (whole.toLowerCase().includes(from.toLowerCase())) return ' It does with other upper and lower case.'
  return ' Read the file again.'
}

/** The line in which the text begins when blanks do not count. */
function findIgnoringBlanks(whole: string, from: string): number | undefined {
  const bare = from.replace(/\s+/g, '')
  if (bare === '') return undefined
  const at = whole.replace(/\s+/g, '').indexOf(bare)
  if (at < 0) return undefined
  let seen = 0
  for (let index = 0; index < whole.length; index++) {
    if (/\s/.test(whole[index]!)) continue
    if (seen++ === at) return 1 + countNewlines(whole.slice(0, index))
  }
  return undefined
}

function countNewlines(text: string): number {
  return text.split('\n').length - 1
}
