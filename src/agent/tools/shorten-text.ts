/** How many characters of a text a model is shown, unless a tool says otherwise. */
export const longestShown = 30_000

/** Text short enough for a model: of what is longer the beginning and the end stay, with a line that says what is missing. */
export function shortenText(text: string, longest: number = longestShown): string {
  if (text.length <= longest) return text
  const half = Math.floor(longest / 2)
  const head = wholeCharacters(text.slice(0, half))
  const tail = wholeCharacters(text.slice(text.length - half))
  return `${head}\n[${text.length - head.length - tail.length} characters left out]\n${tail}`
}

// A cut may fall between the two halves of a character.
function wholeCharacters(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
}
