/** Matches one token of a name: a character, any character, or a set of them; `*` is any run of characters. */
type Token = '*' | ((character: string) => boolean)

/**
 * Compiles the glob of one path component (`*`, `?`, `[a-z]`, `[!a]`, backslash escapes) to a test of a name.
 * The test takes time proportional to glob times name, whatever the stars.
 */
export function compileComponent(glob: string): (name: string) => boolean {
  return /[*?[\\]/.test(glob) ? matchTokens(tokenize(glob)) : (name) => name === glob
}

function tokenize(glob: string): Token[] {
  const tokens: Token[] = []
  const characters = [...glob]
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index]!
    if (character === '*') {
      if (tokens.at(-1) !== '*') tokens.push('*')
    } else if (character === '?') tokens.push(() => true)
    else if (character === '[') {
      const end = characters.indexOf(
        ']',
        index + (characters[index + 1] === '!' || characters[index + 1] === '^' ? 3 : 2),
      )
      if (end === -1) tokens.push((other) => other === '[')
      else {
        tokens.push(compileSet(characters.slice(index + 1, end)))
        index = end
      }
    } else {
      const literal = character === '\\' && index + 1 < characters.length ? characters[++index]! : character
      tokens.push((other) => other === literal)
    }
  }
  return tokens
}

function compileSet(body: readonly string[]): (character: string) => boolean {
  const negated = body[0] === '!' || body[0] === '^'
  const members = negated ? body.slice(1) : body
  const ranges: [string, string][] = []
  for (let index = 0; index < members.length; index++) {
    if (members[index + 1] === '-' && index + 2 < members.length) {
      ranges.push([members[index]!, members[index + 2]!])
      index += 2
    } else ranges.push([members[index]!, members[index]!])
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== negated
}

function matchTokens(tokens: readonly Token[]): (name: string) => boolean {
  return (name) => {
    const characters = [...name]
    let token = 0
    let position = 0
    let star = -1
    let resume = 0
    while (position < characters.length) {
      const current = tokens[token]
      if (current === '*') {
        star = token++
        resume = position
      } else if (current?.(characters[position]!)) {
        token++
        position++
      } else if (star !== -1) {
        token = star + 1
        position = ++resume
      } else return false
    }
    while (tokens[token] === '*') token++
    return token === tokens.length
  }
}

/** Whether some name could match both globs. Says yes too often rather than too rarely: `?` and sets count as any character. */
export function couldShareName(a: string, b: string): boolean {
  const [left, right] = [outline(a), outline(b)]
  let reachable = new Array<boolean>(right.length + 1).fill(false)
  reachable[0] = true
  spreadStars(reachable, right)
  for (const token of left) {
    const next = new Array<boolean>(right.length + 1).fill(false)
    for (let index = 0; index <= right.length; index++) {
      const other = right[index]
      if (!reachable[index]) continue
      if (token === '**') {
        for (let end = index; end <= right.length; end++) next[end] = true
        break
      }
      if (other === '**') next[index] = true
      else if (other !== undefined && (other === token || other === '?' || token === '?')) next[index + 1] = true
    }
    spreadStars(next, right)
    reachable = next
  }
  return reachable[right.length]!
}

function spreadStars(reachable: boolean[], tokens: readonly string[]): void {
  for (const [index, token] of tokens.entries()) if (reachable[index] && token === '**') reachable[index + 1] = true
}

// `**` stands for any run of characters, `?` for any one, everything else for itself.
function outline(glob: string): string[] {
  const outlined = glob.match(/\\[\s\S]|\*+|\[[!^]?\]?[^\]]*\]|[\s\S]/gu) ?? []
  return outlined.map((token) =>
    token.startsWith('*') ? '**' : token.length > 1 && token.startsWith('[') ? '?' : token.replace(/^\\(?=[\s\S])/, ''),
  )
}
