import { clearLine, cursorTo } from 'node:readline'
import { showLines } from '../../show-lines.ts'
import type { Terminal } from '../../terminal.ts'
import type { RunPlace } from '../run-place.ts'
import { fitWidth } from './fit-width.ts'

/** Where a run is shown: lines about what happens, what the model says, and one live line below. */
export interface Screen {
  /** Shows whole lines. */
  line(text: string): void
  /** Shows a line on stderr, whatever the others are shown on. */
  tell(text: string): void
  /** Leaves one empty line before what comes next. */
  gap(): void
  /** Shows a piece of what the model says. */
  speak(text: string): void
  /** Ends the line of what the model says; more will come. */
  endSpeech(): void
  /** Ends the answer, which as a whole is this. */
  finishAnswer(content: string): void
  /** Changes the live line; undefined takes it away. */
  status(text: string | undefined): void
  /** Keeps everything back until the result is called: somebody is being asked. */
  hold(): () => void
}

/** A screen on a terminal. `lines` is the channel for whole lines; what the model says always goes to stdout. */
export function createLiveScreen(terminal: Terminal, place: RunPlace, lines: 'stdout' | 'stderr'): Screen {
  return new LiveScreen(terminal, place, lines)
}

class LiveScreen implements Screen {
  readonly #terminal: Terminal
  readonly #place: RunPlace
  readonly #lines: 'stdout' | 'stderr'
  #status: string | undefined
  #shown = false
  #midLine = false
  #gap: 'none' | 'wanted' | 'given' = 'given'
  #held: (() => void)[] | null = null

  constructor(terminal: Terminal, place: RunPlace, lines: 'stdout' | 'stderr') {
    this.#terminal = terminal
    this.#place = place
    this.#lines = lines
  }

  line(text: string): void {
    this.#whenFree(() => this.#putLine(this.#lines, text))
  }

  tell(text: string): void {
    this.#whenFree(() => this.#putLine('stderr', text))
  }

  gap(): void {
    this.#whenFree(() => {
      if (this.#gap === 'none') this.#gap = 'wanted'
    })
  }

  speak(text: string): void {
    if (text === '') return
    this.#whenFree(() => {
      this.#hideStatus()
      if (!this.#midLine) this.#openGap('stdout')
      this.#terminal.write('stdout', text)
      this.#midLine = !text.endsWith('\n')
      this.#gap = 'none'
      this.#showStatus()
    })
  }

  endSpeech(): void {
    this.#whenFree(() => this.#endLine())
  }

  finishAnswer(): void {
    this.endSpeech()
  }

  status(text: string | undefined): void {
    this.#status = text
    if (this.#held) return
    if (text === undefined) this.#hideStatus()
    else this.#showStatus()
  }

  hold(): () => void {
    this.#hideStatus()
    this.#endLine()
    this.#openGap('stdout')
    const held: (() => void)[] = []
    this.#held = held
    return () => {
      this.#held = null
      for (const show of held) show()
      this.#gap = 'none'
      this.#showStatus()
    }
  }

  #whenFree(show: () => void): void {
    if (this.#held) this.#held.push(show)
    else show()
  }

  #putLine(channel: 'stdout' | 'stderr', text: string): void {
    this.#hideStatus()
    this.#endLine()
    this.#openGap(channel)
    this.#terminal.write(channel, `${text}\n`)
    this.#gap = 'none'
    this.#showStatus()
  }

  #endLine(): void {
    if (!this.#midLine) return
    this.#hideStatus()
    this.#terminal.write('stdout', '\n')
    this.#midLine = false
  }

  #openGap(channel: 'stdout' | 'stderr'): void {
    if (this.#gap === 'wanted') this.#terminal.write(channel, '\n')
    this.#gap = 'given'
  }

  // Below what stands in the middle of a line there is no place for it.
  #showStatus(): void {
    if (this.#status === undefined || !this.#place.lively || this.#midLine || this.#held) return
    const { output, columns } = this.#place
    cursorTo(output, 0)
    output.write(this.#terminal.paint.stdout('dim', fitWidth(this.#status, columns() - 1)))
    clearLine(output, 1)
    this.#shown = true
  }

  #hideStatus(): void {
    if (!this.#shown) return
    cursorTo(this.#place.output, 0)
    clearLine(this.#place.output, 0)
    this.#shown = false
  }
}

/**
 * A screen for where nobody looks on: the answer goes to stdout as a whole, everything else to stderr, so that what is piped on
 * is the answer and nothing but it.
 */
export function createPlainScreen(terminal: Terminal, place: RunPlace): Screen {
  let spoken = ''
  return {
    line: (text) => terminal.tell(text),
    tell: (text) => terminal.tell(text),
    gap: () => {},
    speak: (text) => {
      spoken += text
    },
    endSpeech: () => {
      if (spoken.trim() !== '') terminal.tell(spoken.trim())
      spoken = ''
    },
    finishAnswer: (content) => {
      spoken = ''
      // A file or a program gets what was said, a screen what can do no harm.
      if (content !== '') terminal.print(place.output.isTTY ? showLines(content) : content)
    },
    status: () => {},
    hold: () => () => {},
  }
}
