import { showLines } from '../../show-lines.ts'

/** Makes text that comes in pieces fit for a screen: what a piece ends in the middle of waits for the next one. */
export interface Speech {
  /** What can be shown by now. */
  add(delta: string): string
  /** What still waits. */
  end(): string
}

/** Escapes what a model says as `showLines` does, whatever the pieces it comes in. */
export function createSpeech(): Speech {
  let rest = ''
  return {
    add(delta) {
      const text = rest + delta
      // A carriage return may belong to a line end, half a character to its other half.
      rest = /[\r\ud800-\udbff]$/.exec(text)?.[0] ?? ''
      return showLines(text.slice(0, text.length - rest.length))
    },
    end() {
      const last = showLines(rest)
      rest = ''
      return last
    },
  }
}
