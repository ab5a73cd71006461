import { createInterface, type Interface } from 'node:readline'
import type { RunPlace } from './run-place.ts'

/** What came of asking for a line. */
export type Input = { kind: 'text'; text: string } | { kind: 'interrupt' } | { kind: 'end' }

/** Lines that arrive within so many milliseconds were pasted together. */
const pasteMs = 30
const historySize = 500

/** Reads prompts from a terminal: with history, several lines when they are pasted or end in a backslash. */
export class InputLine {
  readonly #place: RunPlace
  readonly #signs: { prompt: string; more: string }
  #history: string[] = []

  constructor(place: RunPlace, signs: { prompt: string; more: string }) {
    this.#place = place
    this.#signs = signs
  }

  /** Asks for a prompt that may already be begun. Ctrl-c on a line with text clears it; on an empty one it is the answer. */
  read(begun: string): Promise<Input> {
    const { input, output, lively } = this.#place
    const lines = createInterface({
      input,
      output,
      terminal: lively,
      history: this.#history,
      historySize,
      removeHistoryDuplicates: true,
      prompt: this.#signs.prompt,
    })
    lines.on('history', (history) => {
      this.#history = history
    })
    return this.#collect(lines, begun)
  }

  #collect(lines: Interface, begun: string): Promise<Input> {
    return new Promise((resolve) => {
      const collected: string[] = []
      let timer: NodeJS.Timeout | undefined
      let finished = false
      const finish = (answer: Input): void => {
        if (finished) return
        finished = true
        clearTimeout(timer)
        resolve(answer)
        lines.close()
        // Whatever is shown next begins on a line of its own.
        if (answer.kind !== 'text') this.#place.output.write('\n')
      }
      const submit = (): void => {
        // The rest of what was pasted stands in the line and waits for its end.
        if (lines.line !== '') return
        finish({ kind: 'text', text: collected.join('\n') })
      }
      lines.on('line', (line) => {
        clearTimeout(timer)
        if (line.endsWith('\\')) {
          collected.push(line.slice(0, -1))
          lines.setPrompt(this.#signs.more)
          lines.prompt()
          return
        }
        collected.push(line)
        timer = setTimeout(submit, pasteMs)
      })
      lines.on('SIGINT', () => {
        if (lines.line === '' && collected.length === 0) finish({ kind: 'interrupt' })
        else {
          collected.length = 0
          lines.write(null, { ctrl: true, name: 'e' })
          lines.write(null, { ctrl: true, name: 'u' })
          lines.setPrompt(this.#signs.prompt)
        }
      })
      lines.on('close', () => finish({ kind: 'end' }))
      lines.prompt()
      if (begun !== '') lines.write(begun)
    })
  }
}
