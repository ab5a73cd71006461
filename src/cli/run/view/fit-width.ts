/** Text cut to so many columns of a terminal, with a sign where something is missing. Takes one line of shown text. */
export function fitWidth(text: string, columns: number): string {
  if (measureWidth(text) <= columns) return text
  let width = 1
  let fitting = ''
  for (const character of text) {
    width += widthOf(character)
    if (width > columns) break
    fitting += character
  }
  return `${fitting.trimEnd()}…`
}

/** Columns that a text takes. */
export function measureWidth(text: string): number {
  let width = 0
  for (const character of text) width += widthOf(character)
  return width
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u

function widthOf(character: string): number {
  if (/\p{Mn}/u.test(character)) return 0
  return wide.test(character) ? 2 : 1
}
