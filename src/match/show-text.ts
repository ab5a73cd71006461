const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu

/** Text for people: one line, cut to a length, with every character a screen would hide or obey written as an escape. */
export function showText(text: string, maxLength = 100): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength - 3)}...` : text
  return cut.replace(hidden, (character) => {
    const code = character.codePointAt(0)!
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
  })
}
