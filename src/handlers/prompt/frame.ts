import { randomBytes } from 'node:crypto'

/** A fence around text that nobody here trusts. Its tags end in a random name that the text cannot know. */
export interface Frame {
  readonly name: string
  /** JSON between tags, on one line of its own and with the same meaning; nothing in it can be a tag or be invisible. */
  quoteJson(kind: string, json: string): string
  /** Any text between tags, as it stands. */
  quoteText(kind: string, text: string): string
}

/** Makes a frame with a name of its own. */
export function createFrame(name: string = randomBytes(16).toString('hex')): Frame {
  const enclose = (kind: string, text: string): string => `<${kind}-${name}>\n${text}\n</${kind}-${name}>`
  return {
    name,
    quoteJson: (kind, json) => enclose(kind, json.replace(escaped, escapeUnits)),
    quoteText: (kind, text) => enclose(kind, text.replaceAll(name, '[name of the frame]')),
  }
}

// What could open or close a tag, and what a person who reads the same text would not see: format characters, private and
// broken ones, those that display nothing. In JSON they stand inside strings only, where an escape means the same.
const escaped = /[<>\x7f-\x9f\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

function escapeUnits(character: string): string {
  if (character === '<') return '\\u003c'
  if (character === '>') return '\\u003e'
  let text = ''
  for (let at = 0; at < character.length; at++) text += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`
  return text
}
