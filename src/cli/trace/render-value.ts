/**
 * Data as lines for people: a key a line, nested ones indented, texts of several lines as blocks under their key. Equal data
 * gives equal lines, so that two renderings can be compared.
 */
export function renderValue(value: unknown): string[] {
  if (!isBranch(value)) return typeof value === 'string' ? textLines(value) : [JSON.stringify(value) ?? 'undefined']
  return renderMembers(value)
}

function renderMembers(value: object): string[] {
  const isList = Array.isArray(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  if (members.length === 0) return [isList ? '[]' : '{}']
  return members.flatMap(([key, member]) => {
    const name = isList ? '-' : `${/^[\w$.-]+$/.test(key) ? key : JSON.stringify(key)}:`
    if (isBranch(member) && Object.keys(member).length > 0) {
      const inner = renderMembers(member)
      return isList
        ? [`- ${inner[0]}`, ...inner.slice(1).map((line) => `  ${line}`)]
        : [name, ...inner.map((line) => `  ${line}`)]
    }
    if (typeof member === 'string' && member.includes('\n')) {
      return [`${name} |`, ...textLines(member).map((line) => `  ${line}`)]
    }
    return [`${name} ${typeof member === 'string' ? quoteIfNeeded(member) : (renderValue(member)[0] ?? '')}`]
  })
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function textLines(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}

// A text that would read as a number, a word of JSON or nothing must not be taken for one.
function quoteIfNeeded(text: string): string {
  const isPlain = text.trim() === text && text !== '' && !/^(-?\d|true$|false$|null$|[[{"|-])/.test(text)
  return isPlain ? text : JSON.stringify(text)
}
