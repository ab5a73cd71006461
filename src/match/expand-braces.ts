/** Most names a glob's braces may stand for. */
export const maxAlternatives = 256

/**
 * Expands `{a,b}`, nested too, to the globs it stands for, in order. Braces without a comma stay as they are.
 * Stops shortly after `maxAlternatives`, so the caller sees that there are too many without paying for all of them.
 */
export function expandBraces(glob: string): string[] {
  const done: string[] = []
  const open = [glob]
  while (open.length > 0 && done.length + open.length <= maxAlternatives + 1) {
    const text = open.shift()!
    const group = findGroup(text)
    if (group === undefined) done.push(text)
    else for (const choice of group.choices) open.push(group.before + choice + group.after)
  }
  return [...done, ...open]
}

function findGroup(text: string): { before: string; choices: string[]; after: string } | undefined {
  for (let start = text.indexOf('{'); start !== -1; start = text.indexOf('{', start + 1)) {
    if (text[start - 1] === '\\') continue
    const choices: string[] = ['']
    let depth = 0
    for (let index = start + 1; index < text.length; index++) {
      const character = text[index]!
      if (character === '}' && depth === 0) {
        if (choices.length > 1) return { before: text.slice(0, start), choices, after: text.slice(index + 1) }
        break
      }
      if (character === '{') depth++
      if (character === '}') depth--
      if (character === ',' && depth === 0) choices.push('')
      else choices[choices.length - 1] += character
    }
  }
  return undefined
}
