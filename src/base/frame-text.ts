/** A text that somebody else wrote, with what a reader must know of it. */
export interface TextToFrame {
  /** Name of the tags. */
  tag: string
  /** Stands in both tags; nobody who wrote the text may know it. */
  nonce: string
  /** What the opening tag says of the text: where it comes from, how much of it is left out. */
  about: Readonly<Record<string, string | number>>
  text: string
}

/**
 * Puts a text between tags that it can neither close nor imitate: both carry a nonce, and tags that models are trained to take
 * for the end of a frame are defused in it. The words stay readable.
 */
export function frameText({ tag, nonce, about, text }: TextToFrame): string {
  const facts = Object.entries(about).map(([name, value]) => ` ${name}="${cleanAttribute(String(value))}"`)
  return `<${tag} id="${nonce}"${facts.join('')}>\n${defuseText(text.replaceAll(nonce, '[id]'))}\n</${tag} id="${nonce}">`
}

/**
 * The text with every tag defused that could be taken for the end or the beginning of a frame, by a backslash, and with what
 * no person would see (control, direction and tag characters) written out. Any other text stays as it is.
 */
export function defuseText(text: string): string {
  return text.replace(frameTags, '<\\$1').replace(turnMarks, '$1\\$2').replace(unseen, writeOut)
}

// Names that prompts and chat formats use for frames; case, blanks and underscores make no difference to a model.
const names =
  'hook|system|user|assistant|human|developer|tool|function|antml|instruction|context|conversation|document|summary|prompt|reminder|invoke|parameter|result|event|thinking|additional'
const frameTags = new RegExp(`<(\\s{0,8}/?\\s{0,8}(?:${names})s?[-_:.\\w]{0,64}[\\s>/]|\\|)`, 'gi')
// `[INST]`, `<<SYS>>` and the turns of plain-text chats.
const turnMarks = /(\[|<<|\n\n)(\/?INST\]|\/?SYS>>|(?:Human|Assistant|System|User):)/g
const unseen =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

function writeOut(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`
}

const longestAttribute = 400

function cleanAttribute(value: string): string {
  return value
    .slice(0, longestAttribute)
    .replace(/["<>\s]/g, (character) => (character === ' ' ? ' ' : '_'))
    .replace(unseen, '_')
}
