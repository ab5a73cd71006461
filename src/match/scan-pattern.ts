/** What is wrong with a pattern, and the offset at which it is wrong. */
export interface PatternFlaw {
  message: string
  position: number
  hint?: string
}

/** The first look-around or back-reference, which no linear-time engine can run; undefined when there is none. */
export function findBackwardConstruct(source: string): PatternFlaw | undefined {
  for (const { token, position } of tokens(source)) {
    const name = nameConstruct(token)
    if (name === undefined) continue
    return {
      message: `${name} ${JSON.stringify(token)} is not available`,
      position,
      hint: `Write the pattern without ${name}; several hooks, or a check in the script, can take its place.`,
    }
  }
  return undefined
}

/** A bracket or group that is never closed, or closed without having been opened; undefined when all are in order. */
export function findUnbalanced(source: string): PatternFlaw | undefined {
  const open: number[] = []
  for (const { token, position } of tokens(source)) {
    if (token.startsWith('[') && !token.endsWith(']')) return { message: 'missing closing ]', position }
    if (token.startsWith('(')) open.push(position)
    if (token === ')' && open.pop() === undefined) return { message: 'unexpected )', position }
    if (token === '\\') return { message: 'a backslash with nothing after it', position }
  }
  const position = open.pop()
  return position === undefined ? undefined : { message: 'missing closing )', position }
}

// An escape, a whole bracket expression (a `]` in first place is literal only to POSIX, so it is not treated as one),
// the opening of a group with its kind, a closing parenthesis; everything else is skipped.
const tokenShape =
  /\\(?:k<[^>]*>|[1-9]\d*|[\s\S])?|\[(?:\\[\s\S]|\[:\w+:\]|[^\]\\])*\]?|\(\?(?:<[=!]|[=!>]|P=\w*)|\(|\)/g

function* tokens(source: string): Generator<{ token: string; position: number }> {
  for (const found of source.matchAll(tokenShape)) yield { token: found[0], position: found.index }
}

function nameConstruct(token: string): string | undefined {
  if (token === '(?=' || token === '(?!') return 'look-ahead'
  if (token === '(?<=' || token === '(?<!') return 'look-behind'
  if (token === '(?>') return 'an atomic group'
  if (/^\\(?:k<|[1-9])/.test(token) || token.startsWith('(?P=')) return 'a back-reference'
  return undefined
}
