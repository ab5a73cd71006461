/** The signs that lines begin with. */
export interface Signs {
  call: string
  below: string
  hook: string
  blocked: string
  alarm: string
  prompt: string
  dot: string
}

/** Signs that a terminal can show. */
export function chooseSigns({ unicode }: { unicode: boolean }): Signs {
  return unicode
    ? { call: '●', below: '│', hook: '◇', blocked: '◆', alarm: '▲', prompt: '›', dot: '·' }
    : { call: '*', below: '|', hook: 'o', blocked: '#', alarm: '!', prompt: '>', dot: '-' }
}
