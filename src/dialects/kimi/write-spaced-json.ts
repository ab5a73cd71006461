/**
 * JSON on one line with `, ` and `: ` between its parts, as Python writes it: scripts for Kimi grep it in that form.
 * Characters beyond ASCII stay as they are.
 */
export function writeSpacedJson(value: unknown): string {
  const json = JSON.stringify(value)
  let text = ''
  let from = 0
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '"') at = findStringEnd(json, at)
    else if (character === ',' || character === ':') {
      text += `${json.slice(from, at + 1)} `
      from = at + 1
    }
  }
  return text + json.slice(from)
}

function findStringEnd(json: string, start: number): number {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
