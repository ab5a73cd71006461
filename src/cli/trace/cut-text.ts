import { showText } from '../../match/show-text.ts'

/**
 * Foreign text as one harmless line of at most so many columns, and how many it takes. Line ends read as a return sign, other
 * hidden characters as escapes; wide characters count twice. Of a long text only what may be shown is looked at.
 */
export function cutText(text: string, columns: number, ellipsis = '…'): { text: string; width: number } {
  const near = text.length > columns * 4 + 64 ? text.slice(0, columns * 4 + 64) : text
  const isCut = near.length < text.length
  const line = showText(
    near
      .trim()
      .replace(/\s*\r?\n\s*/g, ellipsis === '…' ? ' ⏎ ' : ' \\n ')
      .replaceAll('\t', ' '),
    Number.POSITIVE_INFINITY,
  )
  const whole = isCut ? undefined : takeColumns(line, columns)
  if (whole?.complete) return { text: line, width: whole.width }
  const { text: kept, width } = takeColumns(line, Math.max(0, columns - ellipsis.length))
  return { text: `${kept}${ellipsis}`, width: width + ellipsis.length }
}

function takeColumns(line: string, columns: number): { text: string; width: number; complete: boolean } {
  let width = 0
  let end = 0
  for (const { segment } of graphemes.segment(line)) {
    const added = widthOf(segment)
    if (width + added > columns) return { text: line.slice(0, end), width, complete: false }
    width += added
    end += segment.length
  }
  return { text: line, width, complete: true }
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const marks = /^\p{M}+$/u

function widthOf(segment: string): number {
  if (wide.test(segment)) return 2
  return marks.test(segment) ? 0 : 1
}
