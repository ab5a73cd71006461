import type { Paint, Style, Terminal } from '../terminal.ts'
import { cutText } from './cut-text.ts'

/** What is known of the place where text is shown. */
export interface Screen {
  /** Columns. */
  readonly width: number
  /** Whether somebody looks at it: then lines are cut to its width. A pipe gets them whole. */
  readonly live: boolean
  readonly glyphs: Glyphs
  readonly paint: Paint
  print(line: string): void
}

/** The signs that drawings are made of. */
export interface Glyphs {
  readonly bar: string
  /** What is too short for a bar. */
  readonly tick: string
  readonly ellipsis: string
  readonly marks: Readonly<Record<'ok' | 'bad' | 'ask' | 'skip' | 'wait' | 'inner', string>>
}

const drawn: Glyphs = {
  bar: '█',
  tick: '▏',
  ellipsis: '…',
  marks: { ok: '✓', bad: '✗', ask: '?', skip: '·', wait: '~', inner: '└' },
}

const plain: Glyphs = {
  bar: '#',
  tick: '|',
  ellipsis: '...',
  marks: { ok: '+', bad: 'x', ask: '?', skip: '.', wait: '~', inner: '`' },
}

const widthOfPipes = 120
const narrowest = 40

/** The screen behind a terminal. Signs beyond ASCII are left out on terminals and locales that cannot show them. */
export function describeScreen(
  terminal: Terminal,
  { stdout, env }: { stdout: { isTTY?: boolean; columns?: number }; env: NodeJS.ProcessEnv },
): Screen {
  const live = stdout.isTTY === true
  const columns = (live ? stdout.columns : undefined) || Number(env['COLUMNS']) || (live ? 80 : widthOfPipes)
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || ''
  const glyphs = env['TERM'] === 'dumb' || /^(C|POSIX)$/.test(locale) ? plain : drawn
  return {
    width: Math.max(narrowest, Math.min(columns, 400)),
    live,
    glyphs,
    paint: terminal.paint.stdout,
    print: (line) => terminal.print(line),
  }
}

/** A cell of a line. */
export interface Cell {
  /** Foreign text: it is made harmless, and cut to the width, or where somebody looks to the room that is left. */
  text: string
  /** Our own text before it, such as an indentation. */
  lead?: string
  width?: number
  align?: 'right'
  style?: Style | undefined
  /** It may go where the screen is too narrow for all cells; those with the highest number go first. */
  spare?: number
}

/** Longest text of a cell that no screen cuts. */
const longestCell = 2000

/**
 * Writes cells into one line, a blank between them. The last one gets the room that is left; where somebody looks and that is
 * too little, cells that can be spared are left out.
 */
export function writeLine(given: readonly Cell[], screen: Screen): string {
  const cells = screen.live ? leaveOut(given, screen.width) : given
  let used = 0
  const parts = cells.map((cell, index) => {
    const { lead = '', align, style } = cell
    const isLast = index === cells.length - 1
    const room = cell.width ?? (isLast && screen.live ? Math.max(4, screen.width - used) : longestCell)
    const { text, width } = cutText(cell.text, Math.max(0, room - lead.length), screen.glyphs.ellipsis)
    const blank = ' '.repeat(Math.max(0, (cell.width ?? 0) - lead.length - width))
    used += Math.max(lead.length + width, cell.width ?? 0) + 1
    const whole = `${lead}${text}`
    const dressed = style === undefined || whole === '' ? whole : screen.paint(style, whole)
    return align === 'right' ? `${blank}${dressed}` : `${dressed}${blank}`
  })
  return parts.join(' ').trimEnd()
}

/** Columns that a last cell without a width of its own should have. */
const leastRoom = 16

// Depends on widths alone, never on texts: all lines of a table leave out the same cells.
function leaveOut(cells: readonly Cell[], width: number): readonly Cell[] {
  const needed = cells.reduce((sum, cell) => sum + (cell.width ?? leastRoom) + 1, -1)
  const [first] = cells.filter(({ spare }) => spare !== undefined).sort((a, b) => b.spare! - a.spare!)
  return needed <= width || first === undefined
    ? cells
    : leaveOut(
        cells.filter((cell) => cell !== first),
        width,
      )
}

/** The width of a column that holds these texts, within bounds. */
export function columnWidth(texts: readonly string[], { least, most }: { least: number; most: number }): number {
  return texts.reduce((width, text) => Math.max(width, cutText(text, most).width), least)
}
