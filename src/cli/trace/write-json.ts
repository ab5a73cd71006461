/** Characters that a screen would hide or obey; inside JSON they can be written as escapes without a change of meaning. */
const hidden = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu

/** Data as JSON that is safe to look at: what a screen would hide or obey is written as an escape. */
export function writeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(hidden, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}
