import { emitKeypressEvents } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { RunPlace } from './run-place.ts'

interface Key {
  name?: string | undefined
  ctrl?: boolean
  meta?: boolean
}

/** What keys do while the agent works. */
export interface KeyActions {
  interrupt(): void
  /** The text that is being typed has changed. */
  typing(text: string): void
  /** A line was typed to its end; it waits for the end of the turn. */
  queued(line: string): void
}

/** Listens to the keys while nobody else reads them: ctrl-c interrupts, and what is typed is kept for later. */
export class Keyboard {
  readonly #place: RunPlace
  readonly #actions: KeyActions
  readonly #lines: string[] = []
  #text = ''
  #listening = false
  #lastKey = Number.NEGATIVE_INFINITY

  constructor(place: RunPlace, actions: KeyActions) {
    this.#place = place
    this.#actions = actions
  }

  // A terminal that cannot move its cursor shows what is typed by itself, and sends a signal for ctrl-c.
  listen(): void {
    const { input, lively } = this.#place
    if (!lively || this.#listening) return
    this.#listening = true
    emitKeypressEvents(input)
    input.setRawMode(true)
    input.on('keypress', this.#press)
    input.resume()
  }

  rest(): void {
    const { input } = this.#place
    if (!this.#listening) return
    this.#listening = false
    input.off('keypress', this.#press)
    input.pause()
    input.setRawMode(false)
  }

  /** Resolves when nobody has pressed a key for a moment: what was typed for something else must not answer a question. */
  async settle(ms: number): Promise<void> {
    for (;;) {
      const left = this.#lastKey + ms - performance.now()
      if (left <= 0) return
      await wait(left)
    }
  }

  /** The next line that waits, and else what was begun. */
  take(): { line: string } | { begun: string } {
    const line = this.#lines.shift()
    if (line !== undefined) return { line }
    const begun = this.#text
    this.#text = ''
    return { begun }
  }

  /** What waits is no longer sent by itself: it becomes the beginning of the next line. */
  recall(): void {
    this.#text = [...this.#lines, this.#text].filter(Boolean).join(' ')
    this.#lines.length = 0
  }

  readonly #press = (text: string | undefined, key: Key): void => {
    this.#lastKey = performance.now()
    if (key.ctrl && key.name === 'c') this.#actions.interrupt()
    else if (key.name === 'return' || key.name === 'enter') this.#endLine()
    else if (key.name === 'backspace') this.#type([...this.#text].slice(0, -1).join(''))
    else if (key.ctrl && key.name === 'u') this.#type('')
    else if (text !== undefined && !key.ctrl && !key.meta && !/[\p{Cc}\p{Cf}]/u.test(text))
      this.#type(this.#text + text)
  }

  #endLine(): void {
    const line = this.#text.trim()
    this.#type('')
    if (line === '') return
    this.#lines.push(line)
    this.#actions.queued(line)
  }

  #type(text: string): void {
    this.#text = text
    this.#actions.typing(text)
  }
}
