import type { Piece } from './template.ts'

/** Where a template stands: as a word or part of one, inside double quotes, or where nobody reads it, as in a comment. */
export type TemplatePlace = 'bare' | 'quoted' | 'unread'

/** A template where its value could become code, and what to do instead. */
export interface TemplateFlaw {
  template: string
  why: string
  hint: string
}

/** Stands in for templates while the shell is parsed: each becomes a plain word that the text does not hold otherwise. */
export class TemplateMarks {
  /** The command line with a mark for each template. */
  readonly text: string
  readonly #templates: readonly string[]
  readonly #stem: string
  readonly #places = new Map<number, TemplatePlace>()
  readonly #flaws = new Map<number, TemplateFlaw>()

  constructor(command: string, pieces: readonly Piece[]) {
    let stem = 'HKLT'
    while (command.includes(stem)) stem += 'x'
    let index = 0
    this.text = pieces.map((piece) => ('text' in piece ? piece.text : `${stem}_${index++}_`)).join('')
    this.#stem = stem
    this.#templates = pieces.flatMap((piece) => ('template' in piece ? [piece.template] : []))
  }

  /** Says how the shell reads the marks inside a text. */
  place(text: string, place: TemplatePlace): void {
    for (const index of this.#within(text)) this.#places.set(index, place)
  }

  /** Says why the marks inside a text cannot be filled; the first reason stays. */
  refuse(text: string, { why, hint }: { why: string; hint: string }): void {
    for (const index of this.#within(text)) {
      if (!this.#flaws.has(index)) this.#flaws.set(index, { template: this.#templates[index]!, why, hint })
    }
  }

  /** Refuses marks behind a backslash, which would take the quote that keeps a value together. */
  refuseEscaped(): void {
    const escaped = new RegExp(`(?<!\\\\)(?:\\\\\\\\)*\\\\${this.#stem}_\\d+_`, 'g')
    for (const [text] of this.text.matchAll(escaped)) {
      this.refuse(text, { why: 'behind a backslash', hint: 'Remove the backslash.' })
    }
  }

  /** Settles what the parser did not report: a comment, or a place that nothing is known of. */
  settleRest(): void {
    for (const index of this.#templates.keys()) {
      if (this.#places.has(index) || this.#flaws.has(index)) continue
      const mark = `${this.#stem}_${index}_`
      const before = this.text.slice(0, this.text.indexOf(mark))
      if (/(?:^|\s)#[^\n]*$/.test(before)) this.#places.set(index, 'unread')
      else this.refuse(mark, { why: 'where the shell expects syntax', hint: 'Let it stand as a word of its own.' })
    }
  }

  /** The place of every template. A refused one is read by nobody, whatever happens to the command line. */
  places(): TemplatePlace[] {
    return this.#templates.map((_, index) =>
      this.#flaws.has(index) ? 'unread' : (this.#places.get(index) ?? 'unread'),
    )
  }

  flaws(): TemplateFlaw[] {
    return [...this.#flaws].sort(([a], [b]) => a - b).map(([, flaw]) => flaw)
  }

  #within(text: string): number[] {
    return [...text.matchAll(new RegExp(`${this.#stem}_(\\d+)_`, 'g'))].map((match) => Number(match[1]))
  }
}
