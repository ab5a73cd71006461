import { endOfComment, endOfString } from './scan-json.ts'

export interface DuplicateKey {
  path: (string | number)[]
  /** Offsets of the first spelling of the key and of the one that repeats it. */
  first: number
  again: number
}

/**
 * Finds the keys that occur twice in one object, also in different spellings (`"a"`, `"\u0061"`). The text at `from` must
 * be a complete value that {@link scanJson} accepted; its depth does not matter.
 */
export function findDuplicateKeys(text: string, from: number): DuplicateKey[] {
  const found: DuplicateKey[] = []
  const levels: Level[] = []
  let at = from
  do {
    const level = levels.at(-1)
    switch (text.charCodeAt(at)) {
      case 0x7b:
        levels.push({ keys: new Map(), step: '', expectsKey: true })
        break
      case 0x5b:
        levels.push({ keys: undefined, step: 0, expectsKey: false })
        break
      case 0x7d:
      case 0x5d:
        levels.pop()
        break
      case 0x2c:
        if (level?.keys) level.expectsKey = true
        else if (level) level.step = (level.step as number) + 1
        break
      case 0x2f:
        at = endOfComment(text, at)
        continue
      case 0x22: {
        const end = endOfString(text, at)
        if (level?.keys && level.expectsKey) {
          const key = decodeKey(text.slice(at, end))
          level.step = key
          level.expectsKey = false
          const first = level.keys.get(key)
          if (first === undefined) level.keys.set(key, at)
          else found.push({ path: levels.map(({ step }) => step), first, again: at })
        }
        at = end
        continue
      }
    }
    at++
  } while (levels.length > 0 && at < text.length)
  return found
}

interface Level {
  keys: Map<string, number> | undefined
  step: string | number
  expectsKey: boolean
}

function decodeKey(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
}
