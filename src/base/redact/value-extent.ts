/** How far a value goes: `to` is where it ends or, without `done`, where it must wait for more text. */
export type Extent = (
  text: string,
  from: number,
  limit: { end: number; final: boolean },
) => { to: number; done: boolean }

/** A value without quotes goes on to the first character of the class. */
export function extendUntil(ends: RegExp): Extent {
  const table = Uint8Array.from({ length: 128 }, (_, code) => (ends.test(String.fromCharCode(code)) ? 1 : 0))
  return (text, from, { end }) => {
    const last = Math.min(end, text.length)
    let at = from
    while (at < last && table[text.charCodeAt(at)] !== 1) at++
    return { to: at, done: at < last }
  }
}

/**
 * A value in quotes goes on to its closing quote or to the end of the line. `slashes` is how many backslashes stand before the
 * opening quote: none in source code, one in JSON inside JSON; the closing quote has as many.
 */
export function extendQuoted(quote: string, slashes: number): Extent {
  return (text, from, { end, final }) => {
    const last = Math.min(end, text.length)
    let at = from
    while (at < last) {
      const character = text[at]!
      if (character === quote || character === '\n' || character === '\r') return { to: at, done: true }
      if (character !== '\\') {
        at++
        continue
      }
      const run = countSlashes(text, at)
      if (at + run >= text.length && !final) return { to: at, done: false }
      const closes = text[at + run] === quote
      if (closes && slashes > 0 && run <= slashes) return { to: at, done: true }
      at += closes && run % 2 === 1 ? run + 1 : run
    }
    return { to: Math.min(at, text.length), done: false }
  }
}

const longestRun = 8

function countSlashes(text: string, from: number): number {
  let run = 1
  while (run < longestRun && text[from + run] === '\\') run++
  return run
}
