/** A stretch of text as it is, or one character that a screen would hide or obey. */
export type Stretch = { text: string } | { hidden: string; name: string }

// Controls, formats such as direction marks, separators, private and unassigned characters, halves of characters, and letters
// that have no shape.
const hiddenCharacters =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5/gu

/** Takes a text apart so that everything in it can be seen. In a text of lines, breaks and tabs do what they are for. */
export function splitVisible(text: string, kind: 'line' | 'lines'): Stretch[] {
  const stretches: Stretch[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(hiddenCharacters)) {
    if (kind === 'lines' && isLayout(text, found, index)) continue
    if (index > done) stretches.push({ text: text.slice(done, index) })
    stretches.push({ hidden: markOf(found), name: nameOf(found) })
    done = index + found.length
  }
  if (done < text.length) stretches.push({ text: text.slice(done) })
  return stretches
}

/** The same as plain text, for places that hold nothing else: titles, labels, lists to choose from. */
export function toVisible(text: string): string {
  return splitVisible(text, 'line')
    .map((stretch) => ('text' in stretch ? stretch.text : `[${stretch.hidden}]`))
    .join('')
}

function isLayout(text: string, found: string, index: number): boolean {
  return found === '\n' || found === '\t' || (found === '\r' && text[index + 1] === '\n')
}

const marks: Readonly<Record<string, string>> = {
  '\n': '↵',
  '\t': '⇥',
  '\r': '␍',
  '\0': '␀',
  '\x1b': 'ESC',
  '\x07': 'BEL',
}

function markOf(character: string): string {
  return marks[character] ?? codeOf(character)
}

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

const names: Readonly<Record<string, string>> = {
  '\n': 'line break',
  '\t': 'tab',
  '\r': 'carriage return',
  '\x1b': 'escape',
  '\u200b': 'zero-width space',
  '\u200c': 'zero-width non-joiner',
  '\u200d': 'zero-width joiner',
  '\u200e': 'left-to-right mark',
  '\u200f': 'right-to-left mark',
  '\u202a': 'left-to-right embedding',
  '\u202b': 'right-to-left embedding',
  '\u202c': 'end of direction',
  '\u202d': 'left-to-right override',
  '\u202e': 'right-to-left override',
  '\u2066': 'left-to-right isolate',
  '\u2067': 'right-to-left isolate',
  '\u2068': 'first strong isolate',
  '\u2069': 'end of isolate',
  '\ufeff': 'byte order mark',
  '\u00ad': 'soft hyphen',
}

function nameOf(character: string): string {
  const name = names[character]
  return name === undefined ? codeOf(character) : `${name}, ${codeOf(character)}`
}
