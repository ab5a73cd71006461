import type { Glyphs } from './screen.ts'

/** A stretch of time as a bar of `columns` cells for `span` milliseconds: blanks up to its start, at least a tick long. */
export function drawBar(
  { startMs, ms }: { startMs: number; ms: number },
  { span, columns, glyphs }: { span: number; columns: number; glyphs: Glyphs },
): string {
  if (columns <= 0 || span <= 0) return ''
  const perCell = span / columns
  const from = clamp(Math.floor(startMs / perCell), 0, columns - 1)
  const cells = clamp(Math.round(ms / perCell), 0, columns - from)
  return `${' '.repeat(from)}${cells === 0 ? glyphs.tick : glyphs.bar.repeat(cells)}`
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
